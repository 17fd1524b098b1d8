//! Names of people.
use std::sync::Arc;
pub(crate) fn clean(text: &str) -> Result<Arc<str>, String> {
    let name = text.trim();
    if name.is_empty() || name.chars().count() > 24 || name.chars().any(char::is_control) {
        return Err("a name must have at least one visible character".to_owned());
    }
    Ok(name.into())
}
