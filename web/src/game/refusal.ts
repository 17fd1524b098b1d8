/** Why something that was asked for is refused: the codes of the wire. */

export const REFUSAL_CODES = [
  'malformed',
  'unauthorized',
  'forbidden',
  'unknown_room',
  'unknown_code',
  'unknown_player',
  'not_your_turn',
  'column_out_of_range',
  'column_full',
  'game_over',
  'not_started',
  'already_in_game',
  'room_full',
  'too_late',
  'rate_limited',
  'overloaded',
  'internal',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];
