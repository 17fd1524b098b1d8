//! What clients ask: who may, and whom it is for.

use std::sync::Arc;

use fourfall_match::{Action, BotLevel, Command, Match, MatchId, PlayerId, Seat, Wishes, opening};
use fourfall_protocol::{
    Accepted, AlreadyStarted, ClientMessage, CreateRoom, Done, JoinMatchmaking, JoinRoom,
    JoinedMatchmaking, LeaveMatchmaking, MatchmakingLeft, Reconnect, Refusal, RejectCode,
    RoomCreated, Spectate, Waiting as WaitingMessage,
};
use tokio::sync::oneshot;

use super::queue::Waiting;
use super::{Lobby, Opening, RoomStage, State};
use crate::client::Client;
use crate::config::PlayerIds;
use crate::identity::random;
use crate::room::{Answer, Ask};
use crate::store::RoomCode;
use crate::translate::{self, refuse};

/// An answer that is there, or that a room will give.
#[derive(Debug)]
pub(crate) enum Asked {
    Now(Answer),
    Later(oneshot::Receiver<Answer>),
    /// No room runs this match. It may be one that is over.
    NotRunning(MatchId, Ask),
}

impl Lobby {
    /// Takes a request in, in the order in which it came. Waiting for the answer is another matter.
    pub(crate) fn ask(&self, client: &Arc<Client>, message: ClientMessage) -> Asked {
        self.try_ask(client, message).unwrap_or_else(|refusal| Asked::Now(Err(refusal)))
    }

    /// Waits for the answer.
    pub(crate) async fn answer(&self, asked: Asked) -> Answer {
        match asked {
            Asked::Now(answer) => answer,
            // The room ended with the request in its inbox: the server stops, or the game is over.
            Asked::Later(answer) => answer.await.unwrap_or_else(|_| Err(busy())),
            Asked::NotRunning(id, ask) => self.answer_for_the_past(id, &ask).await,
        }
    }

    fn try_ask(&self, client: &Arc<Client>, message: ClientMessage) -> Result<Asked, Refusal> {
        if *self.0.stop.borrow() {
            return Err(busy());
        }
        match message {
            ClientMessage::JoinMatchmaking(it) => self.join_matchmaking(client, &it),
            ClientMessage::LeaveMatchmaking(it) => self.leave_matchmaking(client, &it),
            ClientMessage::CreateRoom(it) => self.create_room(client, &it),
            ClientMessage::JoinRoom(it) => self.join_room(client, &it),
            ClientMessage::Reconnect(it) => self.reconnect(client, &it),
            ClientMessage::Spectate(it) => self.spectate(client, &it),
            ClientMessage::Move(it) => {
                is_self(client, &it.player_id)?;
                let column = translate::column(it.column)?;
                let drop = Ask::Drop { column, number: it.move_number };
                self.ask_room(client, &it.room_id, drop)
            }
            ClientMessage::Resign(it) => {
                is_self(client, &it.player_id)?;
                self.ask_room(client, &it.room_id, Ask::Resign)
            }
            ClientMessage::Rematch(it) => {
                is_self(client, &it.player_id)?;
                self.ask_room(client, &it.room_id, Ask::Rematch)
            }
            ClientMessage::DeclineRematch(it) => {
                is_self(client, &it.player_id)?;
                self.ask_room(client, &it.room_id, Ask::DeclineRematch)
            }
            ClientMessage::Leave(it) => {
                is_self(client, &it.player_id)?;
                self.ask_room(client, &it.room_id, Ask::Leave)
            }
            ClientMessage::AfkCheck(it) => self.ask_room(client, &it.room_id, Ask::IdleClock),
        }
    }

    fn ask_room(&self, client: &Arc<Client>, id: &str, ask: Ask) -> Result<Asked, Refusal> {
        let id = translate::room_id(id)?;
        let Some(room) = self.state().handle(id) else { return Ok(Asked::NotRunning(id, ask)) };
        room.ask(client, ask).map(Asked::Later)
    }

    /// A match that no room runs: over, or unknown.
    async fn answer_for_the_past(&self, id: MatchId, ask: &Ask) -> Answer {
        let over = self.store().game(id).await.map_err(|err| {
            tracing::error!(error = &err as &dyn std::error::Error, "could not look a game up");
            refuse(RejectCode::Internal, "games can't be looked up right now, try again")
        })?;
        match (over, ask) {
            (None, _) => Err(translate::unknown_room()),
            (Some(_), Ask::Leave) => Ok(Accepted::Done(Done {})),
            (Some(_), _) => Err(refuse(RejectCode::GameOver, "the game is over")),
        }
    }

