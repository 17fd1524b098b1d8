//! How many connections there are, in total and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fourfall_protocol::{Refusal, RejectCode};

use crate::limits::Limits;
use crate::telemetry::Metrics;
use crate::wire::refuse;

/// Lets connections in, up to a number.
pub(crate) struct Admission {
    counts: Mutex<Counts>,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Counts {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection that counts until this is dropped.
pub(crate) struct Admitted {
    admission: Arc<Admission>,
    address: IpAddr,
}

impl Admission {
    pub(crate) fn new(metrics: Arc<Metrics>) -> Admission {
        Admission { counts: Mutex::default(), metrics }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn len(&self) -> usize {
        self.counts().total
    }

    /// Lets a connection in, or says why not.
    pub(crate) fn admit(
        self: &Arc<Self>,
        limits: &Limits,
        address: IpAddr,
    ) -> Result<Admitted, Refusal> {
        let mut counts = self.counts();
        if counts.total >= limits.connections {
            return Err(refuse(RejectCode::Overloaded, "the server is full, try again later"));
        }
        let from_there = counts.by_address.entry(address).or_default();
        if *from_there >= limits.connections_per_address {
            return Err(refuse(
                RejectCode::RateLimited,
                "there are too many connections from your address",
            ));
        }
        *from_there += 1;
        counts.total += 1;
        self.metrics.connections.inc();
        Ok(Admitted { admission: self.clone(), address })
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut counts = self.admission.counts();
        counts.total -= 1;
        if let Some(from_there) = counts.by_address.get_mut(&self.address) {
            *from_there -= 1;
            if *from_there == 0 {
                counts.by_address.remove(&self.address);
            }
        }
        self.admission.metrics.connections.dec();
    }
}
