//! Passkeys: adding and removing them, and logging in with them.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use fourfall_match::PlayerId;
use fourfall_protocol::rest;
use http::header::{HOST, ORIGIN};
use http::{Extensions, HeaderMap};

use super::Api;
use super::account::{
    Asked, Told, check_claims, claim_name, claimable, label, log_in, own_account, proved,
};
use super::error::ApiError;
use crate::identity::Proof;
use crate::identity::passkeys::{self, Answer, Ceremony, Key, Party, Purpose, Question, Refused};
use crate::limits::{CEREMONY_REMEMBERED, DEVICE_CHARS_MAX, PASSKEYS_MAX};
use crate::services::Services;
use crate::store::StoreError;
use crate::store::people::{Account, Passkey, People, Removal};

/// The relying party of WebAuthn: the host of the public address, or `localhost`.
fn party(api: &Api, headers: &HeaderMap) -> Result<Party, ApiError> {
    let party = match &api.public {
        Some(public) => Party::of(public),
        None => page_of(headers).and_then(|it| Party::of_this_machine(&it)),
    };
    party.ok_or_else(|| {
        ApiError::forbidden(
            "passkeys belong to a name such as play.example or localhost, and this server has none: it needs --public-url",
        )
    })
}

/// The origin of the page that sent the request.
fn page_of(headers: &HeaderMap) -> Option<String> {
    let text = |it| headers.get(it)?.to_str().ok();
    text(ORIGIN).map(str::to_owned).or_else(|| text(HOST).map(|it| format!("http://{it}")))
}

fn refused(err: &Refused) -> ApiError {
    tracing::debug!(error = err as &dyn std::error::Error, "refused a passkey");
    ApiError::wrong_passkey()
}

/// The options for the browser. That they can't be made is not expected; it is answered here.
fn asked(question: Option<Question>) -> Told<rest::Ceremony> {
    let question = question.ok_or_else(|| ApiError::overloaded("passkeys can't be used right now"));
    let Question { ceremony, options } = question?;
    Ok(Json(rest::Ceremony { ceremony, options }))
}

/// The ceremony that an answer belongs to, if a server of this store has signed it.
fn opened(services: &Services, text: &str) -> Result<Ceremony, ApiError> {
    Ceremony::open(text, &services.tokens).ok_or_else(ApiError::wrong_passkey)
}

/// Ends a ceremony, so that no server accepts an answer to it again.
async fn close(services: &Services, text: &str) -> Result<(), ApiError> {
    let now = services.now();
    let fresh =
        services.people.use_ceremony(&Ceremony::id(text), now, now + CEREMONY_REMEMBERED).await?;
    if fresh { Ok(()) } else { Err(ApiError::wrong_passkey()) }
}

/// The passkeys of a player, as they are shown to their owner.
pub(super) async fn all_of(
    people: &People,
    player: &PlayerId,
) -> Result<Vec<rest::Passkey>, StoreError> {
    let passkeys = people.passkeys(player).await?.into_iter().map(|it| rest::Passkey {
        id: it.key.id,
        label: it.label,
        created_at: it.created.unix_ms(),
    });
    Ok(passkeys.collect())
}

/// The player whose passkey has signed an answer.
pub(super) async fn owner(
    api: &Api,
    headers: &HeaderMap,
    login: &rest::PasskeyLogin,
) -> Result<PlayerId, ApiError> {
    let (services, party) = (api.lobby.services(), party(api, headers)?);
    let ceremony = opened(services, &login.ceremony)?;
    if ceremony.purpose != Purpose::LogIn {
        return Err(ApiError::wrong_passkey());
    }
    let answer = Answer::read(&login.credential).map_err(|it| refused(&it))?;
    let known = services.people.passkey(&answer.key_id()).await?;
    let Passkey { player, key, .. } = known.ok_or_else(ApiError::wrong_passkey)?;
    let state = answer.check(&party, &ceremony, &player, &key).map_err(|it| refused(&it))?;
    close(services, &login.ceremony).await?;
    if !services.people.passkey_used(&key, &state).await? {
        return Err(ApiError::wrong_passkey());
    }
    Ok(player)
}

