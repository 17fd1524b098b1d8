//! One live match: the only task that writes it.
//!
//! A room is a plain struct with an [`answer`](Room::answer); the loop around it waits for
//! requests, for the next deadline and for a bot. Whatever happens, the order is the same: decide,
//! store, apply, publish, acknowledge. Nobody hears of an event that is not stored.

mod audience;
mod error;
mod handle;

use std::collections::HashMap;
use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use fourfall_match::{
    Action, Command, Event, Lot, Match, MatchId, PlayerId, Rejection, Rematch, Seat, Version,
};
use fourfall_protocol::{
    Accepted, AfkChecked, Done, GameError, GameReached, Moved, Refusal, RejectCode,
    RematchAnswered, ServerMessage,
};
use fourfall_rules::Column;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::bots::Question;
use crate::client::Client;
use crate::limits::{CONFLICTS_MAX, DESERTED_ROOM_STAYS, FINISHED_ROOM_STAYS, ROOM_RETRY};
use crate::lobby::Lobby;
use crate::store::writer::AppendError;
use crate::store::{Append, RoomCode, Stage};
use crate::translate::{self, View, refuse};
use audience::Audience;
use handle::Envelope;

pub(crate) use error::RoomError;
pub(crate) use handle::{Answer, Ask, Inbox, RoomHandle};

/// A bot at its move.
struct Thinking {
    /// Discs on the board it thinks about.
    ply: u32,
    thought: Pin<Box<dyn Future<Output = Column> + Send>>,
}

/// One live match.
pub(crate) struct Room {
    id: MatchId,
    code: Option<RoomCode>,
    state: Match,
    version: Version,
    audience: Audience,
    lobby: Lobby,
    thinking: Option<Thinking>,
    /// Players who are not here, and the connection they lost if they had one, until that is
    /// stored.
    lost: HashMap<PlayerId, Option<String>>,
    /// The match both wanted to play next has been opened.
    rematch_opened: bool,
    /// After a failed write nothing is tried before this.
    retry: Option<Instant>,
    /// When the room closes. Set once the match is over.
    closes: Option<Instant>,
}

impl Room {
    pub(crate) fn id(&self) -> MatchId {
        self.id
    }

    /// A room for a match that does not exist yet.
    pub(crate) fn new(
        lobby: Lobby,
        id: MatchId,
        code: Option<RoomCode>,
    ) -> (Room, RoomHandle, Inbox) {
        let (listing, listed) = watch::channel(None);
        let (handle, inbox) = RoomHandle::new(listed);
        let room = Room {
            id,
            code,
            state: Match::New,
            version: Version::default(),
            audience: Audience::new(listing),
            lobby,
            thinking: None,
            lost: HashMap::new(),
            rematch_opened: false,
            retry: None,
            closes: None,
        };
        (room, handle, inbox)
    }

    /// Lets a player hear of the match from its first moment on.
    pub(crate) fn seat(&mut self, player: PlayerId, client: Arc<Client>) {
        self.audience.seat(player, client);
    }

    /// Stores the events that open the match.
    pub(crate) async fn begin(&mut self, opening: Vec<Event>) -> Result<(), RoomError> {
        self.store(opening).await
    }

    /// Looks who is there, once the match has begun.
    pub(crate) async fn settle(&mut self) {
        for (player, client) in self.audience.players().clone() {
            if client.is_gone() {
                // It went while it was being paired, and nobody else will say so.
                self.lose(&client, &player, DESERTED_ROOM_STAYS).await;
            }
        }
        self.miss_the_absent();
        self.report_lost().await;
        self.start_thinking();
    }

    /// Takes up a match the store has. Everybody gets the whole time again.
    pub(crate) async fn recover(&mut self, events: &[Event]) -> Result<(), RoomError> {
        self.state = Match::replay(events)?;
        self.version = Version::default().after(events.len());
        self.execute(Action::Recover).await?;
        self.start_thinking();
        Ok(())
    }

    /// Goes on after a panic, with the match as the store has it. Everybody is sent the whole of it.
    pub(crate) async fn pick_up(&mut self) -> Result<(), RoomError> {
        self.thinking = None;
        self.reload().await?;
        self.settle().await;
        Ok(())
    }

