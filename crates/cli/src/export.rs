//! `fourfall export`: finished games as JSON lines, from a store or from a server.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use fourfall_client::{Rest, Server};
use fourfall_server::config::{Secret, StoreLocation};
use fourfall_server::export::Export;
use serde::Serialize;

use crate::args;

pub(crate) fn export(options: &args::Export) -> anyhow::Result<ExitCode> {
    let mut out = Lines { out: io::stdout().lock(), left: options.limit.map(|it| it.get()) };
    let player = options.player.as_deref();
    crate::on_runtime(async {
        if let Some(server) = &options.connect {
            return from_server(server, player, &mut out).await;
        }
        let location = location(options.data_dir.as_deref(), options.database_url.as_deref())?;
        from_store(&location, player, &mut out).await
    })
}

/// Where a store is that must be there already; a database comes before a folder.
pub(crate) fn location(folder: Option<&Path>, url: Option<&str>) -> anyhow::Result<StoreLocation> {
    match (url, folder) {
        (Some(url), _) => Ok(StoreLocation::Postgres(Secret::new(url.to_owned()))),
        (None, Some(folder)) => folder_of_a_store(folder),
        (None, None) => bail!("expected --connect, --data-dir or --database-url"),
    }
}

/// Opening a store makes one where there is none, which is not what somebody who reads wants.
fn folder_of_a_store(folder: &Path) -> anyhow::Result<StoreLocation> {
    if !folder.join("fourfall.sqlite").is_file() {
        bail!("there is no store in {}", folder.display());
    }
    Ok(StoreLocation::Folder(folder.to_owned()))
}

struct Lines<W> {
    out: W,
    left: Option<u32>,
}

impl<W: Write> Lines<W> {
    /// Whether more are wanted.
    fn wants_more(&self) -> bool {
        self.left != Some(0)
    }

    fn print(&mut self, game: &impl Serialize) -> anyhow::Result<()> {
        if !self.wants_more() {
            return Ok(());
        }
        self.left = self.left.map(|it| it - 1);
        let line = serde_json::to_string(game)?;
        writeln!(self.out, "{line}").context("could not write the answer")
    }
}

async fn from_server(
    server: &Server,
    player: Option<&str>,
    out: &mut Lines<impl Write>,
) -> anyhow::Result<ExitCode> {
    let rest = Rest::new(server.clone());
    let mut before: Option<String> = None;
    loop {
        let (games, next) = rest.games(player, before.as_deref()).await?;
        for game in &games {
            out.print(game)?;
        }
        match next {
            Some(next) if out.wants_more() => before = Some(next),
            _ => return Ok(ExitCode::SUCCESS),
        }
    }
}

async fn from_store(
    location: &StoreLocation,
    player: Option<&str>,
    out: &mut Lines<impl Write>,
) -> anyhow::Result<ExitCode> {
    let store = match location {
        StoreLocation::Folder(folder) => format!("the store in {}", folder.display()),
        StoreLocation::Postgres(_) => "the store in PostgreSQL".to_owned(),
    };
    let mut export =
        Export::open(location, player).await.with_context(|| format!("could not open {store}"))?;
    while out.wants_more() {
        let games = export.page().await.with_context(|| format!("could not read {store}"))?;
        if games.is_empty() {
            break;
        }
        for game in &games {
            out.print(game)?;
        }
    }
    export.close().await;
    Ok(ExitCode::SUCCESS)
}
