//! The requests of one connection, in order: one is answered before the next is looked at.

use std::sync::Arc;

use fourfall_match::{
    Action, BotLevel, Command, GUEST_WAIT, Match, MatchId, PlayerId, Seat, Terms, Timestamp,
    Wishes, opening,
};
use fourfall_protocol::{
    Accepted, AlreadyStarted, ClientMessage, CreateRoom, Done, JoinMatchmaking, JoinRoom,
    JoinedMatchmaking, LeaveMatchmaking, MatchmakingLeft, Move, React, Reconnect, Refusal,
    RejectCode, RoomCreated, Spectate, Waiting as WaitingMessage,
};
use fourfall_rating::Rating;
use tokio::time::{Instant, sleep};

use crate::config::PlayerIds;
use crate::connection::Connection;
use crate::identity::Proof;
use crate::limits::LOOK_AGAIN_EVERY;
use crate::lobby::{Again, Busy, Engagement, Lobby, Opening, Search, Waiting, is_busy};
use crate::room::{Answer, Ask, Reply, RoomHandle, Stage};
use crate::services::Services;
use crate::store::nodes::{Entered, Seeker, Whereabouts};
use crate::store::{RoomCode, StoreError};
use crate::wire::{self, refuse};

/// One connection's dealings with the lobby and with rooms.
#[derive(Clone)]
pub(crate) struct Session {
    lobby: Lobby,
    connection: Arc<Connection>,
}

impl Session {
    pub(crate) fn new(lobby: Lobby, connection: Arc<Connection>) -> Session {
        Session { lobby, connection }
    }

    fn services(&self) -> &Arc<Services> {
        self.lobby.services()
    }

    /// Does what is asked, or says why not.
    pub(crate) async fn handle(&self, message: ClientMessage) -> Answer {
        self.services().check_running()?;
        match message {
            ClientMessage::JoinMatchmaking(it) => self.join_matchmaking(&it).await,
            ClientMessage::LeaveMatchmaking(it) => self.leave_matchmaking(&it).await,
            ClientMessage::CreateRoom(it) => self.create_room(&it).await,
            ClientMessage::JoinRoom(it) => self.join_room(&it).await,
            ClientMessage::Reconnect(it) => self.reconnect(&it).await,
            ClientMessage::Spectate(it) => self.spectate(&it).await,
            ClientMessage::Move(it) => self.drop_disc(&it).await,
            ClientMessage::Resign(it) => self.play(&it.room_id, &it.player_id, Ask::Resign).await,
            ClientMessage::Abort(it) => self.play(&it.room_id, &it.player_id, Ask::Abort).await,
            ClientMessage::Rematch(it) => self.play(&it.room_id, &it.player_id, Ask::Rematch).await,
            ClientMessage::DeclineRematch(it) => {
                self.play(&it.room_id, &it.player_id, Ask::DeclineRematch).await
            }
            ClientMessage::React(it) => self.react(&it).await,
            ClientMessage::Leave(it) => self.leave(&it.room_id, &it.player_id).await,
            ClientMessage::AfkCheck(it) => match self.find(&it.room_id).await? {
                Found::Room(room) => room.idle_clock(&self.connection),
                Found::Past => Err(wire::game_over()),
            },
        }
    }

    // Games.

    async fn find(&self, id: &str) -> Result<Found, Refusal> {
        let id = wire::room_id(id)?;
        match self.lobby.room(id).await.map_err(|err| not_looked_up(&err))? {
            Some(room) => Ok(Found::Room(room)),
            None => self.find_past(id).await,
        }
    }

    /// A match without a room: over, or unknown.
    async fn find_past(&self, id: MatchId) -> Result<Found, Refusal> {
        let game = self.services().store.game(id).await.map_err(|err| not_looked_up(&err))?;
        if game.is_some() { Ok(Found::Past) } else { Err(wire::unknown_room()) }
    }

    /// A request that only a player of the game may make.
    async fn play(&self, room_id: &str, player_id: &str, ask: Ask) -> Answer {
        let room = self.room_of_player(room_id, player_id).await?;
        self.ask(&room, ask).await
    }