    /// Nothing more can be done for the match here, and everybody learns that.
    pub(crate) fn give_up(&self) {
        self.audience.tell_all(GameError {
            code: RejectCode::Internal,
            message: "this game can't go on: something is wrong on our side".to_owned(),
            event: "game:move".to_owned(),
        });
    }

    /// Runs until the match is over and everybody has gone, or until the server stops.
    pub(crate) async fn run(&mut self, inbox: &mut Inbox, mut stop: watch::Receiver<bool>) {
        while !self.is_done() {
            let wakes = self.wakes();
            tokio::select! {
                // What came in before a deadline is judged before it.
                biased;
                () = stopped(&mut stop) => break,
                Some(envelope) = inbox.next() => self.receive(envelope).await,
                column = thought(&mut self.thinking) => self.bot_drops(column).await,
                () = sleep(wakes) => self.strike().await,
            }
        }
    }

    async fn receive(&mut self, Envelope { from, by, ask, reply }: Envelope) {
        let answer = self.answer(&from, &by, ask).await;
        if from.is_gone() {
            // It went while it was being let in, and nobody else will say so.
            self.lose(&from, &by, DESERTED_ROOM_STAYS).await;
        }
        // The client may have left meanwhile. What happened stands regardless.
        let _ = reply.send(answer);
        self.start_thinking();
    }

    /// Does what is asked, or says why not.
    async fn answer(&mut self, from: &Arc<Client>, by: &PlayerId, ask: Ask) -> Answer {
        match ask {
            // That somebody has gone must be noticed whatever else fails.
            Ask::Lost | Ask::MovedOn => {}
            // Whoever comes after a deadline finds the match as the deadline left it.
            Ask::Join { .. }
            | Ask::Drop { .. }
            | Ask::Resign
            | Ask::Leave
            | Ask::Come
            | Ask::Rematch
            | Ask::DeclineRematch
            | Ask::Watch
            | Ask::IdleClock => self.tick().await?,
        }
        match ask {
            Ask::Join { name } => self.join(from, by, &name).await,
            Ask::Drop { column, number } => {
                self.claim(from, by).await?;
                self.execute(Action::Drop { by: by.clone(), column, number }).await?;
                Ok(Accepted::Moved(Moved { version: self.version.0 }))
            }
            Ask::Resign => {
                self.claim(from, by).await?;
                self.execute(Action::Resign { by: by.clone() }).await?;
                Ok(done())
            }
            Ask::Leave => self.leave(from, by).await,
            Ask::Come => self.come(from, by).await,
            Ask::Lost => {
                self.lose(from, by, DESERTED_ROOM_STAYS).await;
                Ok(done())
            }
            Ask::MovedOn => {
                self.lose(from, by, Duration::ZERO).await;
                Ok(done())
            }
            Ask::Rematch => {
                self.claim(from, by).await?;
                self.rematch(by).await
            }
            Ask::DeclineRematch => {
                self.claim(from, by).await?;
                self.execute(Action::DeclineRematch { by: by.clone() }).await?;
                Ok(done())
            }
            Ask::Watch => self.watch(from, by),
            Ask::IdleClock => {
                let status = self.view().and_then(|it| it.idle_clock());
                from.send(ServerMessage::AfkStatus(status.clone()));
                Ok(Accepted::AfkChecked(AfkChecked { status }))
            }
        }
    }

    async fn join(&mut self, from: &Arc<Client>, by: &PlayerId, name: &str) -> Answer {
        let lot = self.lobby.draw_lot();
        let guest = Seat::human(by.clone(), name);
        // Seated before the match begins, to hear that it does.
        let earlier = self.audience.seat(by.clone(), from.clone());
        if let Err(err) = self.execute(Action::Join { guest, lot }).await {
            match earlier {
                Some(client) => drop(self.audience.seat(by.clone(), client)),
                None => self.audience.unseat(by),
            }
            return Err(err.into());
        }
        self.lobby.seated(self.id, by, from);
        self.miss_the_absent();
        self.report_lost().await;
        Ok(self.reached())
    }

