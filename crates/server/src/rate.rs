//! Rate limits, for sockets and for addresses: credits that are spent and earned back (a token
//! bucket).
//!
//! Addresses are those that limits count by: see `http/address.rs`.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};

use tokio::time::Instant;

use crate::limits::{
    ADDRESSES_REMEMBERED, CLAIMS_PER_ADDRESS, NAMES_REMEMBERED, WRONG_CODE_SECONDS,
    WRONG_CODES_BURST, WRONG_LOGIN_SECONDS, WRONG_LOGINS_PER_ADDRESS, WRONG_LOGINS_PER_NAME,
};

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
        self.pay(1, rate, now)
    }

    /// Spends `price` credits, if there are so many.
    fn pay(&mut self, price: u32, rate: Rate, now: Instant) -> bool {
        self.left = self.at(rate, now);
        self.counted = now;
        let affordable = self.left >= f64::from(price);
        if affordable {
            self.left -= f64::from(price);
        }
        affordable
    }

    /// How many credits there are at `now`.
    fn at(&self, rate: Rate, now: Instant) -> f64 {
        let earned = now.duration_since(self.counted).as_secs_f64() * f64::from(rate.per_second);
        (self.left + earned).min(f64::from(rate.burst))
    }
}

/// The credits of many addresses, a bounded number of them.
pub(crate) type Addresses = Many<IpAddr>;

/// The credits of many addresses or names, a bounded number of them.
#[derive(Debug)]
pub(crate) struct Many<K> {
    rate: Rate,
    capacity: usize,
    credits: Mutex<HashMap<K, Credits>>,
}

impl<K: Eq + Hash> Many<K> {
    pub(crate) fn new(rate: Rate, capacity: usize) -> Many<K> {
        Many { rate, capacity, credits: Mutex::default() }
    }

    /// Spends one credit of an address, if it has one.
    #[must_use]
    pub(crate) fn spend(&self, address: K, now: Instant) -> bool {
        self.pay(1, address, now)
    }

    fn pay(&self, price: u32, address: K, now: Instant) -> bool {
        let mut credits = self.lock();
        if !self.has_room_for(&address, &mut credits, now) {
            return false;
        }
        let own = credits.entry(address).or_insert_with(|| Credits::full(self.rate, now));
        own.pay(price, self.rate, now)
    }

    /// Whether an address has so many credits, without spending them.
    fn can_pay(&self, price: u32, address: &K, now: Instant) -> bool {
        let mut credits = self.lock();
        match credits.get(address) {
            Some(own) => own.at(self.rate, now) >= f64::from(price),
            None => self.has_room_for(address, &mut credits, now),
        }
    }

    /// When the table is full, addresses whose credits are full again are removed: forgetting them
    /// changes nothing.
    fn has_room_for(&self, address: &K, credits: &mut HashMap<K, Credits>, now: Instant) -> bool {
        if credits.len() >= self.capacity && !credits.contains_key(address) {
            credits.retain(|_, it| it.at(self.rate, now) < f64::from(self.rate.burst));
        }
        credits.len() < self.capacity || credits.contains_key(address)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Credits>> {
        self.credits.lock().expect("no holder of this lock can panic")
    }
}

/// Keeps strangers from finding private games by trying codes: a small budget of wrong ones per
/// address. Right ones cost nothing.
#[derive(Debug)]
pub(crate) struct WrongCodes(Addresses);

impl WrongCodes {
    pub(crate) fn new() -> WrongCodes {
        // One credit stands for one second, so that the rate is a whole number.
        let rate = Rate { burst: WRONG_CODES_BURST * WRONG_CODE_SECONDS, per_second: 1 };
        WrongCodes(Addresses::new(rate, ADDRESSES_REMEMBERED))
    }

    /// Whether an address may try a code. Ask before looking the code up.
    #[must_use]
    pub(crate) fn may_try(&self, address: IpAddr, now: Instant) -> bool {
        self.0.can_pay(WRONG_CODE_SECONDS, &address, now)
    }

