//! Between the core and the wire: the only place that converts one into the other.

mod from;
mod refusal;
mod rest;
mod view;

pub(crate) use from::{column, level, name, preset, room_id, wishes};
pub(crate) use refusal::{
    busy, closing, game_over, needs_token, not_known, not_saved, not_stored, not_you,
    playing_already, refuse, rejection, stopping, too_many_codes, unknown_code, unknown_room,
};
pub(crate) use rest::{game, invitation, player, rating_point};
pub(crate) use view::{Closing, View, next_match, room_waiting};