    async fn leave(&mut self, from: &Arc<Client>, by: &PlayerId) -> Answer {
        if self.stop_watching(from) {
            return Ok(done());
        }
        self.execute(Action::Leave { by: by.clone() }).await?;
        self.audience.unseat(by);
        self.lobby.unseated(self.id, by, from);
        self.close_if_deserted(Duration::ZERO);
        Ok(done())
    }

    async fn come(&mut self, from: &Arc<Client>, by: &PlayerId) -> Answer {
        self.claim(from, by).await?;
        if let Some(view) = self.view()
            && let Some(side) = view.side(by)
        {
            from.send(view.reconnected(side));
        }
        Ok(self.reached())
    }

    /// A connection that speaks for a seated player and was not heard of before takes the seat
    /// over.
    async fn claim(&mut self, from: &Arc<Client>, by: &PlayerId) -> Result<(), RoomError> {
        if self.audience.player(by).is_some_and(|it| it == from) {
            return Ok(());
        }
        // Judged first: somebody without a seat changes nothing.
        self.execute(Action::Connect { by: by.clone() }).await?;
        self.lost.remove(by);
        self.stop_watching(from);
        if let Some(earlier) = self.audience.seat(by.clone(), from.clone()) {
            self.lobby.replace(&earlier);
        }
        self.lobby.seated(self.id, by, from);
        if is_over(&self.state) {
            self.closes = Some(Instant::now() + FINISHED_ROOM_STAYS);
        }
        Ok(())
    }

    /// A connection is not here any more.
    async fn lose(&mut self, from: &Arc<Client>, by: &PlayerId, room_stays: Duration) {
        self.stop_watching(from);
        if self.audience.player(by).is_some_and(|it| it == from) {
            self.audience.unseat(by);
            self.lost.insert(by.clone(), Some(from.id().to_owned()));
            self.report_lost().await;
        }
        self.close_if_deserted(room_stays);
    }

    /// People who are not here when the match begins are absent from its first moment on.
    fn miss_the_absent(&mut self) {
        let seats = self.state.seats().into_iter().flat_map(|it| it.iter());
        for seat in seats.filter(|it| it.bot_level().is_none()) {
            if self.audience.player(&seat.player).is_none() {
                self.lost.insert(seat.player.clone(), None);
            }
        }
    }

    /// Stores that connections are lost. What can't be stored now is tried again later.
    async fn report_lost(&mut self) {
        for by in self.lost.keys().cloned().collect::<Vec<_>>() {
            match self.execute(Action::Disconnect { by: by.clone() }).await {
                Ok(()) | Err(RoomError::Rejected(_)) => drop(self.lost.remove(&by)),
                Err(err) => self.try_again(&err),
            }
        }
    }

    async fn rematch(&mut self, by: &PlayerId) -> Answer {
        let (next, lot) = (self.lobby.fresh_id(), self.lobby.draw_lot());
        self.execute(Action::AskRematch { by: by.clone(), next, lot }).await?;
        let Some((next, lot)) = self.agreed() else {
            return Ok(Accepted::RematchAnswered(RematchAnswered { room_id: None }));
        };
        self.open_rematch(next, lot).await?;
        Ok(Accepted::RematchAnswered(RematchAnswered { room_id: Some(next.to_string()) }))
    }

    /// The match both have agreed to play next.
    fn agreed(&self) -> Option<(MatchId, Lot)> {
        match &self.state {
            Match::Finished(finished) => match finished.rematch {
                Rematch::Agreed { next, lot } => Some((next, lot)),
                Rematch::Unasked | Rematch::Asked(_) | Rematch::Declined(_) => None,
            },
            Match::New | Match::Open(_) | Match::Playing(_) | Match::Closed(_) => None,
        }
    }

    async fn open_rematch(&mut self, next: MatchId, lot: Lot) -> Result<(), Refusal> {
        if let (false, Match::Finished(finished)) = (self.rematch_opened, &self.state) {
            let opening = finished.opening_of_rematch(lot, self.lobby.now());
            self.lobby.open_rematch(next, opening.to_vec(), self.audience.players()).await?;
            self.rematch_opened = true;
            self.audience.unseat_all();
            self.close_if_deserted(Duration::ZERO);
        }
        Ok(())
    }

