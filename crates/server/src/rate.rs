//! Credits that are spent and earned back: the one rate limit, for sockets and for addresses.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;

use tokio::time::Instant;

/// How many may come at once, and how many are earned back each second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) per_second: u32,
}

/// The credits of one socket or address.
#[derive(Debug)]
pub(crate) struct Credits {
    left: f64,
    counted: Instant,
}

impl Credits {
    pub(crate) fn full(rate: Rate, now: Instant) -> Credits {
        Credits { left: f64::from(rate.burst), counted: now }
    }

    /// Spends one credit, if there is one.
    #[must_use]
    pub(crate) fn spend(&mut self, rate: Rate, now: Instant) -> bool {
        let earned = now.duration_since(self.counted).as_secs_f64() * f64::from(rate.per_second);
        self.left = (self.left + earned).min(f64::from(rate.burst));
        self.counted = now;
        let affordable = self.left >= 1.0;
        if affordable {
            self.left -= 1.0;
        }
        affordable
    }
}

/// The credits of many addresses, a bounded number of them.
#[derive(Debug)]
pub(crate) struct Addresses {
    rate: Rate,
    capacity: usize,
    credits: Mutex<HashMap<IpAddr, Credits>>,
}

impl Addresses {
    pub(crate) fn new(rate: Rate, capacity: usize) -> Addresses {
        Addresses { rate, capacity, credits: Mutex::default() }
    }

    /// Spends one credit of an address, if it has one.
    #[must_use]
    pub(crate) fn spend(&self, address: IpAddr, now: Instant) -> bool {
        let mut credits = self.credits.lock().expect("no holder of this lock can panic");
        if credits.len() >= self.capacity && !credits.contains_key(&address) {
            forget_the_idle(&mut credits, self.rate, now);
            if credits.len() >= self.capacity {
                return false;
            }
        }
        let own = credits.entry(address).or_insert_with(|| Credits::full(self.rate, now));
        own.spend(self.rate, now)
    }
}

/// Removes addresses whose credits are full again: forgetting them changes nothing.
fn forget_the_idle(credits: &mut HashMap<IpAddr, Credits>, rate: Rate, now: Instant) {
    let whole = f64::from(rate.burst);
    credits.retain(|_, it| {
        let earned = now.duration_since(it.counted).as_secs_f64() * f64::from(rate.per_second);
        it.left + earned < whole
    });
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    const RATE: Rate = Rate { burst: 2, per_second: 1 };

    fn address(last: u8) -> IpAddr {
        IpAddr::from(Ipv4Addr::new(10, 0, 0, last))
    }

    #[test]
    fn a_burst_is_allowed_then_the_rate() {
        let start = Instant::now();
        let mut credits = Credits::full(RATE, start);
        assert!(credits.spend(RATE, start));
        assert!(credits.spend(RATE, start));
        assert!(!credits.spend(RATE, start));
        assert!(!credits.spend(RATE, start + Duration::from_millis(900)));
        assert!(credits.spend(RATE, start + Duration::from_millis(1000)));
    }

    #[test]
    fn addresses_do_not_share_credits() {
        let addresses = Addresses::new(RATE, 10);
        let now = Instant::now();
        assert!(addresses.spend(address(1), now));
        assert!(addresses.spend(address(1), now));
        assert!(!addresses.spend(address(1), now));
        assert!(addresses.spend(address(2), now));
    }

    #[test]
    fn a_full_table_forgets_the_idle_and_refuses_newcomers_otherwise() {
        let addresses = Addresses::new(RATE, 2);
        let now = Instant::now();
        assert!(addresses.spend(address(1), now));
        assert!(addresses.spend(address(2), now));
        assert!(!addresses.spend(address(3), now));
        assert!(addresses.spend(address(3), now + Duration::from_secs(5)));
    }
}
