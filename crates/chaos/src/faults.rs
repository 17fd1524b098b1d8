//! The faults, and how long each lasts.

use std::sync::atomic::Ordering;
use std::time::Duration;

use rustix::process::Signal;
use tokio::time::sleep;

use crate::player::{Chance, Hall};
use crate::proxy::Mode;
use crate::rig::Rig;
use crate::{Options, below, within};

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Fault {
    /// A server is killed with SIGKILL, and started again two seconds later
    Kill,
    /// A server stands still for nine seconds
    Pause,
    /// A server stands still for twenty seconds
    LongPause,
    /// A server can't reach the bus, and nobody tells it
    OffBus,
    /// The bus is down for five seconds
    BusDown,
    /// A server can't reach the database for eight seconds, and nobody tells it
    OffDatabase,
    /// A server's connections to the database break
    Reset,
    /// A server's way to the database is slow for five seconds
    Slow,
    /// The database crashes, and is back after ten seconds
    DatabaseRestart,
    /// The database stands still for eight seconds
    DatabasePause,
    /// A server is stopped politely and started again
    Deploy,
}

pub(crate) const ALL: [Fault; 11] = [
    Fault::Kill,
    Fault::OffBus,
    Fault::Pause,
    Fault::Deploy,
    Fault::OffDatabase,
    Fault::BusDown,
    Fault::Reset,
    Fault::DatabasePause,
    Fault::Slow,
    Fault::DatabaseRestart,
    Fault::LongPause,
];

/// A fault that happened.
pub(crate) struct Happened {
    pub(crate) fault: Fault,
    pub(crate) from: Duration,
    pub(crate) to: Duration,
    /// How long the server took to report to its proxy that it is not routable.
    pub(crate) said_so: Option<Duration>,
}

/// Injects faults until there were enough of them, and enough games.
pub(crate) async fn happen(
    rig: &mut Rig,
    hall: &Hall,
    options: &Options,
    happened: &mut Vec<Happened>,
) -> anyhow::Result<()> {
    let mut chance = Chance(options.seed);
    let mut order = if options.only.is_empty() { ALL.to_vec() } else { options.only.clone() };
    if !rig.has_bus() {
        // Without a bus its faults do not count.
        order.retain(|it| !matches!(it, Fault::OffBus | Fault::BusDown));
    }
    let needed = options.faults.max(order.len());
    let enough = |happened: &[Happened]| {
        // Both players of a game count it.
        happened.len() >= needed && hall.games.load(Ordering::Relaxed) >= options.games * 2
    };
    while !enough(happened) && hall.start.elapsed().as_secs() < options.at_most {
        if options.only.is_empty() {
            for last in (1..order.len()).rev() {
                order.swap(last, below(&mut chance, last + 1));
            }
        }
        for &fault in &order {
            let node = match fault {
                // One server after the other, as in a real deployment.
                Fault::Deploy => happened.iter().filter(|it| it.fault == fault).count(),
                _ => below(&mut chance, rig.nodes.len()),
            } % rig.nodes.len();
            let from = hall.start.elapsed();
            let said_so = within(90, "a fault", one(rig, hall, fault, node)).await?;
            happened.push(Happened { fault, from, to: hall.start.elapsed(), said_so });
            sleep(Duration::from_secs(options.rest)).await;
            if enough(happened) {
                break;
            }
        }
    }
    Ok(())
}

async fn one(
    rig: &mut Rig,
    hall: &Hall,
    fault: Fault,
    node: usize,
) -> anyhow::Result<Option<Duration>> {
    let from = hall.start.elapsed();
    let mut said_so = None;
    let seconds = |it| sleep(Duration::from_secs(it));
    match fault {
        Fault::Kill => {
            rig.nodes[node].signal(Signal::KILL);
            rig.nodes[node].ended().await?;
            seconds(2).await;
            rig.nodes[node].start()?;
            rig.nodes[node].ready().await?;
        }
        Fault::Pause | Fault::LongPause => {
            rig.nodes[node].signal(Signal::STOP);
            // What a proxy finds out by its checks.
            seconds(2).await;
            hall.routable[node].store(false, Ordering::Relaxed);
            seconds(if fault == Fault::Pause { 7 } else { 18 }).await;
            rig.nodes[node].signal(Signal::CONT);
            rig.nodes[node].ready().await?;
            hall.routable[node].store(true, Ordering::Relaxed);
        }
        Fault::OffBus => {
            if let Some(link) = &rig.nodes[node].to_bus {
                link.set(Mode::BlackHole);
                seconds(6).await;
                link.set(Mode::Pass);
            }
        }
        Fault::BusDown => {
            if rig.has_bus() {
                rig.stop_bus().await?;
                seconds(5).await;
                rig.start_bus()?;
            }
        }
        Fault::OffDatabase => {
            rig.nodes[node].to_database.set(Mode::BlackHole);
            while hall.start.elapsed() < from + Duration::from_secs(8) {
                sleep(Duration::from_millis(250)).await;
                let routable = rig.nodes[node].is_routable().await;
                hall.routable[node].store(routable, Ordering::Relaxed);
                if !routable && said_so.is_none() {
                    said_so = Some(hall.start.elapsed().saturating_sub(from));
                }
            }
            rig.nodes[node].to_database.set(Mode::Pass);
            rig.nodes[node].ready().await?;
            hall.routable[node].store(true, Ordering::Relaxed);
        }
        Fault::Reset => {
            rig.nodes[node].to_database.set(Mode::Reset);
            sleep(Duration::from_millis(300)).await;
            rig.nodes[node].to_database.set(Mode::Pass);
        }
        Fault::Slow => {
            rig.nodes[node].to_database.set(Mode::Delay(Duration::from_millis(60)));
            seconds(5).await;
            rig.nodes[node].to_database.set(Mode::Pass);
        }
        Fault::DatabaseRestart => {
            rig.stop_database().await?;
            seconds(10).await;
            rig.start_database().await?;
        }
        Fault::DatabasePause => {
            rig.pause_database(true)?;
            seconds(8).await;
            rig.pause_database(false)?;
        }
        Fault::Deploy => {
            rig.nodes[node].signal(Signal::TERM);
            // Its proxy's next check.
            seconds(1).await;
            hall.routable[node].store(false, Ordering::Relaxed);
            rig.nodes[node].ended().await?;
            rig.nodes[node].start()?;
            rig.nodes[node].ready().await?;
            hall.routable[node].store(true, Ordering::Relaxed);
        }
    }
    Ok(said_so)
}
