//! The page's types, generated from ours and checked in as `web/src/protocol/generated.ts`.
//!
//! `FOURFALL_WRITE_TYPES=1 cargo test -p fourfall-protocol` writes the file; without the variable
//! the test only compares, and fails on a difference.

use std::fmt::Write as _;
use std::path::Path;

use ts_rs::{Config, TS};

use crate::{ack, client, reject, rest, server};

/// The declarations of types, in the order in which they are named.
macro_rules! declarations {
    ($($Type:ty),+ $(,)?) => {{
        let config = Config::new();
        [$(pretty(&format!("{}export {}", docs::<$Type>(), <$Type as TS>::decl(&config)))),+]
            .join("\n")
    }};
}

fn docs<T: TS>() -> String {
    T::docs().map(|it| format!("{}\n", it.trim_end())).unwrap_or_default()
}

/// One field a line, indented, comments on one line where they fit.
fn pretty(declaration: &str) -> String {
    let text = declaration.replace(", }", ",\n}").replace("\n * ", " ").replace("\n */", " */");
    let mut depth = 0;
    let mut pretty = String::new();
    for line in text.lines().map(str::trim_end) {
        depth -= usize::from(line.starts_with('}'));
        let line = line.strip_suffix(',').map_or(line.to_owned(), |it| format!("{it};"));
        writeln!(pretty, "{:indent$}{line}", "", indent = 2 * depth).expect("strings take all");
        depth += usize::from(
            line.ends_with('{') || line.contains("{ \"kind\": ") && line.ends_with(';'),
        );
    }
    pretty
}

fn interface(name: &str, about: &str, events: &[(&str, String)]) -> String {
    let mut text = format!("/** {about} */\nexport interface {name} {{\n");
    for (event, payload) in events {
        writeln!(text, "  readonly '{event}': {payload};").expect("strings take all");
    }
    text + "}\n"
}

fn generated() -> String {
    let acks = [
        ("matchmaking:join", "JoinedMatchmaking"),
        ("matchmaking:leave", "Done"),
        ("game:move", "Moved"),
        ("game:resign", "Done"),
        ("game:reconnect", "GameReached"),
        ("game:spectate", "GameReached"),
        ("afk:check", "AfkChecked"),
        ("game:rematch", "RematchAnswered"),
        ("game:rematch:decline", "Done"),
        ("room:create", "RoomCreated"),
        ("room:join", "GameReached"),
        ("game:leave", "Done"),
        ("game:abort", "Done"),
        ("game:react", "Done"),
    ]
    .map(|(event, result)| (event, result.to_owned()));
    assert!(acks.iter().map(|it| it.0).eq(client::ClientMessage::EVENTS.iter().copied()));

    [
        "// Generated from crates/protocol by its tests. Do not edit: its tests write it.\n"
            .to_owned(),
        declarations![
            reject::RejectCode,
            reject::Refusal,
            client::Preset,
            client::Difficulty,
            client::JoinMatchmaking,
            client::LeaveMatchmaking,
            client::Move,
            client::Resign,
            client::Reconnect,
            client::Spectate,
            client::AfkCheck,
            client::Rematch,
            client::DeclineRematch,
            client::CreateRoom,
            client::JoinRoom,
            client::Leave,
            client::Abort,
            client::Reaction,
            client::React,
            server::SessionCreated,
            server::SessionReplaced,
            server::Waiting,
            server::MatchmakingLeft,
            server::AlreadyStarted,
            server::Player,
            server::Series,
            server::GameStarted,
            server::LastMove,
            server::MoveMade,
            server::AfkWarning,
            server::AfkWarningCleared,
            server::AfkStatus,
            server::Reason,
            server::GameOver,
            server::PlayerDisconnected,
            server::PlayerReconnected,
            server::GameReconnected,
            server::SpectateJoined,
            server::Spectators,
            server::RematchOffered,
            server::DeclineReason,
            server::RematchDeclined,
            server::RematchAccepted,
            server::RoomWaiting,
            server::CloseReason,
            server::RoomClosed,
            server::Reacted,
            server::GameError,
            ack::JoinedMatchmaking,
            ack::Moved,
            ack::RoomCreated,
            ack::GameReached,
            ack::AfkChecked,
            ack::RematchAnswered,
            ack::Done,
            rest::Rooms,
            rest::Room,
            rest::RoomPlayer,
            rest::Online,
            rest::Invitation,
            rest::Host,
            rest::InvitationStatus,
            rest::Game,
            rest::GamePlayer,
            rest::GameResult,
            rest::Games,
            rest::PlayerStats,
            rest::Credentials,
            rest::Recovery,
            rest::NewPassword,
            rest::Confirmation,
            rest::PasskeyRequest,
            rest::Ceremony,
            rest::NewPasskey,
            rest::PasskeyLogin,
            rest::Passkey,
            rest::Passkeys,
            rest::Claimed,
            rest::RecoveryCodes,
            rest::LoggedIn,
            rest::Account,
            rest::Device,
            rest::ReportRequest,
            rest::Ratings,
            rest::RatingPoint,
            rest::Leaderboard,
            rest::AnalyzeRequest,
            rest::Analysis,
            rest::Outlook,
            rest::Problem,
        ],
        "/** The answer to an event. */\nexport type Ack<T> = ({ ok: true } & T) | { ok: false; \
         error: Refusal };\n"
            .to_owned(),
        interface("ClientEvents", "What clients send.", &client::ClientMessage::typescript()),
        interface("Results", "What an event is answered with when it is accepted.", &acks),
        interface("ServerEvents", "What the server sends.", &server::ServerMessage::typescript()),
    ]
    .join("\n")
}

#[test]
fn the_pages_types_are_these() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/generated.ts");
    let generated = generated();
    if std::env::var_os("FOURFALL_WRITE_TYPES").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &generated).unwrap();
    }
    let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        checked_in == generated,
        "web/src/protocol/generated.ts is not what the types say; FOURFALL_WRITE_TYPES=1 cargo test -p fourfall-protocol writes it anew"
    );
}
