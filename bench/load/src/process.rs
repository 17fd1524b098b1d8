//! What the servers use: processor time and memory, as the kernel counts them.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use anyhow::{Context, ensure};

/// The kernel counts processor time in hundredths of a second, on every Linux there is.
const TICK: Duration = Duration::from_millis(10);

struct Stat {
    parent: u32,
    /// Its own, and that of children that have ended.
    busy: Duration,
}

fn stat(pid: u32) -> Option<Stat> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before the last parenthesis may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = fields.get(11..15)?.iter().map(|it| it.parse::<u32>());
    Some(Stat {
        parent: fields.get(1)?.parse().ok()?,
        busy: TICK * ticks.sum::<Result<u32, _>>().ok()?,
    })
}

/// Processor time of these processes and of all that descend from them: a database answers each of its
/// clients from a process of its own.
pub fn processor_time(pids: &[u32]) -> anyhow::Result<Duration> {
    let mut all = HashMap::new();
    for entry in std::fs::read_dir("/proc")? {
        let name = entry?.file_name();
        if let Some(pid) = name.to_str().and_then(|it| it.parse().ok())
            && let Some(stat) = stat(pid)
        {
            all.insert(pid, stat);
        }
    }
    ensure!(pids.iter().all(|it| all.contains_key(it)), "the server has gone");
    let mut counted: HashSet<u32> = pids.iter().copied().collect();
    loop {
        let before = counted.len();
        let found: Vec<u32> = all
            .iter()
            .filter(|(_, it)| counted.contains(&it.parent))
            .map(|(pid, _)| *pid)
            .collect();
        counted.extend(found);
        if counted.len() == before {
            break;
        }
    }
    Ok(counted.iter().map(|pid| all[pid].busy).sum())
}

/// Processor time of this process: what measuring costs.
pub fn own_processor_time() -> Duration {
    stat(std::process::id()).map_or(Duration::ZERO, |it| it.busy)
}

/// Memory the first of these processes holds, in KiB.
pub fn resident_kib(pids: &[u32]) -> anyhow::Result<u64> {
    let pid = pids.first().context("no process to look at")?;
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Thousands of connections need as many open files: takes all that are allowed, and asks for more where it may.
pub fn raise_open_files(connections: usize) -> anyhow::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let wanted = connections as u64 + 50;
    let now = getrlimit(Resource::Nofile);
    let maximum = now.maximum.unwrap_or(u64::MAX).max(wanted);
    let as_root = Rlimit { current: Some(maximum.min(1 << 20)), maximum: Some(maximum) };
    let as_anybody = Rlimit { current: now.maximum, maximum: now.maximum };
    let _ =
        setrlimit(Resource::Nofile, as_root).or_else(|_| setrlimit(Resource::Nofile, as_anybody));
    let got = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    ensure!(
        got >= wanted,
        "{wanted} open files are needed and {got} allowed: raise the hard limit"
    );
    Ok(())
}
