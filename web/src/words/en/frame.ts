/** What surrounds every page: header, footer, titles. */
import type { PageName } from '../../router';

export const skip = 'Skip to the game';
export const homeLink = 'Fourfall, home';
export const mainNavigation = 'Main';
export const moreNavigation = 'More';
export const menu = 'Menu';
export const settings = 'Settings';
export const language = 'Language';
export const languageAuto = 'As the browser says';
export const play = 'Play';
export const watch = 'Watch';
export const analysis = 'Analysis';
export const puzzles = 'Puzzles';
export const leaderboard = 'Leaderboard';
export const yourGames = 'Your games';
export const account = 'Account';
export const privacy = 'What we keep';
export const forProgrammers = 'For programmers';
export const promise =
  'Free, open, no account needed. Your name and settings stay in this browser.';

const TITLES: Readonly<Record<PageName, string>> = {
  home: 'Fourfall: four in a row, with anyone',
  play: 'Play · Fourfall',
  solo: 'Against the computer · Fourfall',
  local: 'Same device · Fourfall',
  watch: 'Watch · Fourfall',
  watchRoom: 'Watch · Fourfall',
  game: 'Replay · Fourfall',
  analysis: 'Analysis · Fourfall',
  player: 'Player · Fourfall',
  puzzles: 'Puzzles · Fourfall',
  history: 'Your games · Fourfall',
  leaderboard: 'Leaderboard · Fourfall',
  account: 'Your account · Fourfall',
  privacy: 'What we keep · Fourfall',
  unknown: 'Nothing here · Fourfall',
};

export function title(page: PageName): string {
  return TITLES[page];
}
