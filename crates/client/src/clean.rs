//! What a server says ends up on a terminal, where control characters would be commands.

use serde_json::Value;

/// Takes the control characters out of every string.
pub(crate) fn clean(mut value: Value) -> Value {
    walk(&mut value);
    value
}

fn walk(value: &mut Value) {
    match value {
        Value::String(text) => text.retain(|it| !it.is_control()),
        Value::Array(list) => list.iter_mut().for_each(walk),
        Value::Object(fields) => fields.values_mut().for_each(walk),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nobody_writes_to_a_terminal_what_is_no_text() {
        let value =
            json!({ "a": ["x\u{1b}[2J", { "b": "\u{9b}31mé\u{7f}\n" }], "c": 1, "d": null });
        let cleaned = json!({ "a": ["x[2J", { "b": "31mé" }], "c": 1, "d": null });
        assert_eq!(clean(value), cleaned);
    }
}
