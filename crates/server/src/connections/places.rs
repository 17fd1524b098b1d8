//! Places that are taken and given back: a limited number in all, and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

/// A bounded number of places. Addresses are those that limits count by.
#[derive(Debug)]
pub(crate) struct Places {
    total: usize,
    per_address: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    total: usize,
    per_address: HashMap<IpAddr, usize>,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    address: Option<IpAddr>,
}

impl Places {
    pub(crate) fn new(total: usize, per_address: usize) -> Arc<Places> {
        Arc::new(Places { total, per_address, taken: Mutex::default() })
    }

    /// Takes a place for an address, if there is one; for nobody in particular, if none is given.
    pub(crate) fn take(self: &Arc<Places>, address: Option<IpAddr>) -> Option<Place> {
        let mut taken = self.lock();
        if taken.total >= self.total {
            return None;
        }
        if let Some(address) = address {
            let own = taken.per_address.entry(address).or_default();
            if *own >= self.per_address {
                return None;
            }
            *own += 1;
        }
        taken.total += 1;
        Some(Place { places: self.clone(), address })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().expect("no holder of this lock can panic")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
        taken.total -= 1;
        if let Some(address) = self.address
            && let Some(own) = taken.per_address.get_mut(&address)
        {
            *own -= 1;
            if *own == 0 {
                taken.per_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([10, 0, 0, last]))
    }

    #[test]
    fn one_address_cannot_take_all_places() {
        let places = Places::new(3, 2);
        let mine = [places.take(address(1)), places.take(address(1))];
        assert!(mine.iter().all(Option::is_some));
        assert!(places.take(address(1)).is_none());
        let other = places.take(address(2));
        assert!(other.is_some());
        assert!(places.take(address(3)).is_none(), "all three are taken");
        drop(mine);
        assert!(places.take(address(3)).is_some());
    }

    #[test]
    fn a_place_given_back_is_forgotten() {
        let places = Places::new(3, 1);
        drop(places.take(address(1)));
        assert_eq!(places.lock().total, 0);
        assert!(places.lock().per_address.is_empty());
        let unnamed = [places.take(None), places.take(None), places.take(None)];
        assert!(unnamed.iter().all(Option::is_some), "the bound per address is for addresses");
        assert!(places.take(None).is_none());
    }
}
