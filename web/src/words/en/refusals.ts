/** Why the server said no, by its code. What it meant is said, not how it put it. */
import type { RefusalCode } from '../../game/refusal';

const REFUSALS: Readonly<Record<RefusalCode, string>> = {
  malformed: 'The server did not understand this page. Reload it, please.',
  unauthorized: 'The server does not know this browser any more. Reload the page, please.',
  forbidden: 'This is not yours to do.',
  unknown_room: 'That game is no longer there.',
  unknown_code: 'No game waits under this code. It may be mistyped, or the invitation has ended.',
  unknown_player: 'Nobody with this address has finished a game here yet.',
  not_your_turn: 'It is not your turn.',
  column_out_of_range: 'There is no such column.',
  column_full: 'That column is full.',
  game_over: 'The game is over.',
  not_started: 'The game has not begun yet.',
  already_in_game: 'You are in another game already.',
  room_full: 'Both seats of this game are taken.',
  too_late: 'Too late: both of you have moved. You can still resign.',
  rate_limited: 'That was a lot at once. Wait a moment, then try again.',
  overloaded: 'The server is full at the moment. Try again in a minute.',
  internal: 'Something went wrong on the server. Nothing was done; try again.',
};

export function refusal(code: RefusalCode): string {
  return REFUSALS[code];
}
