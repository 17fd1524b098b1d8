//! Accounts: claiming a name, logging in and out, exporting and deleting one's data; blocks and reports.
//!
//! Requests are authenticated by `Authorization: Bearer`, which a page of another origin can't make a
//! browser send.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use fourfall_match::{MatchId, PlayerId, Timestamp};
use fourfall_protocol::rest;
use http::header::{AUTHORIZATION, USER_AGENT};
use http::{Extensions, HeaderMap};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::Api;
use super::address::ClientAddress;
use super::error::ApiError;
use super::games::player_id;
use super::passkeys;
use crate::identity::Proof;
use crate::identity::names::{self, looks_of};
use crate::identity::password::{BadPassword, Guard, Password, code_hash, fresh_codes};
use crate::limits::{DELETED_NAME, DEVICE_CHARS_MAX, REASON_CHARS_MAX};
use crate::rate::Attempts;
use crate::services::Services;
use crate::store::people::{Account, Claim, Device, ONESELF, Passkey, Report, Which};
use crate::telemetry::Metrics;

pub(super) type Asked<T> = Result<Json<T>, JsonRejection>;
pub(super) type Told<T> = Result<Json<T>, ApiError>;

/// What logging in needs: the password hasher, and the count of failed attempts.
pub(super) struct Counter {
    guard: Guard,
    attempts: Attempts,
}

impl Counter {
    pub(super) fn new(metrics: &Metrics) -> Counter {
        Counter { guard: Guard::new(metrics.passwords.clone()), attempts: Attempts::new() }
    }
}