    fn join_matchmaking(
        &self,
        client: &Arc<Client>,
        message: &JoinMatchmaking,
    ) -> Result<Asked, Refusal> {
        if let Some(claimed) = &message.player_id {
            self.be(client, claimed)?;
        }
        let seat = Seat::human(client.player(), &translate::name(&message.username)?);
        let preset = translate::preset(message.preset);
        let wishes = Wishes {
            turn_clock: message.turn_clock_enabled,
            guest_starts: message.wants_bot && message.bot_starts,
            ..translate::wishes(message.afk())?
        };
        let terms = preset.terms(&self.0.around.house, &wishes);
        let mine = Waiting { client: client.clone(), seat, terms };
        let mut state = self.state();
        self.check_free(&mut state, client)?;
        if message.wants_bot {
            let bot = bot(translate::level(message.bot_difficulty));
            return self.start(&mut state, mine, bot, None);
        }
        let Some(place) = state.queue.opponent(preset, &mine.seat.player) else {
            return self.wait(&mut state, mine);
        };
        // Before anybody is taken from the queue: who can't be let in costs nobody their place.
        self.check_room_limits(&state, Some(client.address()))?;
        let host = state.queue.take(place);
        let guest = mine.seat.clone();
        self.start(&mut state, host, guest, Some(mine))
    }

    /// Both seats are taken: the match begins. `joined` is who has just come, unless that is the
    /// host, who plays a bot.
    fn start(
        &self,
        state: &mut State,
        host: Waiting,
        guest: Seat,
        joined: Option<Waiting>,
    ) -> Result<Asked, Refusal> {
        let id = self.fresh_id();
        let asked = joined.as_ref().unwrap_or(&host);
        let accepted = Accepted::JoinedMatchmaking(JoinedMatchmaking {
            player_id: asked.seat.player.to_string(),
            room_id: Some(id.to_string()),
            position: None,
        });
        let address = Some(asked.client.address());
        let events = opening(host.seat.clone(), guest, host.terms, self.draw_lot(), self.now());
        let people = joined.into_iter().chain([host]);
        let opening = Opening {
            id,
            code: None,
            events: events.to_vec(),
            clients: people.map(|it| (it.seat.player, it.client)).collect(),
            address,
            stage: RoomStage::Running,
            event: "matchmaking:join",
        };
        self.open(state, opening, accepted).map(Asked::Later)
    }

    fn wait(&self, state: &mut State, mine: Waiting) -> Result<Asked, Refusal> {
        if state.queue.len() >= self.limits().waiting {
            return Err(refuse(RejectCode::Overloaded, "too many people are waiting already"));
        }
        let client = mine.client.clone();
        let player_id = mine.seat.player.to_string();
        let position = u32::try_from(state.queue.push(mine)).unwrap_or(u32::MAX);
        client.send(WaitingMessage { player_id: player_id.clone(), position });
        let position = Some(position);
        let joined = JoinedMatchmaking { player_id, room_id: None, position };
        Ok(Asked::Now(Ok(Accepted::JoinedMatchmaking(joined))))
    }

    fn leave_matchmaking(
        &self,
        client: &Arc<Client>,
        message: &LeaveMatchmaking,
    ) -> Result<Asked, Refusal> {
        is_self(client, &message.player_id)?;
        let player = client.player();
        let mut state = self.state();
        let waited = state.queue.remove(|it| it.seat.player == player);
        match state.room_of(&player) {
            Some((id, RoomStage::Running)) if !waited => {
                client.send(AlreadyStarted { room_id: id.to_string() });
            }
            Some(_) | None => client.send(MatchmakingLeft {}),
        }
        Ok(Asked::Now(Ok(Accepted::Done(Done {}))))
    }

    /// Whether a player may begin something new. Whatever is over or merely waiting gives way.
    fn check_free(&self, state: &mut State, client: &Arc<Client>) -> Result<(), Refusal> {
        let player = client.player();
        if let Some(earlier) = state.queue.client_of(&player) {
            if earlier == client {
                return Err(refuse(RejectCode::AlreadyInGame, "you are waiting already"));
            }
            self.replace(earlier);
            state.queue.remove(|it| it.seat.player == player);
        }
        match state.room_of(&player) {
            Some((_, RoomStage::Running)) => {
                Err(refuse(RejectCode::AlreadyInGame, "you are playing already"))
            }
            Some((id, RoomStage::Open)) => {
                // A private room nobody has joined: its host has changed plans.
                state.seats.remove(&player);
                if let Some(room) = state.handle(id) {
                    let client = client.clone();
                    // Waits for a place in that room's inbox; no longer than that.
                    tokio::spawn(async move { room.tell(client, player, Ask::Leave).await });
                }
                Ok(())
            }
            Some((_, RoomStage::Over)) | None => Ok(()),
        }
    }