    async fn room_of_player(&self, room_id: &str, player_id: &str) -> Result<RoomHandle, Refusal> {
        self.is_self(player_id)?;
        match self.find(room_id).await? {
            Found::Room(room) => Ok(room),
            Found::Past => Err(wire::game_over()),
        }
    }

    async fn ask(&self, room: &RoomHandle, ask: Ask) -> Answer {
        room.ask(&self.connection, self.services().now(), ask).await
    }

    /// Sends one of six reactions to everybody in the room. It is not an event of the game: nothing
    /// is stored.
    async fn react(&self, message: &React) -> Answer {
        self.is_self(&message.player_id)?;
        match self.find(&message.room_id).await? {
            Found::Room(room) => room.react(&self.connection, message.reaction),
            Found::Past => Err(wire::game_over()),
        }
    }

    async fn drop_disc(&self, message: &Move) -> Answer {
        self.play(&message.room_id, &message.player_id, drop_of(message)).await
    }

    /// Drops a disc without waiting until it is stored: nearly all requests are this one.
    pub(crate) async fn hand_in_drop(&self, message: &Move, reply: Reply) {
        let room = match self.services().check_running() {
            Ok(()) => self.room_of_player(&message.room_id, &message.player_id).await,
            Err(refusal) => Err(refusal),
        };
        match room {
            Ok(room) => {
                let now = self.services().now();
                room.hand_in(&self.connection, now, drop_of(message), reply);
            }
            Err(refusal) => reply.send(Err(refusal)),
        }
    }

    async fn leave(&self, room_id: &str, player_id: &str) -> Answer {
        self.is_self(player_id)?;
        match self.find(room_id).await? {
            Found::Room(room) if room.stop_watching(&self.connection) => {
                self.connection.stop_watching();
                Ok(Accepted::Done(Done {}))
            }
            Found::Room(room) => self.ask(&room, Ask::Leave).await,
            Found::Past => Ok(Accepted::Done(Done {})),
        }
    }

    async fn spectate(&self, message: &Spectate) -> Answer {
        wire::name(&message.username)?;
        let Found::Room(room) = self.find(&message.room_id).await? else {
            return Err(wire::game_over());
        };
        let answer = room.watch(&self.connection)?;
        let earlier = self.connection.watch(room.id());
        if let Some(earlier) = earlier.and_then(|it| self.lobby.registry().room(it)) {
            earlier.stop_watching(&self.connection);
        }
        if self.connection.is_gone() {
            // The connection was lost meanwhile, before the room knew of it.
            room.stop_watching(&self.connection);
        }
        Ok(answer)
    }

    // New games.

    async fn join_matchmaking(&self, message: &JoinMatchmaking) -> Answer {
        if let Some(claimed) = &message.player_id {
            self.prove(claimed)?;
        }
        self.services().orders.check_new_game()?;
        let seat = Seat::human(self.connection.player(), &self.name(&message.username).await?);
        let preset = wire::preset(message.preset);
        let wishes = Wishes {
            turn_clock: message.turn_clock_enabled,
            guest_starts: message.wants_bot && message.bot_starts,
            ..wire::wishes(message.afk())?
        };
        let house = &self.services().house;
        let seeker = if message.wants_bot {
            Seeker {
                rating: Rating::NEW.value,
                strangers: Vec::new(),
                whereabouts: Whereabouts::default(),
            }
        } else {
            self.services().seeker(&seat.player, &self.connection).await
        };
        self.get_free().await?;
        if message.wants_bot {
            let terms = preset.terms(house, &wishes);
            let bot = bot(wire::level(message.bot_difficulty));
            let id = self.services().fresh_id();
            self.lobby.reserve(std::slice::from_ref(&seat.player), id).map_err(already_in_game)?;
            return self.start(id, self.waiting(seat, terms, seeker), bot, None).await;
        }
        let terms = preset.public_terms(house, &wishes);
        self.search(self.waiting(seat, terms, seeker)).await
    }

    /// A name as it is shown to others.
    async fn name(&self, text: &str) -> Result<Arc<str>, Refusal> {
        self.services().shown_name(&self.connection.player(), wire::name(text)?).await
    }

    fn waiting(&self, seat: Seat, terms: Terms, seeker: Seeker) -> Waiting {
        let since = self.services().now();
        Waiting { connection: self.connection.clone(), seat, terms, seeker, since, seq: None }
    }

