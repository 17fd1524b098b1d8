import { expect, test } from 'vitest';
import { parseRoute } from './router';

test.each([
  ['/', { page: 'home' }],
  ['/play', { page: 'play', code: undefined }],
  ['/play/', { page: 'play', code: undefined }],
  ['/play/abc234', { page: 'play', code: 'ABC234' }],
  ['/solo', { page: 'solo' }],
  ['/local', { page: 'local' }],
  ['/watch', { page: 'watch' }],
  ['/watch/r1', { page: 'watchRoom', roomId: 'r1' }],
  ['/game/r%201', { page: 'game', roomId: 'r 1' }],
  ['/game/%E0%A4%A', { page: 'game', roomId: '%E0%A4%A' }],
  ['/analysis', { page: 'analysis', moves: '' }],
  ['/analysis/4435', { page: 'analysis', moves: '4435' }],
  ['/puzzles', { page: 'puzzles', number: undefined }],
  ['/puzzles/12', { page: 'puzzles', number: '12' }],
  ['/player/p1', { page: 'player', playerId: 'p1' }],
  ['/history', { page: 'history' }],
  ['/leaderboard', { page: 'leaderboard' }],
  ['/account', { page: 'account' }],
  ['/privacy', { page: 'privacy' }],
  ['/game', { page: 'unknown' }],
  ['/solo/1', { page: 'unknown' }],
  ['/a/b/c', { page: 'unknown' }],
  ['/__proto__', { page: 'unknown' }],
])('%s is %j', (path, route) => {
  expect(parseRoute(path)).toEqual(route);
});
