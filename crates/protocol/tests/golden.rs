//! The wire, frozen: one JSON file a message in `tests/golden/`. Changing one is a protocol change.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;

use fourfall_protocol::{
    Ack, AfkChecked, ClientMessage, Done, GameReached, JoinedMatchmaking, Moved, RejectCode,
    RematchAnswered, RoomCreated, ServerMessage, rest,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn golden(name: &str) -> Value {
    let path = folder().join(name).with_extension("json");
    let text = fs::read_to_string(&path).unwrap_or_else(|err| panic!("{}: {err}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|err| panic!("{}: {err}", path.display()))
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn file(direction: &str, event: &str) -> String {
    format!("{direction}/{}", event.replace(':', "-"))
}

/// What is read and written again is what was there.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + Debug>(name: &str) {
    let expected = golden(name);
    let message = T::deserialize(&expected).unwrap_or_else(|err| panic!("{name}: {err}"));
    assert_eq!(serde_json::to_value(&message).expect("messages serialize"), expected, "{name}");
}

#[test]
fn every_client_event_is_as_it_was() {
    for event in ClientMessage::EVENTS {
        let expected = golden(&file("client", event));
        let message = ClientMessage::decode(event, expected.clone()).expect("golden");
        assert_eq!(message.event(), *event);
        assert_eq!(serde_json::to_value(&message).expect("messages serialize"), expected);
    }
}

#[test]
fn every_server_event_is_as_it_was() {
    let variants = [("afk:status", "afk:status:none"), ("game:over", "game:over:draw")];
    let files = ServerMessage::EVENTS.iter().map(|it| (*it, *it)).chain(variants);
    for (event, name) in files {
        let expected = golden(&file("server", name));
        let message = ServerMessage::decode(event, expected.clone()).expect("golden");
        assert_eq!(message.event(), event);
        assert_eq!(serde_json::to_value(&message).expect("messages serialize"), expected);
    }
}

#[test]
fn every_answer_is_as_it_was() {
    check::<Ack<JoinedMatchmaking>>("ack/matchmaking-join");
    check::<Ack<Done>>("ack/matchmaking-leave");
    check::<Ack<Moved>>("ack/game-move");
    check::<Ack<Done>>("ack/game-resign");
    check::<Ack<GameReached>>("ack/game-reconnect");
    check::<Ack<GameReached>>("ack/game-spectate");
    check::<Ack<AfkChecked>>("ack/afk-check");
    check::<Ack<RematchAnswered>>("ack/game-rematch");
    check::<Ack<Done>>("ack/game-rematch-decline");
    check::<Ack<RoomCreated>>("ack/room-create");
    check::<Ack<GameReached>>("ack/room-join");
    check::<Ack<Done>>("ack/game-leave");
    check::<Ack<Done>>("ack/game-abort");
    check::<Ack<Done>>("ack/game-react");
    check::<Ack<Done>>("ack/refused");
}

#[test]
fn every_rest_payload_is_as_it_was() {
    check::<rest::Rooms>("rest/rooms");
    check::<rest::Game>("rest/game");
    check::<rest::Games>("rest/games");
    check::<rest::PlayerStats>("rest/player");
    check::<rest::Ratings>("rest/ratings");
    check::<rest::Leaderboard>("rest/leaderboard");
    check::<rest::AnalyzeRequest>("rest/analyze-request");
    check::<rest::Analysis>("rest/analysis");
    check::<rest::Problem>("rest/problem");
    check::<rest::Online>("rest/online");
    check::<rest::Invitation>("rest/invitation");
}

#[test]
fn no_golden_file_is_without_its_event() {
    let extra = ["server/afk-status-none", "server/game-over-draw", "ack/refused"];
    let client = ClientMessage::EVENTS.iter().flat_map(|it| [file("client", it), file("ack", it)]);
    let server = ServerMessage::EVENTS.iter().map(|it| file("server", it));
    let known: BTreeSet<String> = client.chain(server).chain(extra.map(str::to_owned)).collect();
    for direction in ["client", "server", "ack"] {
        for entry in fs::read_dir(folder().join(direction)).expect("the folder is there") {
            let path = entry.expect("readable").path();
            let stem = path.file_stem().expect("a file").to_string_lossy().into_owned();
            let name = format!("{direction}/{stem}");
            assert!(known.contains(&name), "{name} belongs to no event");
        }
    }
}

/// What an older or a hasty client sends: the fewest fields there may be.
#[test]
fn what_may_be_left_out_has_its_default() {
    let join =
        |payload| ClientMessage::decode("matchmaking:join", payload).expect("a name is enough");
    let least = join(serde_json::json!({ "username": "Ada" }));
    let nulls = join(serde_json::json!({
        "username": "Ada", "playerId": null, "sessionId": null, "preset": null, "wantsBot": null,
        "botDifficulty": null, "botStarts": null, "turnClockEnabled": null,
        "afkTimeoutEnabled": null, "afkTimeoutSeconds": null, "afkWarnSeconds": null,
    }));
    assert_eq!(least, nulls);
    assert_eq!(
        serde_json::to_value(&least).expect("messages serialize"),
        serde_json::json!({
            "username": "Ada", "preset": "live", "wantsBot": false, "botDifficulty": "medium",
            "botStarts": false,
        })
    );
}

/// The document's examples are the golden files, laid out for reading.
#[test]
fn the_documents_examples_are_the_golden_files() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/PROTOCOL.md");
    let document = fs::read_to_string(path).expect("the document is there");
    let mut examples = 0;
    for block in document.split("```json golden=").skip(1) {
        let (name, rest) = block.split_once('\n').expect("a name, then the example");
        let (example, _) = rest.split_once("\n```").expect("a block ends");
        let example: Value = serde_json::from_str(example)
            .unwrap_or_else(|err| panic!("the example of {name} is no JSON: {err}"));
        assert_eq!(example, golden(name), "{name}");
        examples += 1;
    }
    assert!(examples >= 10, "only {examples} examples were found");
}

/// Every event and every code there is has its line in the document.
#[test]
fn the_document_knows_every_event_and_code() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/PROTOCOL.md");
    let document = fs::read_to_string(path).expect("the document is there");
    let codes = RejectCode::ALL.map(RejectCode::as_str);
    let events = ClientMessage::EVENTS.iter().chain(ServerMessage::EVENTS).copied();
    for name in events.chain(codes) {
        assert!(document.contains(&format!("`{name}`")), "{name} is not in docs/PROTOCOL.md");
    }
}
