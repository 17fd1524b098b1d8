/** A game between people: whose turn, what happened, how it ended. */
import {
  columnNumber,
  other,
  unreachable,
  type Cell,
  type Column,
  type Side,
} from '../../game/types';
import { turnOf, type End, type MatchView, type RematchRefusal } from '../../game/view';
import { seconds } from './time';

/** Who sits where, and where one sits oneself. */
export type Seated = Pick<MatchView, 'seats' | 'mine'>;

/** What a seat is called from where one sits. */
export function called(view: Seated, side: Side): string {
  return side === view.mine ? 'You' : view.seats[side].name;
}

const yourTurn = 'Your turn';

/** Whose turn it is. */
export function turn(view: MatchView): string {
  const side = turnOf(view);
  if (side === undefined) return over;
  if (side === view.mine) return yourTurn;
  return view.mine === undefined
    ? `${view.seats[side].name} to move`
    : `${view.seats[side].name}’s turn`;
}

export const over = 'The game is over';
export const you = 'you';
export const computer = 'computer';
export const won = 'won';
export const toMove = 'to move';
export const away = 'away';
export const left = 'left';

/** The result as a headline. To players it speaks as the duel's document has it, whatever the rules. */
export function resultTitle(view: Seated, { winner, reason: why }: End): string {
  if (why === 'aborted') return 'CALLED OFF';
  if (winner === undefined) return view.mine === undefined ? 'A draw' : 'DRAW';
  if (view.mine === undefined) return `${view.seats[winner].name} won`;
  return winner === view.mine ? 'YOU WON' : 'YOU LOST';
}

/** The result as a sentence. */
export function result(view: Seated, { winner, reason: why }: End): string {
  if (why === 'aborted') return 'The game was called off.';
  if (winner === undefined) return 'A draw.';
  if (view.mine === undefined) return `${view.seats[winner].name} won.`;
  return winner === view.mine ? 'You won.' : `You lost. ${view.seats[winner].name} won.`;
}

/** Why the game ended, always said. */
export function reason(view: Seated, end: End): string {
  const loser = end.winner === undefined ? undefined : other(end.winner);
  const who = loser === undefined ? '' : called(view, loser);
  switch (end.reason) {
    case 'four':
      return end.lines.length > 1
        ? `Four in a row, ${end.lines.length} times over.`
        : 'Four in a row.';
    case 'full':
      return 'The board is full and nobody has four.';
    case 'resignation':
      return `${who} resigned.`;
    case 'idle':
      return `${who} did not move for too long.`;
    case 'disconnect':
      return `${who} did not come back in time.`;
    case 'timeout':
      return `${who} ran out of time.`;
    case 'aborted':
      return 'Before both had moved. It counts for nobody.';
    default:
      return unreachable(end.reason);
  }
}

const versus = (view: Seated): string =>
  `${called(view, 'first')} against ${called(view, 'second')}`;
export const begun = (view: MatchView): string => `The game is on: ${versus(view)}.`;
export const boardLabel = (view: Seated): string => `${versus(view)}. Press ? for the keys.`;
export const moved = (who: string, cell: Cell): string =>
  `${who}: column ${columnNumber(cell.column)}, row ${cell.row + 1}.`;
export const columnFull = (column: Column): string => `Column ${columnNumber(column)} is full.`;
export const itIsTheirTurn = (name: string): string => `It is ${name}’s turn.`;
export const gameIsOver = 'The game is over.';

export const lost = (name: string): string =>
  `${name} lost the connection. If they are not back in time, you win.`;
export const lostShort = (name: string): string => `${name} lost the connection.`;
export const back = (name: string): string => `${name} is back.`;
export const leftGame = (name: string): string => `${name} has left.`;

export const moveSoon = 'Move soon, or you lose.';
export const mustMoveSoon = (name: string): string => `${name} has to move soon.`;
export const moveWithin = (who: string | undefined): string =>
  who === undefined ? 'Move within' : `${who} has to move within`;
export const secondsUnit = 'seconds.';
export const secondsLeft = (number: number): string => `${seconds(number)} left.`;
export const secondsToMove = (number: number): string => `You have ${seconds(number)}.`;

export const connectionLost = 'Connection lost. Trying to come back.';
export const connectionLostSafe = 'Connection lost. Trying to come back; your game is safe.';
export const connectionLostKept =
  'Connection lost. Your disc is kept, and played when the connection is back.';
export const connected = 'Connected again.';
export const sending = 'Sending your disc…';
export const chooseColumn = 'Choose a column.';
export const waitingForThem = 'Waiting for their disc.';

export const resign = 'Resign';
export const resignTitle = 'Give up this game?';
export const resignText = (name: string): string => `${name} wins if you resign.`;
export const playOn = 'Play on';
export const abort = 'Call it off';
export const abortTitle = 'Call this game off?';
export const abortText = 'Not both of you have moved yet, so it counts for nobody.';

export const rematch = 'Rematch';
export const playAgain = 'Play again';
export const noThanks = 'No, thanks';
export const newOpponent = 'New opponent';
export const review = 'Review';
export const backToLobby = 'Back to the lobby';
export const copyGame = 'Copy link to this game';
export const rematchWanted = (name: string): string => `${name} wants a rematch.`;
export const rematchAsked = (name: string): string => `Waiting for ${name} to say yes…`;

export function noRematch(name: string, why: RematchRefusal, byMe: boolean): string {
  if (byMe) {
    return why === 'disconnected'
      ? 'Your offer of a rematch ended with your connection.'
      : 'You said no to a rematch.';
  }
  switch (why) {
    case 'declined':
      return `${name} does not want a rematch.`;
    case 'left':
      return `${name} has left.`;
    case 'disconnected':
      return `${name} lost the connection, and the offer of a rematch ended with it.`;
    case 'busy':
      return `${name} plays somebody else now.`;
    default:
      return unreachable(why);
  }
}

/** The score of several games in a row: "You 2 – 1 Bo, 1 draw". */
export function series(
  view: Seated,
  { wins, draws }: { readonly wins: Readonly<Record<Side, number>>; readonly draws: number },
): string {
  const mine = view.mine ?? 'first';
  const theirs = other(mine);
  const score = `${called(view, mine)} ${wins[mine]} – ${wins[theirs]} ${called(view, theirs)}`;
  if (draws === 0) return score;
  return `${score}, ${draws === 1 ? '1 draw' : `${draws} draws`}`;
}