    fn watch(&mut self, from: &Arc<Client>, by: &PlayerId) -> Answer {
        if self.audience.player(by).is_some_and(|it| it == from) {
            return Err(refuse(RejectCode::AlreadyInGame, "you play in this game"));
        }
        if self.view().is_none() {
            return Err(translate::rejection(Rejection::NotStarted));
        }
        self.audience.watch(from, self.lobby.limits().spectators)?;
        if let Some(view) = self.view() {
            from.send(view.spectate_joined(self.audience.spectators()));
        }
        self.lobby.watches(self.id, from);
        self.audience.count_spectators();
        self.audience.list(self.view());
        Ok(self.reached())
    }

    fn stop_watching(&mut self, from: &Arc<Client>) -> bool {
        let watched = self.audience.stop_watching(from);
        if watched {
            from.stop_watching(self.id);
            self.audience.count_spectators();
            self.audience.list(self.view());
        }
        watched
    }

    fn reached(&self) -> Accepted {
        let room_id = self.id.to_string();
        Accepted::GameReached(GameReached { room_id, version: self.version.0 })
    }

    fn view(&self) -> Option<View<'_>> {
        View::of(self.id, self.version, &self.state)
    }

    /// Decides, and stores what was decided. Another writer may have been faster: then the match is
    /// read again and judged again.
    async fn execute(&mut self, action: Action) -> Result<(), RoomError> {
        for _ in 0..CONFLICTS_MAX {
            let command = Command { at: self.lobby.now(), action: action.clone() };
            let events = self.state.decide(&command)?;
            match self.store(events).await {
                Err(RoomError::Append(AppendError::Conflict)) => self.reload().await?,
                result => return result,
            }
        }
        Err(AppendError::Conflict.into())
    }

    /// Store, apply, publish: in this order.
    async fn store(&mut self, events: Vec<Event>) -> Result<(), RoomError> {
        let Some(first) = events.first() else { return Ok(()) };
        let mut states = Vec::with_capacity(events.len());
        for event in &events {
            states.push(states.last().unwrap_or(&self.state).clone().apply(event)?);
        }
        let last = states.last().unwrap_or(&self.state);
        let append = Append {
            id: self.id,
            expected: self.version,
            at: first.at(),
            code: self.code.clone(),
            stage: Stage::after(self.id, &events, last),
            events: events.clone(),
        };
        self.lobby.writer().append(append).await?;
        for (event, state) in events.iter().zip(states) {
            self.happened(event, state);
        }
        self.audience.list(self.view());
        Ok(())
    }

    /// Something happened, and is stored.
    fn happened(&mut self, event: &Event, state: Match) {
        let before = std::mem::replace(&mut self.state, state);
        self.version = self.version.after(1);
        self.lobby.count(event);
        if let Event::Joined { .. } = event {
            self.lobby.match_began(self.id);
        }
        if is_over(&self.state) && !is_over(&before) {
            // Free for another match before they hear that this one is over.
            self.lobby.match_over(self.id);
            self.closes = Some(Instant::now() + FINISHED_ROOM_STAYS);
        }
        if let Some(view) = self.view() {
            let socket = if let Event::Disconnected { player, .. } = event {
                self.lost.get(view.player(*player))
            } else {
                None
            };
            self.audience.publish(event, &before, &view, socket.and_then(|it| it.as_deref()));
        }
        self.close_if_deserted(DESERTED_ROOM_STAYS);
    }

    /// Another writer was faster: takes the match as the store has it, and sends it to everybody.
    async fn reload(&mut self) -> Result<(), RoomError> {
        let events = self.lobby.store().load(self.id).await?;
        self.state = Match::replay(&events)?;
        self.version = Version::default().after(events.len());
        if is_over(&self.state) && self.closes.is_none() {
            self.lobby.match_over(self.id);
            self.closes = Some(Instant::now() + FINISHED_ROOM_STAYS);
        }
        if let Some(view) = self.view() {
            self.audience.resync(&view);
        }
        Ok(())
    }

    /// Lets every deadline happen that has passed.
    async fn tick(&mut self) -> Result<(), RoomError> {
        while let Some(deadline) = self.state.next_deadline() {
            let version = self.version;
            if deadline.at > self.lobby.now() {
                break;
            }
            self.execute(Action::Tick).await?;
            if self.version == version {
                break;
            }
        }
        Ok(())
    }

    /// A deadline of the match, of the room, or for trying again has come.
    async fn strike(&mut self) {
        self.retry = None;
        self.report_lost().await;
        if let Err(err) = self.tick().await {
            self.try_again(&err);
        }
        if let Match::Closed(_) = self.state {
            self.audience.tell_all(GameError {
                code: RejectCode::UnknownCode,
                message: "nobody joined in time, so the game was closed".to_owned(),
                event: "room:create".to_owned(),
            });
        }
        self.start_thinking();
    }

    /// Nobody waits for an answer, so the room itself must try again.
    fn try_again(&mut self, err: &RoomError) {
        tracing::warn!(match.id = %self.id, error = err as &dyn std::error::Error, "will try again");
        self.retry = Some(Instant::now() + ROOM_RETRY);
    }

    async fn bot_drops(&mut self, column: Column) {
        self.thinking = None;
        if let Match::Playing(game) = &self.state {
            let by = game.seats[game.turn()].player.clone();
            let drop = Action::Drop { by, column, number: None };
            if let Err(err) = self.execute(drop).await {
                self.try_again(&err);
                return;
            }
        }
        self.start_thinking();
    }

    /// Sets a bot thinking whose turn it is, unless it does already.
    fn start_thinking(&mut self) {
        let question = match &self.state {
            Match::Playing(game) => game.seats[game.turn()].bot_level().and_then(|level| {
                let position = game.game.position().open()?;
                let family = game.terms.preset.rules().bots;
                Some(Question { family, level, position })
            }),
            Match::New | Match::Open(_) | Match::Closed(_) | Match::Finished(_) => None,
        };
        let Some(question) = question.filter(|_| self.retry.is_none()) else {
            self.thinking = None;
            return;
        };
        let ply = question.position.position().ply();
        if self.thinking.as_ref().is_none_or(|it| it.ply != ply) {
            let bots = self.lobby.bots().clone();
            let thought = Box::pin(async move {
                let began = Instant::now();
                let thought = bots.think(question).await;
                sleep_until(began + thought.think).await;
                thought.column
            });
            self.thinking = Some(Thinking { ply, thought });
        }
    }

    /// When the room must do something although nobody asks.
    fn wakes(&self) -> Option<Instant> {
        if self.retry.is_some() {
            return self.retry;
        }
        let now = Instant::now();
        let deadline = self.state.next_deadline().map(|it| now + it.at.since(self.lobby.now()));
        deadline.into_iter().chain(self.closes).min()
    }

    /// Once nobody is here any more, a finished match need not stay for the rematch.
    fn close_if_deserted(&mut self, room_stays: Duration) {
        if self.audience.players().is_empty() {
            let soon = Instant::now() + room_stays;
            self.closes = self.closes.map(|it| it.min(soon));
        }
    }

    fn is_done(&self) -> bool {
        match self.state {
            // The first events of the match could not be stored.
            Match::New | Match::Closed(_) => true,
            Match::Open(_) | Match::Playing(_) | Match::Finished(_) => {
                self.closes.is_some_and(|it| it <= Instant::now())
            }
        }
    }
}

fn done() -> Accepted {
    Accepted::Done(Done {})
}

fn is_over(state: &Match) -> bool {
    match state {
        Match::Finished(_) | Match::Closed(_) => true,
        Match::New | Match::Open(_) | Match::Playing(_) => false,
    }
}

async fn thought(thinking: &mut Option<Thinking>) -> Column {
    match thinking {
        Some(it) => it.thought.as_mut().await,
        None => pending().await,
    }
}

async fn sleep(until: Option<Instant>) {
    match until {
        Some(instant) => sleep_until(instant).await,
        None => pending().await,
    }
}

/// Ends when the server stops.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that whoever could stop the server is gone, and with it the server.
    drop(stop.wait_for(|it| *it).await);
}
