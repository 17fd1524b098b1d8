//! Real servers, a real PostgreSQL, a real nats-server, and a proxy on every link between them.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection, PgConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};

use crate::proxy::Proxy;

/// Debian's library that fakes the time of day.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

pub(crate) struct Rig {
    folder: PathBuf,
    tool: PathBuf,
    pub(crate) postgres_port: u16,
    nats: Option<(Child, u16)>,
    pub(crate) nodes: Vec<Node>,
}

pub(crate) struct Node {
    binary: PathBuf,
    pub(crate) port: u16,
    admin_port: u16,
    pub(crate) to_database: Proxy,
    pub(crate) to_bus: Option<Proxy>,
    process: Option<Child>,
    log: PathBuf,
    /// How far its clock is off, in seconds.
    skew: i32,
    bug: Option<String>,
}

pub(crate) struct Setup<'a> {
    pub(crate) binaries: &'a [PathBuf],
    pub(crate) tool: &'a Path,
    pub(crate) nodes: usize,
    pub(crate) bus: bool,
    pub(crate) bug: Option<&'a str>,
}

async fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0)).await?.local_addr()?.port())
}

impl Rig {
    pub(crate) async fn start(setup: &Setup<'_>) -> anyhow::Result<Rig> {
        let folder = std::env::temp_dir().join(format!("fourfall-chaos-{}", std::process::id()));
        let tool = setup.tool.to_owned();
        let url = postgres(&tool, "start", &folder).await?;
        let (_, port) = url.rsplit_once(':').context("an address")?;
        let postgres_port = port.split('/').next().context("a port")?.parse()?;
        let logs = folder.join("logs");
        std::fs::create_dir_all(&logs)?;
        let nats = match setup.bus {
            true => {
                let port = free_port().await?;
                Some((nats(port, &logs)?, port))
            }
            false => None,
        };
        let mut rig = Rig { folder, tool, postgres_port, nats, nodes: Vec::new() };
        for number in 0..setup.nodes {
            let to_bus = match &rig.nats {
                Some((_, port)) => Some(Proxy::start(*port).await?),
                None => None,
            };
            let skewed = Path::new(FAKETIME).exists();
            rig.nodes.push(Node {
                binary: setup.binaries[number % setup.binaries.len()].clone(),
                port: free_port().await?,
                admin_port: free_port().await?,
                to_database: Proxy::start(postgres_port).await?,
                to_bus,
                process: None,
                log: logs.join(format!("server-{number}.log")),
                skew: if skewed { [0, 30, -30][number % 3] } else { 0 },
                bug: setup.bug.map(str::to_owned),
            });
        }
        for node in &mut rig.nodes {
            node.start()?;
            node.ready().await?;
        }
        Ok(rig)
    }

    pub(crate) async fn database(&self) -> anyhow::Result<PgConnection> {
        let url = format!("postgres://fourfall@127.0.0.1:{}/postgres", self.postgres_port);
        Ok(PgConnection::connect(&url).await?)
    }

    /// Stops PostgreSQL as a crash would.
    pub(crate) async fn stop_database(&self) -> anyhow::Result<()> {
        postgres(&self.tool, "stop", &self.folder).await.map(drop)
    }

    pub(crate) async fn start_database(&self) -> anyhow::Result<()> {
        postgres(&self.tool, "again", &self.folder).await.map(drop)
    }

    /// Every process of PostgreSQL.
    fn database_processes(&self) -> anyhow::Result<Vec<Pid>> {
        let file = std::fs::read_to_string(self.folder.join("data/postmaster.pid"))?;
        let main: i32 = file.lines().next().context("a process")?.parse()?;
        let mut found: Vec<_> = Pid::from_raw(main).into_iter().collect();
        for entry in std::fs::read_dir("/proc")?.flatten() {
            let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let parent = stat.rsplit_once(") ").and_then(|(_, it)| it.split(' ').nth(1));
            if parent.and_then(|it| it.parse().ok()) == Some(main)
                && let Some(pid) = entry.file_name().to_str().and_then(|it| it.parse().ok())
            {
                found.extend(Pid::from_raw(pid));
            }
        }
        Ok(found)
    }

    pub(crate) fn pause_database(&self, pause: bool) -> anyhow::Result<()> {
        let signal = if pause { Signal::STOP } else { Signal::CONT };
        for process in self.database_processes()? {
            // One that has ended needs no signal.
            let _ = kill_process(process, signal);
        }
        Ok(())
    }

    pub(crate) async fn stop_bus(&mut self) -> anyhow::Result<()> {
        if let Some((nats, _)) = &mut self.nats {
            nats.kill().await?;
        }
        Ok(())
    }

    pub(crate) fn start_bus(&mut self) -> anyhow::Result<()> {
        if let Some((process, port)) = &mut self.nats {
            *process = nats(*port, &self.folder.join("logs"))?;
        }
        Ok(())
    }

    pub(crate) fn has_bus(&self) -> bool {
        self.nats.is_some()
    }