    /// Counts a wrong code.
    pub(crate) fn tried_wrong(&self, address: IpAddr, now: Instant) {
        // An address without credits is refused at its next attempt.
        let _ = self.0.pay(WRONG_CODE_SECONDS, address, now);
    }
}

/// Limits failed logins, per address and per name; and the names claimed per address. The limit per name
/// does not apply to the owner's own devices, so that others can't lock the owner out.
pub(crate) struct Attempts {
    addresses: Addresses,
    names: Many<String>,
    claims: Addresses,
}

impl Attempts {
    pub(crate) fn new() -> Attempts {
        // Here too one credit stands for one second.
        let rate = |burst: u32| Rate { burst: burst * WRONG_LOGIN_SECONDS, per_second: 1 };
        Attempts {
            addresses: Many::new(rate(WRONG_LOGINS_PER_ADDRESS), ADDRESSES_REMEMBERED),
            names: Many::new(rate(WRONG_LOGINS_PER_NAME), NAMES_REMEMBERED),
            claims: Many::new(rate(CLAIMS_PER_ADDRESS), ADDRESSES_REMEMBERED),
        }
    }

    /// Whether a login may be tried. `known` means that the owner was logged in on this device before.
    #[must_use]
    pub(crate) fn may_try(&self, address: IpAddr, name: &str, known: bool, now: Instant) -> bool {
        self.addresses.can_pay(WRONG_LOGIN_SECONDS, &address, now)
            && (known || self.names.can_pay(WRONG_LOGIN_SECONDS, &name.to_owned(), now))
    }

    /// Counts a failed login.
    pub(crate) fn failed(&self, address: IpAddr, name: &str, now: Instant) {
        // Without credits the next attempt is refused.
        let _ = self.addresses.pay(WRONG_LOGIN_SECONDS, address, now);
        let _ = self.names.pay(WRONG_LOGIN_SECONDS, name.to_owned(), now);
    }

    /// Counts a name that is to be claimed. Returns whether it may be.
    #[must_use]
    pub(crate) fn claim(&self, address: IpAddr, now: Instant) -> bool {
        self.claims.pay(WRONG_LOGIN_SECONDS, address, now)
    }
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

    #[test]
    fn codes_can_be_guessed_only_slowly_and_by_each_address_for_itself() {
        let codes = WrongCodes::new();
        let now = Instant::now();
        for _ in 0..20 {
            assert!(codes.may_try(address(1), now));
            codes.tried_wrong(address(1), now);
        }
        assert!(!codes.may_try(address(1), now));
        assert!(codes.may_try(address(2), now));
        assert!(!codes.may_try(address(1), now + Duration::from_secs(29)));
        let later = now + Duration::from_secs(30);
        assert!(codes.may_try(address(1), later));
        codes.tried_wrong(address(1), later);
        assert!(!codes.may_try(address(1), later));
        assert!(codes.may_try(address(1), now + Duration::from_secs(600)));
    }

    #[test]
    fn whoever_tries_passwords_is_slowed_down_and_the_owner_is_not() {
        let attempts = Attempts::new();
        let now = Instant::now();
        // One address, many names: credential stuffing.
        for it in 0..10 {
            assert!(attempts.may_try(address(1), &format!("name{it}"), false, now));
            attempts.failed(address(1), &format!("name{it}"), now);
        }
        assert!(!attempts.may_try(address(1), "another", false, now));
        // Many addresses, one name: distributed guessing.
        for it in 0..20 {
            assert!(attempts.may_try(address(100 + it), "ada", false, now));
            attempts.failed(address(100 + it), "ada", now);
        }
        assert!(!attempts.may_try(address(99), "ada", false, now));
        assert!(attempts.may_try(address(99), "ada", true, now), "her own device");
        assert!(attempts.may_try(address(99), "alan", false, now));
        assert!(attempts.may_try(address(99), "ada", false, now + Duration::from_secs(30)));
    }

    #[test]
    fn right_codes_cost_nothing() {
        let codes = WrongCodes::new();
        let now = Instant::now();
        assert!((0..1_000).all(|_| codes.may_try(address(1), now)));
    }
}
