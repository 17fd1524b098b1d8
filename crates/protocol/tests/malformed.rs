//! A payload that is not what its event takes is refused with a sentence, never with a panic.

use fourfall_protocol::{ClientMessage, ServerMessage};
use proptest::prelude::*;
use serde_json::{Value, json};

#[track_caller]
fn check(event: &str, payload: Value, sentence: &str) {
    let malformed = ClientMessage::decode(event, payload).expect_err("malformed");
    assert_eq!(malformed.to_string(), sentence);
}

#[test]
fn a_refusal_names_the_field() {
    let play = |column: Value| json!({ "roomId": "r", "playerId": "p", "column": column });
    check(
        "game:move",
        play(json!("3")),
        r#"game:move: column: invalid type: string "3", expected a whole number"#,
    );
    check(
        "game:move",
        play(json!(3.5)),
        "game:move: column: invalid type: floating point `3.5`, expected a whole number",
    );
    check(
        "game:move",
        play(Value::Null),
        "game:move: column: invalid type: null, expected a whole number",
    );
    check(
        "game:move",
        json!({ "roomId": 7, "playerId": "p", "column": 3 }),
        "game:move: roomId: invalid type: integer `7`, expected a string",
    );
    check(
        "game:move",
        json!({ "roomId": "r", "column": 3 }),
        "game:move: missing field `playerId`",
    );
    check(
        "game:move",
        json!({ "roomId": "r", "playerId": "p", "column": 3, "moveNumber": -1 }),
        "game:move: moveNumber: invalid value: integer `-1`, expected a whole number from 0 up",
    );
    check(
        "matchmaking:join",
        json!({ "username": "Ada", "preset": "blitz" }),
        "matchmaking:join: preset: unknown variant `blitz`, expected one of `classic`, `solo`, \
         `live`, `duel`",
    );
    check(
        "matchmaking:join",
        json!({ "username": "Ada", "wantsBot": "yes" }),
        r#"matchmaking:join: wantsBot: invalid type: string "yes", expected a boolean"#,
    );
    check(
        "room:create",
        json!({ "username": "Ada", "afkTimeoutSeconds": "soon" }),
        r#"room:create: afkTimeoutSeconds: invalid type: string "soon", expected a whole number"#,
    );
}

#[test]
fn a_refusal_says_what_a_payload_is() {
    check("afk:check", Value::Null, "afk:check: expected an object");
    check("game:move", json!(["r", "p", 3]), "game:move: expected an object");
    check("game:dance", json!({}), r#"there is no event called "game:dance""#);
}

#[test]
fn a_refusal_does_not_repeat_a_novel() {
    let novel = "once upon a time ".repeat(1_000);
    let payload = json!({ "roomId": "r", "playerId": "p", "column": novel });
    let malformed = ClientMessage::decode("game:move", payload).expect_err("a column is a number");
    assert_eq!(malformed.to_string().chars().count(), 201);
    let malformed = ClientMessage::decode(&novel, json!({})).expect_err("no such event");
    assert_eq!(malformed.to_string().chars().count(), 201);
}

#[test]
fn columns_that_do_not_exist_are_still_numbers() {
    for column in [-1, 7, i64::MIN, i64::MAX] {
        let payload = json!({ "roomId": "r", "playerId": "p", "column": column });
        assert!(ClientMessage::decode("game:move", payload).is_ok(), "{column}");
    }
    let payload = json!({ "roomId": "r", "playerId": "p", "column": u64::MAX });
    assert!(ClientMessage::decode("game:move", payload).is_ok());
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop_oneof!["live", "duel", "hard", "red"].prop_map(Value::from),
    ];
    let field = prop_oneof![
        "roomId|playerId|column|moveNumber|username|preset|wantsBot|botDifficulty",
        "token|roomCode|version|board|players|winner|reason|code|message|event|[a-z]{0,4}",
    ];
    leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(field.clone(), inner, 0..8)
                .prop_map(|it| Value::Object(it.into_iter().collect())),
        ]
    })
}

proptest! {
    /// Whatever comes in is a message or a sentence, and a message survives the way out and in.
    #[test]
    fn anything_is_a_message_or_a_sentence(payload in json_value()) {
        for event in ClientMessage::EVENTS {
            match ClientMessage::decode(event, payload.clone()) {
                Ok(message) => {
                    let again = serde_json::to_value(&message).expect("messages serialize");
                    prop_assert_eq!(ClientMessage::decode(event, again).expect("ours"), message);
                }
                Err(malformed) => prop_assert!(malformed.to_string().starts_with(event)),
            }
        }
        for event in ServerMessage::EVENTS {
            if let Ok(message) = ServerMessage::decode(event, payload.clone()) {
                let again = serde_json::to_value(&message).expect("messages serialize");
                prop_assert_eq!(ServerMessage::decode(event, again).expect("ours"), message);
            }
        }
    }

    /// Fields nobody has heard of change nothing.
    #[test]
    fn extra_fields_are_ignored(name in "x[a-zA-Z]{1,12}", value in json_value()) {
        let least = json!({ "roomId": "r", "playerId": "p", "column": 3 });
        let mut more = least.clone();
        more[name] = value;
        prop_assert_eq!(
            ClientMessage::decode("game:move", more),
            ClientMessage::decode("game:move", least)
        );
    }
}