    /// Pairs this player with one who asked for the same terms, or waits.
    async fn search(&self, mine: Waiting) -> Answer {
        loop {
            let now = self.services().now();
            let apart = match self.lobby.matchmaker().enter(mine.clone(), now)? {
                Search::Found(host) => match self.pair(*host, &mine).await {
                    Paired::Answered(answer) => return answer,
                    Paired::HostGone => continue,
                },
                Search::Apart => true,
                Search::Alone => false,
            };
            let player = &mine.seat.player;
            self.lobby.move_on(player);
            // A game may have begun at this very moment: through another connection, or because the
            // next player to come has found this one waiting.
            match self.lobby.registry().engagement(player) {
                Engagement::Free => {}
                Engagement::Playing(id) if !self.lobby.matchmaker().forget(&self.connection) => {
                    return Ok(self.joined(id));
                }
                Engagement::Playing(_) | Engagement::Hosting(_) => {
                    self.lobby.matchmaker().forget(&self.connection);
                    return Err(already_in_game(Busy(player.clone())));
                }
            }
            if let Some(answer) = self.queue(&mine).await? {
                if apart {
                    self.keep_looking(mine.since);
                }
                return Ok(answer);
            }
        }
    }

    /// Looks again for an opponent until one is found: somebody is waiting here, but is much stronger or
    /// weaker.
    fn keep_looking(&self, since: Timestamp) {
        let session = self.clone();
        self.services().spawn(async move {
            loop {
                sleep(LOOK_AGAIN_EVERY).await;
                let (matchmaker, now) = (session.lobby.matchmaker(), session.services().now());
                let (mine, host) = match matchmaker.look_again(&session.connection, since, now) {
                    Again::Found(both) => *both,
                    Again::Apart => continue,
                    Again::Over => return,
                };
                let paired = session.pair(host.clone(), &mine).await;
                if let Paired::Answered(Ok(_)) = paired {
                    return;
                }
                // One of the two has another game by now, or a limit is reached: those who are still free
                // go on waiting.
                let busy = match &paired {
                    Paired::Answered(answer) => is_busy(answer),
                    Paired::HostGone => false,
                };
                if busy && session.is_free(&host).await {
                    matchmaker.put_back(host);
                }
                if !session.is_free(&mine).await {
                    return;
                }
                matchmaker.put_back(mine);
            }
        });
    }

    /// Whether a player who waited has no other game.
    async fn is_free(&self, waiting: &Waiting) -> bool {
        let player = &waiting.seat.player;
        let here = matches!(self.lobby.registry().engagement(player), Engagement::Free);
        here && (!self.services().node.is_shared() || self.seems_free(player).await)
    }

    /// Begins a game between two players who were paired.
    async fn pair(&self, host: Waiting, mine: &Waiting) -> Paired {
        let limits = &self.services().limits;
        // Before anything else: a player who is refused by a limit must not cost the other their place.
        let checked = self.lobby.registry().check_limits(limits, self.connection.address());
        if let Err(refusal) = checked {
            self.lobby.matchmaker().put_back(host);
            return Paired::Answered(Err(refusal));
        }
        let id = self.services().fresh_id();
        let players = [host.seat.player.clone(), mine.seat.player.clone()];
        match self.lobby.reserve(&players, id) {
            Ok(()) => {
                let answer = self.start(id, host, mine.seat.clone(), Some(mine.clone())).await;
                if mine.seq.is_none()
                    && is_busy(&answer)
                    && self.seems_free(&mine.seat.player).await
                {
                    // The player who waited here has been paired at another server.
                    return Paired::HostGone;
                }
                Paired::Answered(answer)
            }
            Err(busy) if busy.0 == mine.seat.player => {
                self.lobby.matchmaker().put_back(host);
                Paired::Answered(Err(already_in_game(busy)))
            }
            // The player who waited has begun another game through another connection.
            Err(_) => Paired::HostGone,
        }
    }

