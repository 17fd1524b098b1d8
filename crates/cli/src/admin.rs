//! `fourfall admin`: commands for operators, which work on the store.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use fourfall_server::admin::{Admin, Line, PlayerId, player_id};

use crate::args::{self, Keys, Task};
use crate::export::location;

/// The name that is shown for a player whose name is hidden.
const HIDDEN: &str = "hidden";

pub(crate) fn admin(options: &args::Admin) -> anyhow::Result<ExitCode> {
    crate::on_runtime(async {
        if let Task::Restore { from } = &options.task {
            // There may be no store yet.
            let restored = Admin::restore(&options.data_dir, from, &options.operator).await;
            restored.context("could not restore the store")?;
            return Ok(ExitCode::SUCCESS);
        }
        let place = location(Some(&options.data_dir), options.database_url.as_deref())?;
        let admin =
            Admin::open(&place, &options.operator).await.context("could not open the store")?;
        work(&admin, &options.task).await
    })
}

async fn work(admin: &Admin, task: &Task) -> anyhow::Result<ExitCode> {
    match task {
        Task::Ban { subject, reason, hours } => admin.ban(subject, reason, *hours).await?,
        Task::Unban { subject } => {
            if !admin.unban(subject).await? {
                crate::warn("there is no such ban");
                return Ok(ExitCode::FAILURE);
            }
        }
        Task::Players { containing } => print(&admin.players(containing).await?)?,
        Task::Suspicious { games } => print(&admin.suspicious(*games).await?)?,
        Task::Close { id } => admin.close_match(*id).await?,
        Task::Void { id } => {
            if admin.void_match(*id).await? == 0 {
                crate::warn("it has changed no rating, and will not");
            }
        }
        Task::Backup { to } => {
            let bytes = admin.backup(to).await?;
            print(&[vec![format!("{bytes} bytes in {}", to.display())]])?;
        }
        Task::Check => return crate::store::report(&admin.check()?),
        Task::Restore { .. } => {}
        Task::Bans => print(&admin.bans().await?)?,
        Task::Show { player } => print(&[vec![admin.show(&id(player)?).await?]])?,
        Task::Rename { player, name } => admin.rename(&id(player)?, name).await?,
        Task::Hide { player } => admin.rename(&id(player)?, HIDDEN).await?,
        Task::Reports => print(&admin.reports().await?)?,
        Task::Revoke { player } => admin.revoke(&id(player)?).await?,
        Task::Keys(Keys::Rotate) => print(&[vec![admin.rotate_keys().await?.to_string()]])?,
        Task::Drain => admin.drain(true).await?,
        Task::Undrain => admin.drain(false).await?,
        Task::Log { filter } => admin.log(filter).await?,
        Task::Deeds => print(&admin.deeds().await?)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn id(text: &str) -> anyhow::Result<PlayerId> {
    player_id(text).context("a player's id is 1 to 64 plain characters")
}

/// Prints each line with tabs between its fields.
fn print(lines: &[Line]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{}", line.join("\t")).context("could not write the answer")?;
    }
    Ok(())
}