    fn create_room(&self, client: &Arc<Client>, message: &CreateRoom) -> Result<Asked, Refusal> {
        let host = Seat::human(client.player(), &translate::name(&message.username)?);
        let preset = translate::preset(message.preset);
        let terms = preset.terms(&self.0.around.house, &translate::wishes(message.afk())?);
        let create = Command { at: self.now(), action: Action::Create { host, terms } };
        let events = Match::New.decide(&create).map_err(translate::rejection)?;
        let mut state = self.state();
        self.check_free(&mut state, client)?;
        let id = self.fresh_id();
        let code = RoomCode::from_random(u64::from_le_bytes(random()));
        let accepted = Accepted::RoomCreated(RoomCreated {
            room_id: id.to_string(),
            room_code: code.to_string(),
        });
        let opening = Opening {
            id,
            code: Some(code),
            events,
            clients: vec![(client.player(), client.clone())],
            address: Some(client.address()),
            stage: RoomStage::Open,
            event: "room:create",
        };
        self.open(&mut state, opening, accepted).map(Asked::Later)
    }

    fn join_room(&self, client: &Arc<Client>, message: &JoinRoom) -> Result<Asked, Refusal> {
        let name = translate::name(&message.username)?;
        let unknown = || refuse(RejectCode::UnknownCode, "no game has this code");
        let code = RoomCode::parse(&message.room_code).ok_or_else(unknown)?;
        let mut state = self.state();
        let id = *state.codes.get(&code).ok_or_else(unknown)?;
        // One's own room is the room's to refuse; any other game must be over.
        if state.seats.get(&client.player()) != Some(&id) {
            self.check_free(&mut state, client)?;
        }
        let room = state.handle(id).ok_or_else(unknown)?;
        room.ask(client, Ask::Join { name }).map(Asked::Later)
    }

    fn reconnect(&self, client: &Arc<Client>, message: &Reconnect) -> Result<Asked, Refusal> {
        match &message.token {
            Some(token) => {
                let proved = self.tokens().verify(token).ok_or_else(|| {
                    refuse(RejectCode::Unauthorized, "this token is not one of ours")
                })?;
                if proved.as_str() != message.player_id {
                    return Err(not_you());
                }
                self.become_player(client, proved);
            }
            None => self.be(client, &message.player_id)?,
        }
        let state = self.state();
        let room = state.room_of(&client.player()).and_then(|(id, _)| state.handle(id));
        let nothing = || refuse(RejectCode::UnknownRoom, "you have no game to come back to");
        room.ok_or_else(nothing)?.ask(client, Ask::Come).map(Asked::Later)
    }

    fn spectate(&self, client: &Arc<Client>, message: &Spectate) -> Result<Asked, Refusal> {
        translate::name(&message.username)?;
        self.ask_room(client, &message.room_id, Ask::Watch)
    }

    /// Makes sure that the client is who it says. Where ids are trusted, saying so is enough.
    fn be(&self, client: &Arc<Client>, claimed: &str) -> Result<(), Refusal> {
        match self.0.around.player_ids {
            PlayerIds::NeedToken => is_self(client, claimed),
            PlayerIds::Trusted => {
                let player = PlayerId::new(claimed).ok_or_else(|| {
                    refuse(RejectCode::Malformed, "a playerId is 1 to 64 plain characters")
                })?;
                self.become_player(client, player);
                Ok(())
            }
        }
    }

    /// The client has proved to be somebody. What it did as somebody else, it leaves.
    fn become_player(&self, client: &Arc<Client>, player: PlayerId) {
        if client.player() == player {
            return;
        }
        let mut state = self.state();
        state.queue.remove(|it| it.client == *client);
        let room = client.stand_up().and_then(|it| state.handle(it));
        drop(state);
        self.move_on(room, client);
        client.become_player(player);
    }
}

fn is_self(client: &Client, claimed: &str) -> Result<(), Refusal> {
    if client.player().as_str() == claimed { Ok(()) } else { Err(not_you()) }
}

fn busy() -> Refusal {
    refuse(RejectCode::Overloaded, "the server is busy or restarting, try again in a moment")
}

fn not_you() -> Refusal {
    refuse(RejectCode::Forbidden, "this is not your playerId")
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