/// Ask a browser for a passkey to log in with
///
/// No name is needed: the passkey says whose it is.
#[utoipa::path(post, path = "/v1/account/login/passkey/options", responses(
    (status = OK, body = rest::Ceremony),
    (status = FORBIDDEN, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn ask_who(State(api): State<Api>, headers: HeaderMap) -> Told<rest::Ceremony> {
    let party = party(&api, &headers)?;
    asked(passkeys::ask_who(&party, &api.lobby.services().tokens))
}

/// Log in with a passkey
#[utoipa::path(post, path = "/v1/account/login/passkey", request_body = rest::PasskeyLogin, responses(
    (status = OK, body = rest::LoggedIn),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = FORBIDDEN, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn login(
    State(api): State<Api>,
    headers: HeaderMap,
    request: Asked<rest::PasskeyLogin>,
) -> Told<rest::LoggedIn> {
    let Json(login) = request?;
    let player = owner(&api, &headers, &login).await?;
    let services = api.lobby.services();
    let account = services.people.account(&player).await?.ok_or_else(ApiError::wrong_passkey)?;
    Ok(Json(log_in(services, &player, &account.name, &headers).await?))
}

/// Ask a browser to make a passkey
///
/// For a player with an account, or for a guest who claims a name with it.
#[utoipa::path(post, path = "/v1/account/passkeys/options", request_body = rest::PasskeyRequest, responses(
    (status = OK, body = rest::Ceremony),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = FORBIDDEN, body = rest::Problem),
    (status = CONFLICT, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn ask_for_key(
    State(api): State<Api>,
    headers: HeaderMap,
    request: Asked<rest::PasskeyRequest>,
) -> Told<rest::Ceremony> {
    let Json(rest::PasskeyRequest { username }) = request?;
    let (services, proof) = (api.lobby.services(), proved(&api, &headers)?);
    let (party, player) = (party(&api, &headers)?, proof.player.to_string());
    let account = services.people.account(&proof.player).await?;
    let (purpose, name) = match account {
        Some(account) => (Purpose::Add(player), account.name),
        None => {
            let missing = || ApiError::malformed("say which name you claim: username");
            let (name, _) = claimable(&username.ok_or_else(missing)?)?;
            (Purpose::Claim(player, name.clone()), name)
        }
    };
    let passkeys = services.people.passkeys(&proof.player).await?;
    check_room(&passkeys)?;
    let keys: Vec<Key> = passkeys.into_iter().map(|it| it.key).collect();
    asked(passkeys::ask_for_key(&party, &services.tokens, purpose, &proof.player, &name, &keys))
}

fn check_room(passkeys: &[Passkey]) -> Result<(), ApiError> {
    let sentence = "you have as many passkeys as there can be: remove one first";
    if passkeys.len() < PASSKEYS_MAX { Ok(()) } else { Err(ApiError::conflict(sentence)) }
}

/// Add a passkey, or claim a name with one
#[utoipa::path(post, path = "/v1/account/passkeys", request_body = rest::NewPasskey, responses(
    (status = OK, body = rest::Passkeys),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = FORBIDDEN, body = rest::Problem),
    (status = CONFLICT, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn add(
    State(api): State<Api>,
    extensions: Extensions,
    headers: HeaderMap,
    request: Asked<rest::NewPasskey>,
) -> Told<rest::Passkeys> {
    let Json(rest::NewPasskey { ceremony: sealed, credential, label: called }) = request?;
    let (services, proof) = (api.lobby.services(), proved(&api, &headers)?);
    let ceremony = opened(services, &sealed)?;
    let party = party(&api, &headers)?;
    let key = passkeys::take_key(&party, &ceremony, &credential).map_err(|it| refused(&it))?;
    let called = called.unwrap_or_else(|| label(&headers));
    let label = called.chars().take(DEVICE_CHARS_MAX).collect();
    let passkey = Passkey { player: proof.player.clone(), label, key, created: services.now() };
    let me = proof.player.as_str();
    let claimed = match &ceremony.purpose {
        Purpose::Add(player) if player == me => {
            close(services, &sealed).await?;
            add_to_account(services, &passkey).await?;
            None
        }
        Purpose::Claim(player, name) if player == me => {
            check_claims(&api, &extensions)?;
            close(services, &sealed).await?;
            Some(claim(services, &headers, &proof, name, &passkey).await?)
        }
        // The ceremony was for another player, or for logging in.
        Purpose::Add(_) | Purpose::Claim(..) | Purpose::LogIn => {
            return Err(ApiError::wrong_passkey());
        }
    };
    let passkeys = all_of(&services.people, &proof.player).await?;
    Ok(Json(rest::Passkeys { passkeys, claimed }))
}

async fn add_to_account(services: &Services, passkey: &Passkey) -> Result<(), ApiError> {
    check_room(&services.people.passkeys(&passkey.player).await?)?;
    let added = services.people.add_passkey(passkey).await?;
    if added { Ok(()) } else { Err(ApiError::conflict("this passkey is in use already")) }
}

async fn claim(
    services: &Services,
    headers: &HeaderMap,
    proof: &Proof,
    name: &str,
    passkey: &Passkey,
) -> Result<rest::Claimed, ApiError> {
    let (name, looks) = claimable(name)?;
    let (player, created) = (proof.player.clone(), passkey.created);
    let account = Account { player, name, password: None, created };
    claim_name(services, headers, proof, account, &looks, Some(passkey)).await
}

/// Remove a passkey
///
/// Refused if it is the only way to log in to the account.
#[utoipa::path(delete, path = "/v1/account/passkeys/{id}", params(
    ("id" = String, Path, description = "The passkey"),
), responses(
    (status = OK, body = rest::Done),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = NOT_FOUND, body = rest::Problem),
    (status = CONFLICT, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn remove(
    State(api): State<Api>,
    headers: HeaderMap,
    id: Result<Path<String>, PathRejection>,
) -> Told<rest::Done> {
    let (proof, _) = own_account(&api, &headers).await?;
    let Path(id) = id?;
    match api.lobby.services().people.remove_passkey(&proof.player, &id).await? {
        Removal::Removed => Ok(Json(rest::Done {})),
        Removal::Unknown => Err(ApiError::not_found("you have no such passkey")),
        Removal::LastWayIn => Err(ApiError::conflict(
            "this passkey is your only way to log in: choose a password or add another passkey first",
        )),
    }
}
