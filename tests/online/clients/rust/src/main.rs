//! `rust-client URL GAMES TRANSPORT…`: rust_socketio, written from document 003 alone. Says how each game ended.

use std::process::exit;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use rust_socketio::{ClientBuilder, Payload, RawClient, TransportType};
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(20);

/// Who we are, what we play, and how many games are over.
#[derive(Default)]
struct Table {
    me: Value,
    game: Value,
    over: usize,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [url, games, transports @ ..] = args.as_slice() else { panic!("rust-client URL GAMES TRANSPORT…") };
    let games: usize = games.parse().expect("a number of games");
    let transport = match transports.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => TransportType::Any,
        ["polling"] => TransportType::Polling,
        ["websocket"] => TransportType::Websocket,
        _ => panic!("polling or websocket"),
    };
    let table = Arc::new(Mutex::new(Table::default()));
    let (done, is_done) = mpsc::channel();
    let listen = |then: fn(&mut Table, &Value, &RawClient)| {
        let (table, done) = (table.clone(), done.clone());
        move |payload: Payload, client: RawClient| {
            let Payload::Text(news) = payload else { panic!("JSON only") };
            let mut table = table.lock().expect("nobody panics");
            then(&mut table, &news[0], &client);
            if table.over == games {
                let _ = done.send(()); // once is enough
            } else if table.game["over"] == true {
                look_for_a_game(&client);
            }
        }
    };
    let client = ClientBuilder::new(url.as_str())
        .transport_type(transport)
        .reconnect(false)
        .on("session:created", listen(|table, news, client| {
            table.me = news["playerId"].clone();
            look_for_a_game(client);
        }))
        .on("game:started", listen(play))
        .on("game:move:made", listen(play))
        .on("game:over", listen(|table, news, _| {
            let result = if news["winner"] == table.me { "won" } else { "lost" };
            let discs = table.game["board"].as_array().map_or(0, |it| it.iter().filter(|it| !it.is_null()).count());
            println!("{result} {discs} {}", news["reason"].as_str().unwrap_or_default());
            table.over += 1;
            table.game["over"] = json!(true);
        }))
        .on("error", |error, _| eprintln!("{error:?}"))
        .connect()
        .expect("it connects");
    let in_time = is_done.recv_timeout(PATIENCE).is_ok();
    let _ = client.disconnect(); // it is over either way
    exit(i32::from(!in_time));
}

fn look_for_a_game(client: &RawClient) {
    ask(client, "matchmaking:join", json!({ "username": "Rust" }));
}

fn ask(client: &RawClient, event: &str, payload: Value) {
    let answered = |answer: Payload, _: RawClient| {
        let Payload::Text(answer) = answer else { panic!("JSON only") };
        // An answer comes as an array of its arguments. The move after the last one is late, which is nobody's fault.
        let fine = |it: &Value| it["ok"] == true || it["error"]["code"] == "game_over";
        let ok = answer.iter().flat_map(|it| it.as_array().into_iter().flatten().chain([it])).any(fine);
        assert!(ok, "refused: {answer:?}");
    };
    client.emit_with_ack(event, payload, PATIENCE, answered).expect("it is connected");
}

fn play(table: &mut Table, news: &Value, client: &RawClient) {
    if news.get("players").is_some() {
        table.game = news.clone();
    }
    for field in ["board", "currentTurn"] {
        table.game[field] = news[field].clone();
    }
    let turn = table.game["currentTurn"].as_u64().unwrap_or_default() as usize;
    let board = table.game["board"].as_array().cloned().unwrap_or_default();
    if let Some(column) = board[..7].iter().position(Value::is_null)
        && table.game["players"][turn]["id"] == table.me
    {
        let room = table.game["roomId"].clone();
        ask(client, "game:move", json!({ "roomId": room, "playerId": table.me, "column": column }));
    }
}