    /// Waits in the queue that servers share, or begins a game with somebody who waits there. Returns
    /// `None` if somebody else was faster.
    async fn queue(&self, mine: &Waiting) -> Result<Option<Accepted>, Refusal> {
        let services = self.services();
        let place = services.node.place(self.connection.id());
        let entered = services.store.enter(&mine.seat, &mine.terms, &place, &mine.seeker).await;
        match entered {
            Ok(Entered::Waits { seq, position }) => {
                if !self.lobby.matchmaker().entered(&self.connection, seq) {
                    // Paired by this server meanwhile, or disconnected.
                    self.lobby.withdraw(&mine.seat.player, &self.connection);
                    return Ok(Some(self.taken(mine, position)));
                }
                Ok(Some(self.wait(mine, position)))
            }
            Ok(Entered::Found(host)) => {
                if self.lobby.matchmaker().take(self.connection.id()).is_none() {
                    return Ok(Some(self.taken(mine, 1)));
                }
                let answer = self.lobby.open_with(host, mine.clone()).await;
                if is_busy(&answer) && self.seems_free(&mine.seat.player).await {
                    return Ok(None);
                }
                answer.map(Some)
            }
            Err(err) => {
                self.lobby.matchmaker().forget(&self.connection);
                Err(not_looked_up(&err))
            }
        }
    }

    /// The answer to a player who is no longer in the queue: normally because a game is beginning.
    fn taken(&self, mine: &Waiting, position: u32) -> Accepted {
        match self.lobby.registry().engagement(&mine.seat.player) {
            Engagement::Playing(id) => self.joined(id),
            Engagement::Free | Engagement::Hosting(_) => self.wait(mine, position),
        }
    }

    /// Whether the store knows of no running game of this player.
    async fn seems_free(&self, player: &PlayerId) -> bool {
        let seats = self.services().store.seats_of(std::slice::from_ref(player)).await;
        self.services().node.is_shared() && seats.is_ok_and(|it| it.iter().all(|it| !it.running))
    }

    /// Both seats are taken: the match begins. `joined` is the person who takes the second seat, if
    /// it is not a bot.
    async fn start(
        &self,
        id: MatchId,
        host: Waiting,
        guest: Seat,
        joined: Option<Waiting>,
    ) -> Answer {
        let services = self.services();
        let accepted = self.joined(id);
        let lot = services.draw_lot();
        let whereabouts = &host.seeker.whereabouts;
        let near = joined.as_ref().is_some_and(|it| it.seeker.whereabouts.is_near(whereabouts));
        let terms = Terms { rated: host.terms.rated && !near, ..host.terms };
        let events = opening(host.seat.clone(), guest, terms, lot, services.now()).to_vec();
        let takes = host.seq.into_iter().chain(joined.as_ref().and_then(|it| it.seq)).collect();
        let people = [host.clone()].into_iter().chain(joined);
        let connections: Vec<_> = people.map(|it| (it.seat.player, it.connection)).collect();
        let opened = self
            .lobby
            .open(Opening {
                id,
                code: None,
                events,
                from: self.connection.clone(),
                connections,
                elsewhere: Vec::new(),
                takes,
                accepted,
            })
            .await;
        if opened.is_err() && !is_busy(&opened) && host.connection != self.connection {
            self.lobby.matchmaker().put_back(host);
        }
        opened
    }

    /// The answer to a search that has led to a game.
    fn joined(&self, id: MatchId) -> Accepted {
        Accepted::JoinedMatchmaking(JoinedMatchmaking {
            player_id: self.connection.player().to_string(),
            room_id: Some(id.to_string()),
            position: None,
        })
    }

    fn wait(&self, mine: &Waiting, position: u32) -> Accepted {
        let player_id = mine.seat.player.to_string();
        let online = self.lobby.online();
        self.connection.send(WaitingMessage {
            player_id: player_id.clone(),
            position,
            since: mine.since.unix_ms(),
            now: self.services().now().unix_ms(),
            online: online.online,
            playing: online.playing,
        });
        Accepted::JoinedMatchmaking(JoinedMatchmaking {
            player_id,
            room_id: None,
            position: Some(position),
        })
    }