/// The player who sent a request, by its token.
pub(super) fn proved(api: &Api, headers: &HeaderMap) -> Result<Proof, ApiError> {
    let token = bearer(headers).and_then(|it| api.lobby.services().tokens.verify(it));
    token.ok_or_else(ApiError::unauthorized)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

pub(super) async fn own_account(
    api: &Api,
    headers: &HeaderMap,
) -> Result<(Proof, Account), ApiError> {
    let proof = proved(api, headers)?;
    let account = api.lobby.services().people.account(&proof.player).await?;
    Ok((proof, account.ok_or_else(ApiError::no_account)?))
}

/// The browser's `User-Agent`, shortened, as the name of a device.
pub(super) fn label(headers: &HeaderMap) -> String {
    let agent = headers.get(USER_AGENT).and_then(|it| it.to_str().ok()).unwrap_or_default();
    agent.chars().take(DEVICE_CHARS_MAX).collect()
}

fn busy() -> ApiError {
    ApiError::overloaded("too many people are logging in, try again")
}

fn chosen(text: &str, name: &str) -> Result<Password, ApiError> {
    Password::chosen(text, name).map_err(|it: BadPassword| ApiError::malformed(&it.to_string()))
}

/// Logs a player in with a new token. It is always a new one, so that a token planted in the browser by
/// somebody else gains nothing (session fixation).
pub(super) async fn log_in(
    services: &Services,
    player: &PlayerId,
    name: &str,
    headers: &HeaderMap,
) -> Result<rest::LoggedIn, ApiError> {
    let issued = services.now();
    let token = services.tokens.issue(player, issued);
    services.people.add_device(player, &Device { issued, label: label(headers) }).await?;
    Ok(rest::LoggedIn { player_id: player.to_string(), username: name.to_owned(), token })
}

/// Revokes tokens of a player, on this server at once and on others within a second.
async fn log_out(services: &Services, player: &PlayerId, which: Which) -> Result<(), ApiError> {
    services.people.revoke(services.now(), ONESELF, player, which).await?;
    services.orders.at_once(|| match which {
        Which::One(issued) => services.tokens.revoke(Proof { player: player.clone(), issued }),
        Which::Before(before) => services.tokens.revoke_before(player, before),
    });
    Ok(())
}

/// A time after that of every token issued so far.
fn after(services: &Services) -> Timestamp {
    Timestamp::from_unix_ms(services.now().unix_ms() + 1)
}

/// Claim a name
///
/// A guest keeps id, games and rating, and can log in from any device from now on. The recovery codes
/// are shown only this once.
#[utoipa::path(post, path = "/v1/account", request_body = rest::Credentials, responses(
    (status = OK, body = rest::Claimed),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = CONFLICT, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn claim(
    State(api): State<Api>,
    extensions: Extensions,
    headers: HeaderMap,
    request: Asked<rest::Credentials>,
) -> Told<rest::Claimed> {
    let Json(rest::Credentials { username, password }) = request?;
    let (services, proof) = (api.lobby.services(), proved(&api, &headers)?);
    let (name, looks) = claimable(&username)?;
    let password = chosen(&password, &name)?;
    check_claims(&api, &extensions)?;
    let password = api.counter.guard.hash(password).await.ok_or_else(busy)?;
    let account = Account {
        player: proof.player.clone(),
        name,
        password: Some(password),
        created: services.now(),
    };
    Ok(Json(claim_name(services, &headers, &proof, account, &looks, None).await?))
}

/// Checks that a name can be claimed. Returns it normalised, and what it looks like.
pub(super) fn claimable(username: &str) -> Result<(String, BTreeSet<String>), ApiError> {
    let name = names::clean(username).map_err(|it| ApiError::malformed(&it.to_string()))?;
    let looks = looks_of(&name).ok_or_else(|| {
        ApiError::malformed(
            "this name can't be claimed: it needs letters or digits, and no guest at its end",
        )
    })?;
    Ok((name.to_string(), looks))
}

/// Limits how many names can be claimed from one address: each takes a name from others, and processor
/// time for hashing.
pub(super) fn check_claims(api: &Api, extensions: &Extensions) -> Result<(), ApiError> {
    let address = ClientAddress::of(extensions);
    let may = api.counter.attempts.claim(address, Instant::now());
    if may { Ok(()) } else { Err(ApiError::rate_limited()) }
}

/// Claims a name for a guest, whose token stays valid for the account.
pub(super) async fn claim_name(
    services: &Services,
    headers: &HeaderMap,
    proof: &Proof,
    account: Account,
    looks: &BTreeSet<String>,
    passkey: Option<&Passkey>,
) -> Result<rest::Claimed, ApiError> {
    let codes = fresh_codes();
    let kept: Vec<_> = codes.iter().map(|it| code_hash(it)).collect();
    match services.people.claim(&account, looks, &kept, passkey).await? {
        Claim::Claimed => {}
        Claim::NameTaken => {
            let sentence =
                "this name, or one that looks like it, belongs to somebody: choose another";
            return Err(ApiError::conflict(sentence));
        }
        Claim::HasName => return Err(ApiError::conflict("you have claimed a name already")),
    }
    let device = Device { issued: proof.issued, label: label(headers) };
    services.people.add_device(&account.player, &device).await?;
    Ok(rest::Claimed {
        player_id: account.player.to_string(),
        username: account.name,
        recovery_codes: codes,
    })
}

/// Log in
///
/// The answer is the same, and takes as long, for an unknown name and for a wrong password.
#[utoipa::path(post, path = "/v1/account/login", request_body = rest::Credentials, responses(
    (status = OK, body = rest::LoggedIn),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn login(
    State(api): State<Api>,
    extensions: Extensions,
    headers: HeaderMap,
    request: Asked<rest::Credentials>,
) -> Told<rest::LoggedIn> {
    let Json(rest::Credentials { username, password }) = request?;
    let account = attempt(&api, &extensions, &headers, &username, async |account| {
        let password = Password::typed(&password).ok_or_else(ApiError::wrong_login)?;
        let kept = account.and_then(|it| it.password.as_deref());
        api.counter.guard.verify(password, kept).await.ok_or_else(busy)
    });
    let account = account.await?;
    Ok(Json(log_in(api.lobby.services(), &account.player, &account.name, &headers).await?))
}

/// An attempt to log in to the account with a name. Failed attempts are limited per address and per
/// name; the limit per name does not apply to devices on which the owner was logged in before.
async fn attempt(
    api: &Api,
    extensions: &Extensions,
    headers: &HeaderMap,
    username: &str,
    try_it: impl AsyncFnOnce(Option<&Account>) -> Result<bool, ApiError>,
) -> Result<Account, ApiError> {
    let services = api.lobby.services();
    let (address, now) = (ClientAddress::of(extensions), Instant::now());
    let looks = names::clean(username).ok().and_then(|it| looks_of(&it)).unwrap_or_default();
    let account = services.people.account_named(&looks).await?;
    let look = looks.first().cloned().unwrap_or_default();
    // A token of the owner proves that they were logged in on this device, even if it is revoked.
    let known = bearer(headers).and_then(|it| services.tokens.read(it));
    let known =
        known.is_some_and(|it| account.as_ref().is_some_and(|account| account.player == it.player));
    if !api.counter.attempts.may_try(address, &look, known, now) {
        return Err(ApiError::rate_limited());
    }
    if try_it(account.as_ref()).await?
        && let Some(account) = account
    {
        return Ok(account);
    }
    api.counter.attempts.failed(address, &look, now);
    Err(ApiError::wrong_login())
}

/// Log in with a recovery code, and choose a new password
///
/// All other devices are logged out.
#[utoipa::path(post, path = "/v1/account/recover", request_body = rest::Recovery, responses(
    (status = OK, body = rest::LoggedIn),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn recover(
    State(api): State<Api>,
    extensions: Extensions,
    headers: HeaderMap,
    request: Asked<rest::Recovery>,
) -> Told<rest::LoggedIn> {
    let Json(rest::Recovery { username, code, password }) = request?;
    let services = api.lobby.services();
    // Checked before the code is used up.
    let password = chosen(&password, &username)?;
    let account = attempt(&api, &extensions, &headers, &username, async |account| {
        let Some(account) = account else { return Ok(false) };
        Ok(services.people.use_code(&account.player, &code_hash(&code)).await?)
    });
    let account = account.await?;
    let kept = api.counter.guard.hash(password).await.ok_or_else(busy)?;
    services.people.set_password(services.now(), &account.player, &kept).await?;
    log_out(services, &account.player, Which::Before(services.now())).await?;
    Ok(Json(log_in(services, &account.player, &account.name, &headers).await?))
}

/// Log out on this device
#[utoipa::path(post, path = "/v1/account/logout", responses(
    (status = OK, body = rest::Done),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn logout(State(api): State<Api>, headers: HeaderMap) -> Told<rest::Done> {
    // Only with an account: a guest who logged out could never come back.
    let (proof, _) = own_account(&api, &headers).await?;
    log_out(api.lobby.services(), &proof.player, Which::One(proof.issued)).await?;
    Ok(Json(rest::Done {}))
}

/// Log out everywhere
///
/// The answer carries a new token for this device.
#[utoipa::path(post, path = "/v1/account/logout-everywhere", responses(
    (status = OK, body = rest::LoggedIn),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn logout_everywhere(
    State(api): State<Api>,
    headers: HeaderMap,
) -> Told<rest::LoggedIn> {
    let (proof, account) = own_account(&api, &headers).await?;
    let services = api.lobby.services();
    log_out(services, &proof.player, Which::Before(services.now())).await?;
    Ok(Json(log_in(services, &proof.player, &account.name, &headers).await?))
}

/// Change the password
///
/// All other devices are logged out; the answer carries a new token for this one.
#[utoipa::path(post, path = "/v1/account/password", request_body = rest::NewPassword, responses(
    (status = OK, body = rest::LoggedIn),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn change_password(
    State(api): State<Api>,
    extensions: Extensions,
    headers: HeaderMap,
    request: Asked<rest::NewPassword>,
) -> Told<rest::LoggedIn> {
    let Json(rest::NewPassword { password, passkey, new_password }) = request?;
    let confirmation = rest::Confirmation { password, passkey };
    let account = confirmed(&api, &extensions, &headers, &confirmation).await?;
    let chosen = chosen(&new_password, &account.name)?;
    let services = api.lobby.services();
    let kept = api.counter.guard.hash(chosen).await.ok_or_else(busy)?;
    services.people.set_password(services.now(), &account.player, &kept).await?;
    log_out(services, &account.player, Which::Before(services.now())).await?;
    Ok(Json(log_in(services, &account.player, &account.name, &headers).await?))
}

/// Asks for the password or a passkey again, for actions that only the owner may take, not somebody who
/// found the browser open.
async fn confirmed(
    api: &Api,
    extensions: &Extensions,
    headers: &HeaderMap,
    confirmation: &rest::Confirmation,
) -> Result<Account, ApiError> {
    let (_, account) = own_account(api, headers).await?;
    if let Some(answer) = &confirmation.passkey {
        let owner = passkeys::owner(api, headers, answer).await?;
        return if owner == account.player { Ok(account) } else { Err(ApiError::wrong_passkey()) };
    }
    attempt(api, extensions, headers, &account.name, async |account| {
        let password = Password::typed(&confirmation.password).ok_or_else(ApiError::wrong_login)?;
        let kept = account.and_then(|it| it.password.as_deref());
        api.counter.guard.verify(password, kept).await.ok_or_else(busy)
    })
    .await
}

/// New recovery codes
///
/// The earlier ones are no longer valid.
#[utoipa::path(post, path = "/v1/account/codes", request_body = rest::Confirmation, responses(
    (status = OK, body = rest::RecoveryCodes),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn codes(
    State(api): State<Api>,
    extensions: Extensions,
    headers: HeaderMap,
    request: Asked<rest::Confirmation>,
) -> Told<rest::RecoveryCodes> {
    let Json(confirmation) = request?;
    let account = confirmed(&api, &extensions, &headers, &confirmation).await?;
    let recovery_codes = fresh_codes();
    let kept: Vec<_> = recovery_codes.iter().map(|it| code_hash(it)).collect();
    api.lobby.services().people.set_codes(&account.player, &kept).await?;
    Ok(Json(rest::RecoveryCodes { recovery_codes }))
}

/// One's own account, passkeys and devices
#[utoipa::path(get, path = "/v1/account", responses(
    (status = OK, body = rest::Account),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn account(State(api): State<Api>, headers: HeaderMap) -> Told<rest::Account> {
    let proof = proved(&api, &headers)?;
    let people = &api.lobby.services().people;
    let account = people.account(&proof.player).await?;
    let devices = people.devices(&proof.player).await?;
    let devices = devices.into_iter().map(|it| rest::Device {
        id: it.issued.unix_ms(),
        label: it.label,
        current: it.issued == proof.issued,
    });
    Ok(Json(rest::Account {
        player_id: proof.player.to_string(),
        username: account.as_ref().map(|it| it.name.clone()),
        created_at: account.as_ref().map(|it| it.created.unix_ms()),
        has_password: account.is_some_and(|it| it.password.is_some()),
        passkeys: passkeys::all_of(people, &proof.player).await?,
        recovery_codes_left: u32::try_from(people.codes_left(&proof.player).await?).unwrap_or(0),
        devices: devices.collect(),
        blocked: people.blocked(&proof.player).await?,
    }))
}

/// Log out on one device
#[utoipa::path(delete, path = "/v1/account/devices/{id}", params(
    ("id" = u64, Path, description = "The device"),
), responses(
    (status = OK, body = rest::Done),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn forget_device(
    State(api): State<Api>,
    headers: HeaderMap,
    id: Result<Path<u64>, PathRejection>,
) -> Told<rest::Done> {
    let (proof, _) = own_account(&api, &headers).await?;
    let Path(issued) = id?;
    let issued = Timestamp::from_unix_ms(issued.min(i64::MAX.unsigned_abs()));
    log_out(api.lobby.services(), &proof.player, Which::One(issued)).await?;
    Ok(Json(rest::Done {}))
}

/// Everything that is stored about oneself
#[utoipa::path(get, path = "/v1/account/export", responses(
    (status = OK, body = Object),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn export(State(api): State<Api>, headers: HeaderMap) -> Told<Value> {
    let proof = proved(&api, &headers)?;
    let services = api.lobby.services();
    let mut all = services.people.everything(&proof.player).await?;
    all["playerId"] = json!(proof.player.as_str());
    let statistics = services.store.player(&proof.player).await?;
    all["statistics"] = json!(statistics.map(|it| crate::wire::player(it, None, false)));
    all["games"] = json!(super::games::all_games(services, &proof.player).await?);
    Ok(Json(all))
}

/// Delete the account
///
/// Games stay, because they belong to the opponents too; the name in them is replaced.
#[utoipa::path(post, path = "/v1/account/delete", request_body = rest::Confirmation, responses(
    (status = OK, body = rest::Done),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn delete(
    State(api): State<Api>,
    extensions: Extensions,
    headers: HeaderMap,
    request: Asked<rest::Confirmation>,
) -> Told<rest::Done> {
    let Json(confirmation) = request?;
    let account = confirmed(&api, &extensions, &headers, &confirmation).await?;
    let services = api.lobby.services();
    let before = after(services);
    services.people.delete_account(before, &account.player, DELETED_NAME).await?;
    services.orders.at_once(|| {
        services.tokens.revoke_before(&account.player, before);
        services.orders.set_alias(&account.player, DELETED_NAME);
    });
    Ok(Json(rest::Done {}))
}

/// Report a player to the operators
#[utoipa::path(post, path = "/v1/players/{id}/report", request_body = rest::ReportRequest, params(
    ("id" = String, Path, description = "The player", max_length = 64, pattern = "^[!-~]{1,64}$"),
), responses(
    (status = OK, body = rest::Done),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = NOT_FOUND, body = rest::Problem),
    (status = PAYLOAD_TOO_LARGE, body = rest::Problem),
    (status = UNSUPPORTED_MEDIA_TYPE, body = rest::Problem),
    (status = UNPROCESSABLE_ENTITY, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn report(
    State(api): State<Api>,
    headers: HeaderMap,
    id: Result<Path<String>, PathRejection>,
    request: Asked<rest::ReportRequest>,
) -> Told<rest::Done> {
    let (Path(id), Json(rest::ReportRequest { room_id, reason })) = (id?, request?);
    let (services, proof) = (api.lobby.services(), proved(&api, &headers)?);
    let game: MatchId = room_id.parse().map_err(|_| ApiError::unknown_room())?;
    if reason.chars().count() > REASON_CHARS_MAX {
        return Err(ApiError::malformed("a reason can have at most 500 characters"));
    }
    let report = Report {
        by: proof.player,
        reported: player_id(&id)?,
        game: game.to_string(),
        reason,
        at: services.now(),
    };
    services.people.report(&report).await?;
    Ok(Json(rest::Done {}))
}

/// Block a player: never be paired with them again
#[utoipa::path(put, path = "/v1/players/{id}/block", params(
    ("id" = String, Path, description = "The player", max_length = 64, pattern = "^[!-~]{1,64}$"),
), responses(
    (status = OK, body = rest::Done),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn block(
    State(api): State<Api>,
    headers: HeaderMap,
    id: Result<Path<String>, PathRejection>,
) -> Told<rest::Done> {
    let (Path(id), proof) = (id?, proved(&api, &headers)?);
    let services = api.lobby.services();
    services.people.block(services.now(), &proof.player, &player_id(&id)?).await?;
    Ok(Json(rest::Done {}))
}

/// Unblock a player
#[utoipa::path(delete, path = "/v1/players/{id}/block", params(
    ("id" = String, Path, description = "The player", max_length = 64, pattern = "^[!-~]{1,64}$"),
), responses(
    (status = OK, body = rest::Done),
    (status = BAD_REQUEST, body = rest::Problem),
    (status = UNAUTHORIZED, body = rest::Problem),
    (status = TOO_MANY_REQUESTS, body = rest::Problem),
    (status = SERVICE_UNAVAILABLE, body = rest::Problem),
))]
pub(super) async fn unblock(
    State(api): State<Api>,
    headers: HeaderMap,
    id: Result<Path<String>, PathRejection>,
) -> Told<rest::Done> {
    let (Path(id), proof) = (id?, proved(&api, &headers)?);
    api.lobby.services().people.unblock(&proof.player, &player_id(&id)?).await?;
    Ok(Json(rest::Done {}))
}
