//! Previews of shared links, and games embedded in other people's pages.

use std::fmt::Write;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::response::{Html, IntoResponse, Response};
use fourfall_engine::puzzle::{Aim, PuzzleSet};
use fourfall_protocol::rest;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST};
use http::{Extensions, HeaderMap};
use tokio::time::Instant;

use super::Api;
use super::address::ClientAddress;
use super::error::ApiError;

/// Title, sentence and picture of a shared link, as Open Graph tags.
struct Preview {
    title: String,
    text: String,
    /// A path of this server.
    picture: String,
}

/// The page's document with the preview of this address, if it has one of its own.
pub(super) async fn with_preview(
    api: &Api,
    path: &str,
    headers: &HeaderMap,
    extensions: &Extensions,
    document: &str,
) -> Option<String> {
    let (folder, name) = split(path)?;
    // Looking a game up costs a read: a client over its rate limit gets the page without it.
    if !api.addresses.spend(ClientAddress::of(extensions), Instant::now()) {
        return None;
    }
    let preview = preview(api, folder, name).await?;
    let (before, after) = document.split_once("</head>")?;
    let origin = origin(api, headers)?;
    Some(format!("{before}{}</head>{after}", tags(&preview, &origin, path)))
}

fn split(path: &str) -> Option<(&str, &str)> {
    let (folder, name) = path.strip_prefix('/')?.split_once('/')?;
    Some((folder, name))
}

async fn preview(api: &Api, folder: &str, name: &str) -> Option<Preview> {
    match folder {
        "game" | "watch" => {
            let game = super::games::find(api, name).await.ok()?;
            let [first, second] = &game.players[..] else { return None };
            Some(Preview {
                title: format!("{} against {}", first.username, second.username),
                text: told(&game),
                picture: format!("/game/{name}.png"),
            })
        }
        // Nothing is looked up: a preview must not reveal whether a code is right.
        "play" => Some(Preview {
            title: "You are invited to a game of four in a row".to_owned(),
            text: format!("Open the link, or join with the code {}.", name.to_uppercase()),
            picture: "/v1/card.png".to_owned(),
        }),
        "puzzles" => {
            let puzzles = puzzles()?;
            let number: usize = name.parse().ok()?;
            let puzzle = puzzles.puzzles().get(number.checked_sub(1)?)?;
            let aim = match puzzle.aim {
                Aim::Win => "One move wins. Which?",
                Aim::Draw => "One move holds the draw. Which?",
            };
            Some(Preview {
                title: format!("Puzzle {number}: {aim}"),
                text: format!("Level {} of 5, from a solver that never errs.", puzzle.level),
                picture: format!("/v1/card.png?moves={}", puzzle.game),
            })
        }
        "player" => {
            let id = fourfall_match::PlayerId::new(name)?;
            let player = api.lobby.services().store.player(&id).await.ok()??;
            Some(Preview {
                title: format!("{} plays four in a row", player.name),
                text: format!(
                    "{} games: {} won, {} lost, {} drawn.",
                    player.games, player.wins, player.losses, player.draws
                ),
                picture: "/v1/card.png".to_owned(),
            })
        }
        _ => None,
    }
}

/// How a game went, in a sentence.
fn told(game: &rest::Game) -> String {
    let discs = game.moves.len();
    let name = |id: &String| game.players.iter().find(|it| it.id == *id).map(|it| &it.username);
    match &game.result {
        None => format!("{discs} discs so far. Watch it live."),
        Some(result) => match result.winner.as_ref().and_then(name) {
            Some(winner) => format!("{winner} won after {discs} discs. Replay it, and see why."),
            None => format!("A draw after {discs} discs. Replay it, and see why."),
        },
    }
}

/// The puzzles of the page, read once.
fn puzzles() -> Option<&'static PuzzleSet> {
    static SET: std::sync::OnceLock<Option<PuzzleSet>> = std::sync::OnceLock::new();
    SET.get_or_init(|| PuzzleSet::from_bytes(PUZZLES).ok()).as_ref()
}

