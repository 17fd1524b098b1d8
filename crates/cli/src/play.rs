//! `fourfall play`: a board in the terminal, against a bot, on one keyboard, or on a server.

mod lines;
mod local;
mod look;
mod online;
mod scene;
mod screen;
mod shell;
mod terminal;
mod thinker;

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, Sender};

use anyhow::{Context, bail};
use fourfall_client::{Identities, Page, Place, Session, Wish};

use crate::args;
use local::{Local, Opponent, Terms};
pub(crate) use look::Look;
use online::Online;
pub(crate) use scene::{Act, Scene, Side};
use shell::now_ms;
pub(crate) use shell::{Heard, Input, Referee, Shell};
pub(crate) use terminal::Screen;

pub(crate) fn play(options: &args::Play) -> anyhow::Result<ExitCode> {
    let by_line = env::var_os("TERM").is_some_and(|it| it == "dumb");
    if !(by_line || io::stdin().is_terminal() && io::stdout().is_terminal()) {
        bail!("play needs a terminal; for programs there are `fourfall reply` and `fourfall bot`");
    }
    let (sender, inputs) = mpsc::channel();
    match &options.connect {
        Some(place) => {
            let online = online(options, place, &sender)?;
            show(online, options, by_line, sender, &inputs)
        }
        None => {
            let local = local(options, &sender);
            show(local, options, by_line, sender, &inputs)
        }
    }?;
    Ok(ExitCode::SUCCESS)
}

fn show<R: Referee>(
    referee: R,
    options: &args::Play,
    by_line: bool,
    sender: Sender<Input>,
    inputs: &Receiver<Input>,
) -> anyhow::Result<()> {
    if by_line {
        return lines::run(referee, sender, inputs);
    }
    full_screen(referee, !options.no_animation, options.color, sender, inputs)
}

/// Shows a game on the whole screen until somebody leaves it.
pub(crate) fn full_screen<R: Referee>(
    referee: R,
    animates: bool,
    color: args::Color,
    sender: Sender<Input>,
    inputs: &Receiver<Input>,
) -> anyhow::Result<()> {
    let screen = Screen::open(&sender)?;
    // Held by the threads that send; when they are gone there is nothing to wait for.
    drop(sender);
    shell::run(Shell::new(referee, animates, now_ms()), screen, inputs, Look::find(color))
}

fn local(options: &args::Play, sender: &Sender<Input>) -> Local {
    let opponent = if options.two {
        Opponent::Person
    } else {
        Opponent::Bot { bot: options.bot, seed: options.seed.clone() }
    };
    let terms = Terms {
        opponent,
        turn_ms: options.turn_seconds.map(|it| u64::from(it.get()) * 1_000),
        thinks_visibly: !options.no_animation,
    };
    Local::new(terms, options.bot_starts, sender, now_ms())
}

fn online(options: &args::Play, place: &Place, sender: &Sender<Input>) -> anyhow::Result<Online> {
    let server = place.server.clone();
    let preset = options.preset.into();
    let wish = if options.invite {
        Wish::Invite(preset)
    } else if let Some(code) = &options.code {
        Wish::Join(code.clone())
    } else if let Some(room) = &options.watch {
        Wish::Watch(room.clone())
    } else if let Some(level) = options.against {
        Wish::Bot { preset, difficulty: level.into(), starts: false }
    } else {
        match &place.page {
            Page::Invitation(code) => Wish::Join(code.clone()),
            Page::Game(room) => Wish::Watch(room.clone()),
            Page::Moves(_) | Page::Other => Wish::QuickMatch(preset),
        }
    };
    let identities =
        if options.guest { None } else { Some(Identities::in_folder(&config_folder()?)) };
    let known = match &identities {
        Some(identities) => identities.of(&server).with_context(|| {
            format!("could not read {} (--guest goes without)", identities.file().display())
        })?,
        None => None,
    };
    let session = Session::new(&name(options.name.as_deref()), known, wish);
    Online::start(server, session, identities, sender)
}

/// Where a person's settings are kept.
fn config_folder() -> anyhow::Result<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let home = || folder("HOME").map(|it| it.join(".config"));
    let configuration = folder("XDG_CONFIG_HOME").or_else(|| folder("APPDATA")).or_else(home);
    let configuration =
        configuration.context("no folder to keep your identity in: set HOME, or use --guest")?;
    Ok(configuration.join("fourfall"))
}

/// The name others see.
pub(crate) fn name(given: Option<&str>) -> String {
    let user = || ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|it| env::var(it).ok());
    let name = given.map(str::to_owned).or_else(user).filter(|it| !it.trim().is_empty());
    name.unwrap_or_else(|| "Guest".to_owned())
}
