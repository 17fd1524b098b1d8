//! `fourfall serve`: what was typed becomes a checked configuration, and the server runs.

use anyhow::Context;
use fourfall_server::config::{
    Config, Options, Origins, PlayerIds, Proxies, Retention, Secret, StoreLocation, Times,
};
use fourfall_server::limits::Limits;
use fourfall_server::telemetry::{self, LogFormat};

use crate::args;

pub(crate) fn serve(options: Box<args::Serve>) -> anyhow::Result<()> {
    let format = match options.log_format {
        args::LogFormat::Text => LogFormat::Text,
        args::LogFormat::Json => LogFormat::Json,
    };
    telemetry::start(format, &options.log).context("could not start logging")?;
    let config = config(*options).context("could not start")?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("could not start the runtime")?;
    runtime.block_on(async {
        let shutdown = fourfall_server::stop_signal().context("could not listen for signals")?;
        fourfall_server::run(config, shutdown).await.map_err(anyhow::Error::from)
    })
}

fn config(options: args::Serve) -> anyhow::Result<Config> {
    let args::Serve { mut listen, port, data_dir, database_url, limits, seed, .. } = options;
    if let Some(port) = port {
        listen.set_port(port);
    }
    let trusted = Proxies::parse(&options.trusted_proxies)?;
    let checked = Config::new(Options {
        admin_listen: options.admin_listen,
        retention: Retention {
            guest_days: options.guest_days,
            abandoned_days: options.abandoned_days,
        },
        listen,
        store: match database_url {
            Some(url) => StoreLocation::Postgres(Secret::new(url)),
            None => StoreLocation::Folder(data_dir),
        },
        bus: options.nats_url.map(Secret::new),
        origins: Origins::parse(options.public_url.as_deref(), &options.allow_origins)?,
        player_ids: if options.trust_player_ids {
            PlayerIds::Trusted
        } else {
            PlayerIds::NeedToken
        },
        proxies: if options.behind_proxy { trusted.and(Proxies::nearby()) } else { trusted },
        times: Times {
            reconnect: options.reconnect_seconds,
            turn: options.turn_seconds,
            idle: options.afk_seconds,
            idle_warning: options.afk_warn_seconds,
        },
        limits: bounds(&limits),
        seed,
    });
    Ok(checked?)
}

fn bounds(given: &args::Limits) -> Limits {
    let usual = Limits::default();
    Limits {
        connections: given.max_connections.unwrap_or(usual.connections),
        connections_per_address: given
            .max_connections_per_address
            .unwrap_or(usual.connections_per_address),
        rooms: given.max_rooms.unwrap_or(usual.rooms),
        rooms_per_address: given.max_rooms_per_address.unwrap_or(usual.rooms_per_address),
        waiting: given.max_waiting.unwrap_or(usual.waiting),
        spectators: given.max_spectators.unwrap_or(usual.spectators),
        events_burst: given.events_burst.unwrap_or(usual.events_burst),
        events_per_second: given.events_per_second.unwrap_or(usual.events_per_second),
        requests_burst: given.requests_burst.unwrap_or(usual.requests_burst),
        requests_per_second: given.requests_per_second.unwrap_or(usual.requests_per_second),
        leaderboard_games: given.leaderboard_games.unwrap_or(usual.leaderboard_games),
    }
}