const PUZZLES: &[u8] = include_bytes!("../../../engine/puzzles/fourfall.puzzles");

/// The address people reach this server at: pictures need absolute URLs.
fn origin(api: &Api, headers: &HeaderMap) -> Option<String> {
    match &api.public {
        Some(public) => Some(public.clone()),
        None => Some(format!("http://{}", headers.get(HOST)?.to_str().ok()?)),
    }
}

fn tags(Preview { title, text, picture }: &Preview, origin: &str, path: &str) -> String {
    let properties = [
        ("og:type", "website".to_owned()),
        ("og:site_name", "Fourfall".to_owned()),
        ("og:title", title.clone()),
        ("og:description", text.clone()),
        ("og:url", format!("{origin}{path}")),
        ("og:image", format!("{origin}{picture}")),
        ("og:image:width", "1200".to_owned()),
        ("og:image:height", "630".to_owned()),
        ("og:image:alt", "A board of four in a row".to_owned()),
    ];
    let mut tags = String::new();
    for (property, content) in properties {
        // Writing to a string does not fail.
        let _ =
            writeln!(tags, "<meta property=\"{property}\" content=\"{}\" />", escaped(&content));
    }
    tags.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\" />\n");
    tags
}

/// Names are chosen by players, and stand inside quotes.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            it => safe.push(it),
        }
    }
    safe
}

/// `/embed/{id}`: a game for other people's pages. It has no script: a picture, who played, how it
/// ended, and a link to the game.
pub(super) async fn embed(
    State(api): State<Api>,
    id: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    if !api.addresses.spend(ClientAddress::of(request.extensions()), Instant::now()) {
        return super::address::too_much();
    }
    match embedded(&api, id).await {
        Ok(document) => ([(CACHE_CONTROL, "no-cache")], Html(document)).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

async fn embedded(api: &Api, id: Result<Path<String>, PathRejection>) -> Result<String, ApiError> {
    let Path(id) = id?;
    let game = super::games::find(api, &id).await?;
    let [first, second] = &game.players[..] else { return Err(ApiError::unknown_room()) };
    let (first, second) = (escaped(&first.username), escaped(&second.username));
    let (id, told) = (escaped(&game.room_id), escaped(&told(&game)));
    Ok(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{first} against {second}</title>\
         <link rel=\"stylesheet\" href=\"/embed.css\"><a href=\"/game/{id}\" target=\"_blank\" rel=\"noopener\">\
         <img src=\"/game/{id}.gif\" width=\"356\" height=\"308\" alt=\"{told}\">\
         <b>{first} against {second}</b> <span>{told}</span></a></html>"
    ))
}

/// The few colours of an embedded game.
pub(super) async fn embed_style() -> Response {
    ([(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "public, max-age=86400")], STYLE)
        .into_response()
}

const STYLE: &str = "body{margin:0;background:#14141d;color:#f1ecff;font:15px/1.4 system-ui,sans-serif}\
    a{display:block;max-width:356px;margin:0 auto;color:inherit;text-decoration:none}\
    img{display:block;width:100%;height:auto}b,span{display:block;padding:6px 12px 0}\
    a:focus-visible{outline:3px solid #ffcc00}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_quotes() {
        let preview = Preview {
            title: "\"><script>alert(1)</script>".to_owned(),
            text: "a & b's".to_owned(),
            picture: "/v1/card.png".to_owned(),
        };
        let tags = tags(&preview, "http://play.example", "/game/x");
        assert!(!tags.contains("<script"), "{tags}");
        assert!(tags.contains("&quot;&gt;&lt;script&gt;"), "{tags}");
        assert!(tags.contains("a &amp; b&#39;s"), "{tags}");
        assert!(tags.contains("content=\"http://play.example/v1/card.png\""), "{tags}");
    }

    #[test]
    fn the_puzzles_of_the_page_are_there() {
        assert!(puzzles().is_some_and(|it| it.puzzles().len() >= 2_000));
    }
}