    async fn leave_matchmaking(&self, message: &LeaveMatchmaking) -> Answer {
        self.is_self(&message.player_id)?;
        let player = self.connection.player();
        let waited = self.lobby.matchmaker().leave(&player);
        let withdrawn = match waited {
            true => self.services().store.withdraw(&player, None).await,
            false => Ok(None),
        };
        let withdrawn = withdrawn.map_err(|err| not_looked_up(&err))?;
        let begun = match self.lobby.registry().engagement(&player) {
            Engagement::Playing(id) if !waited => Some(id),
            // Another server may have been faster, and this one may not know it yet.
            Engagement::Free if withdrawn.is_none() && self.services().node.is_shared() => {
                let found = self.lobby.seat_again(&self.connection).await;
                found.map_err(|err| not_looked_up(&err))?
            }
            Engagement::Playing(_) | Engagement::Hosting(_) | Engagement::Free => None,
        };
        match begun {
            Some(id) => self.connection.send(AlreadyStarted { room_id: id.to_string() }),
            None => self.connection.send(MatchmakingLeft {}),
        }
        Ok(Accepted::Done(Done {}))
    }

    async fn create_room(&self, message: &CreateRoom) -> Answer {
        let services = self.services();
        services.orders.check_new_game()?;
        let host = Seat::human(self.connection.player(), &self.name(&message.username).await?);
        let wishes =
            Wishes { turn_clock: message.turn_clock_enabled, ..wire::wishes(message.afk())? };
        let terms = wire::preset(message.preset).private_terms(&services.house, &wishes);
        self.get_free().await?;
        let (id, code, now) = (services.fresh_id(), services.fresh_code(), services.now());
        self.lobby.reserve(std::slice::from_ref(&host.player), id).map_err(already_in_game)?;
        let create = Command { at: now, action: Action::Create { host, terms } };
        let events = Match::New.decide(&create).map_err(wire::rejection)?;
        let accepted = Accepted::RoomCreated(RoomCreated {
            room_id: id.to_string(),
            room_code: code.to_string(),
            expires_at: (now + GUEST_WAIT).unix_ms(),
            now: now.unix_ms(),
        });
        let connections = vec![(self.connection.player(), self.connection.clone())];
        let from = self.connection.clone();
        let code = Some(code);
        let (elsewhere, takes) = (Vec::new(), Vec::new());
        let opening = Opening { id, code, events, from, connections, elsewhere, takes, accepted };
        self.lobby.open(opening).await
    }

    async fn join_room(&self, message: &JoinRoom) -> Answer {
        let name = self.name(&message.username).await?;
        let address = self.connection.address();
        if !self.lobby.wrong_codes().may_try(address, Instant::now()) {
            return Err(wire::too_many_codes());
        }
        let room = match RoomCode::parse(&message.room_code) {
            Some(code) => {
                self.lobby.room_by_code(&code).await.map_err(|err| not_looked_up(&err))?
            }
            None => None,
        };
        let Some(room) = room else {
            self.lobby.wrong_codes().tried_wrong(address, Instant::now());
            return Err(wire::unknown_code());
        };
        let player = self.connection.player();
        if *room.host() != player {
            self.get_free().await?;
            self.lobby
                .reserve(std::slice::from_ref(&player), room.id())
                .map_err(already_in_game)?;
        }
        // Closed by its host at the same moment: as if the code had not been found.
        let closed = |it: &Refusal| it.code == RejectCode::GameOver && room.game().is_none();
        let answer = self
            .ask(&room, Ask::Join { name })
            .await
            .map_err(|it| if closed(&it) { wire::unknown_code() } else { it });
        if answer.is_err() && *room.host() != player {
            self.lobby.registry().release(&player, room.id());
        }
        // The connection was lost meanwhile: the room must check again who is here.
        if self.connection.is_gone() {
            self.lobby.presence_changed(&player);
        }
        answer
    }

