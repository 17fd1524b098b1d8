/** Lists of games and players. */
import { unreachable } from '../../game/types';
import type { End } from '../../game/view';
import { discs, people } from './common';
import { moment } from './time';

export const watchTitle = 'Being played now';
export const nobodyPlaysTitle = 'Nobody is playing at the moment';
export const nobodyPlays =
  'Somebody has to start. Games that people play show up here by themselves.';
export const nobodyPlaysYet = 'Nobody yet. Yours could be the first game.';
export const finishedTitle = 'Just finished';
export const noneFinished = 'No game has been finished here yet.';
export const awayLive = 'The server is away. You can still play on this device.';
export const awayFinished = 'Nothing to show while the server is away.';

export const play = 'Play somebody';
export const playComputer = 'Play the computer';
export const won = 'won';
export { discs };

/** "31 discs · 2 people watching" */
export function room(played: number, spectators: number): string {
  const watching = spectators > 0 ? [`${people(spectators)} watching`] : [];
  return [discs(played), ...watching].join(' · ');
}

/** Why a game ended, in two words. */
export function reason({ reason: why }: End): string {
  switch (why) {
    case 'four':
      return 'four in a row';
    case 'full':
      return 'draw';
    case 'resignation':
      return 'resigned';
    case 'idle':
      return 'moved too late';
    case 'disconnect':
      return 'did not come back';
    case 'timeout':
      return 'out of time';
    case 'aborted':
      return 'called off';
    default:
      return unreachable(why);
  }
}

/** "four in a row · 15 November 2026, 20:59" */
export function game(how: string | undefined, atMs: number): string {
  return [...(how === undefined ? [] : [how]), moment(atMs)].join(' · ');
}

export const pictureOf = (first: string, second: string): string =>
  `The board of ${first} against ${second}`;

export const featuredTitle = 'On now';
export const watchIt = 'Watch';
export const takeUp = 'Try it yourself';

export const leaderboard = 'Leaderboard';
export const leaderboardOrder = 'By rating: everybody starts at 1500.';
export const noLeaders = 'The first winner will be on top of this list.';
export const place = 'Place';
export const player = 'Player';
export const rating = 'Rating';
export const wonColumn = 'Won';
export const lostColumn = 'Lost';
export const drawnColumn = 'Drawn';
export const gamesColumn = 'Games';
export const discsColumn = 'Discs';

export const yourGames = 'Your games';
export const noGames = 'No games yet';
export const noGamesWhy = 'Games you finish against people are kept here, with every move.';
export const olderGames = 'Older games';
export const listFailed = 'The list could not be loaded.';

/** A rating that is hardly known yet has a question mark. */
export const shownRating = (points: number, provisional: boolean): string =>
  `${Math.round(points)}${provisional ? '?' : ''}`;
export const claimed = 'This name is claimed: nobody else can have it.';