    /// The last lines of every server's log that say that something is wrong.
    pub(crate) fn panics(&self) -> Vec<String> {
        let read = |it: &Node| std::fs::read_to_string(&it.log).unwrap_or_default();
        let logs = self.nodes.iter().map(read);
        let bad = |it: &&str| it.contains("panicked at") || it.contains("a room panicked");
        logs.flat_map(|it| it.lines().filter(bad).map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    pub(crate) fn logs(&self) -> PathBuf {
        self.folder.join("logs")
    }

    /// Ends everything. `keep` leaves the logs.
    pub(crate) async fn end(mut self, keep: bool) -> anyhow::Result<()> {
        for node in &mut self.nodes {
            if let Some(process) = &mut node.process {
                // If it has ended already, that is fine.
                let _ = process.kill().await;
            }
        }
        self.stop_bus().await?;
        if keep {
            self.stop_database().await
        } else {
            postgres(&self.tool, "remove", &self.folder).await.map(drop)
        }
    }
}

async fn postgres(tool: &Path, command: &str, folder: &Path) -> anyhow::Result<String> {
    let output = Command::new(tool).arg(command).arg(folder).output().await?;
    if !output.status.success() {
        bail!("PostgreSQL did not {command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn nats(port: u16, logs: &Path) -> anyhow::Result<Child> {
    let mut command = Command::new("nats-server");
    command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]);
    command.args(["--log", &logs.join("nats.log").to_string_lossy()]);
    command.kill_on_drop(true).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().context("nats-server is missing: apt-get install nats-server")
}

impl Node {
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn start(&mut self) -> anyhow::Result<()> {
        let database =
            format!("postgres://fourfall@127.0.0.1:{}/postgres", self.to_database.port());
        let log = std::fs::OpenOptions::new().create(true).append(true).open(&self.log)?;
        let mut command = Command::new(&self.binary);
        command.args(["serve", "--listen", &format!("127.0.0.1:{}", self.port)]);
        // An earlier version does not know the option, and ignores the variable.
        command.env("FOURFALL_ADMIN_LISTEN", format!("127.0.0.1:{}", self.admin_port));
        command.args(["--database-url", &database, "--log", "info"]);
        for limit in ["connections-per-address", "rooms-per-address"] {
            command.args([format!("--max-{limit}"), "100000".to_owned()]);
        }
        for limit in ["events-burst", "events-per-second", "requests-burst", "requests-per-second"]
        {
            command.args([format!("--{limit}"), "100000".to_owned()]);
        }
        if let Some(bus) = &self.to_bus {
            command.args(["--nats-url", &format!("nats://127.0.0.1:{}", bus.port())]);
        }
        if self.skew != 0 {
            command.env("LD_PRELOAD", FAKETIME).env("FAKETIME", format!("{:+}s", self.skew));
            command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1").env("DONT_FAKE_MONOTONIC", "1");
        }
        if let Some(bug) = &self.bug {
            command.env("FOURFALL_BUG", bug);
        }
        command.kill_on_drop(true).stdout(Stdio::null()).stderr(Stdio::from(log));
        self.process = Some(command.spawn().context("the server does not start")?);
        Ok(())
    }

    /// Waits until it serves.
    pub(crate) async fn ready(&mut self) -> anyhow::Result<()> {
        let by = Instant::now() + Duration::from_secs(60);
        while Instant::now() < by {
            if self.is_routable().await {
                return Ok(());
            }
            if let Some(process) = &mut self.process
                && let Some(status) = process.try_wait()?
            {
                let log = std::fs::read_to_string(&self.log).unwrap_or_default();
                let tail: Vec<_> = log.lines().rev().take(5).collect();
                bail!("the server ended with {status}: {tail:?}");
            }
            sleep(Duration::from_millis(50)).await;
        }
        bail!("the server on port {} is not ready", self.port)
    }

    /// What its proxy's check would find.
    pub(crate) async fn is_routable(&self) -> bool {
        let asking = async {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.ok()?;
            stream
                .write_all(b"GET /routable HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                .await
                .ok()?;
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).await.ok()?;
            (answer.ends_with(b" 200")).then_some(())
        };
        matches!(timeout(Duration::from_millis(500), asking).await, Ok(Some(())))
    }

    /// Some of its metrics, since it was started last.
    pub(crate) async fn figures(&self) -> String {
        let wanted =
            ["appends", "conflicts", "catch_ups", "sweeps", "swept_matches", "adoptions", "fenced"];
        let asking = async {
            // An earlier version has no address for operators.
            let mut stream = match TcpStream::connect(("127.0.0.1", self.admin_port)).await {
                Ok(stream) => stream,
                Err(_) => TcpStream::connect(("127.0.0.1", self.port)).await.ok()?,
            };
            let ask = b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            stream.write_all(ask).await.ok()?;
            let mut text = String::new();
            stream.read_to_string(&mut text).await.ok()?;
            let value = |name: &str| {
                let ours = |it: &&str| it.starts_with("fourfall_") && it.contains(name);
                let line = text.lines().filter(ours).find(|it| it.contains("_total "))?;
                Some(format!("{} {name}", line.rsplit(' ').next()?))
            };
            Some(wanted.iter().filter_map(|it| value(it)).collect::<Vec<_>>().join(", "))
        };
        let asked = timeout(Duration::from_secs(2), asking).await;
        asked.ok().flatten().unwrap_or_else(|| "does not answer".to_owned())
    }

    fn pid(&self) -> Option<Pid> {
        let id = self.process.as_ref()?.id()?;
        Pid::from_raw(i32::try_from(id).ok()?)
    }

    pub(crate) fn signal(&self, signal: Signal) {
        if let Some(pid) = self.pid() {
            // One that has ended needs no signal.
            let _ = kill_process(pid, signal);
        }
    }

    /// Waits for its end.
    pub(crate) async fn ended(&mut self) -> anyhow::Result<()> {
        if let Some(process) = &mut self.process {
            process.wait().await?;
        }
        Ok(())
    }
}