    /// Ends whatever the player waits for, and leaves a finished game, for a new one. A running
    /// game is not given up.
    async fn get_free(&self) -> Result<(), Refusal> {
        let player = self.connection.player();
        if self.lobby.matchmaker().connection_of(&player).is_some_and(|it| it == self.connection) {
            return Err(refuse(RejectCode::AlreadyInGame, "you are waiting already"));
        }
        self.lobby.stop_waiting(&player);
        self.lobby.withdraw_elsewhere(&player).await.map_err(|err| not_looked_up(&err))?;
        // A room that another server opened for the player is opened here too.
        let room = self.lobby.room_of(&player).await.map_err(|err| not_looked_up(&err))?;
        if let Some(room) = room
            && self.lobby.registry().room_of(&player).is_none()
            && room.stage() != Stage::Over
        {
            self.lobby.registry().sit(&player, room.id());
        }
        match self.lobby.registry().engagement(&player) {
            Engagement::Free => Ok(()),
            Engagement::Playing(_) => {
                Err(refuse(RejectCode::AlreadyInGame, "you are playing already"))
            }
            Engagement::Hosting(room) => {
                // The host no longer waits. If somebody joined at the same moment, the game is on.
                self.ask(&room, Ask::Cancel).await.map_err(|refusal| {
                    if refusal.code == RejectCode::NotStarted {
                        refuse(RejectCode::AlreadyInGame, "you are playing already")
                    } else {
                        refusal
                    }
                })?;
                Ok(())
            }
        }
    }

    // Identity.

    async fn reconnect(&self, message: &Reconnect) -> Answer {
        match &message.token {
            Some(token) => {
                let proved = self.services().tokens.verify(token).ok_or_else(|| {
                    refuse(RejectCode::Unauthorized, "this token is not one of ours")
                })?;
                let Proof { player, issued } = proved;
                if player.as_str() != message.player_id {
                    return Err(wire::not_you());
                }
                self.services().orders.check(&player, self.connection.address())?;
                self.become_player(player, issued);
            }
            None => self.prove(&message.player_id)?,
        }
        let room = self.lobby.room_of(&self.connection.player()).await;
        let room = room.map_err(|err| not_looked_up(&err))?;
        let nothing = || refuse(RejectCode::UnknownRoom, "you have no game to come back to");
        self.ask(&room.ok_or_else(nothing)?, Ask::Return).await
    }

    fn is_self(&self, claimed: &str) -> Result<(), Refusal> {
        if self.connection.player().as_str() == claimed { Ok(()) } else { Err(wire::not_you()) }
    }

    /// Checks that the client is the player it claims to be. Where ids are trusted, the claim is
    /// enough.
    fn prove(&self, claimed: &str) -> Result<(), Refusal> {
        match self.services().player_ids {
            PlayerIds::NeedToken if self.connection.player().as_str() == claimed => Ok(()),
            PlayerIds::NeedToken => Err(wire::needs_token()),
            PlayerIds::Trusted => {
                let player = PlayerId::new(claimed).ok_or_else(|| {
                    refuse(RejectCode::Malformed, "a playerId is 1 to 64 plain characters")
                })?;
                self.become_player(player, self.services().now());
                Ok(())
            }
        }
    }

    /// The client has proved who it is. Whatever it did as another player ends.
    fn become_player(&self, player: PlayerId, issued: Timestamp) {
        let before = self.connection.player();
        if before != player {
            if self.lobby.matchmaker().forget(&self.connection) {
                self.lobby.withdraw(&before, &self.connection);
            }
            self.connection.become_player(player, issued);
            self.lobby.presence_changed(&before);
        }
    }
}

fn drop_of(message: &Move) -> Ask {
    Ask::Drop { column: wire::column(message.column), number: message.move_number }
}

/// The result of pairing two players.
enum Paired {
    /// The answer to the player who searched: a game, or a refusal.
    Answered(Answer),
    /// The one who waited plays somebody else by now.
    HostGone,
}

/// Where a match is.
enum Found {
    /// A room has it.
    Room(RoomHandle),
    /// It is over, and only in the store.
    Past,
}

fn already_in_game(_: Busy) -> Refusal {
    wire::playing_already()
}

fn not_looked_up(err: &StoreError) -> Refusal {
    tracing::error!(error = err as &dyn std::error::Error, "could not look a game up");
    refuse(RejectCode::Internal, "games can't be looked up right now, try again")
}

/// The bot's seat. All bots of one level are the same player.
fn bot(level: BotLevel) -> Seat {
    let (id, name) = match level {
        BotLevel::Easy => ("bot-easy", "Easy bot"),
        BotLevel::Medium => ("bot-medium", "Medium bot"),
        BotLevel::Hard => ("bot-hard", "Hard bot"),
        BotLevel::Perfect => ("bot-perfect", "Perfect bot"),
    };
    Seat::bot(PlayerId::new(id).expect("a plain name is an id"), name, level)
}
