import { expect, test } from 'vitest';
import { digitColumn, keyWish } from './keys';

const typed = (key: string) => ({ key, code: '', shiftKey: false });

test.each([
  ['1', { kind: 'dropIn', column: 0 }],
  ['7', { kind: 'dropIn', column: 6 }],
  ['Enter', { kind: 'drop' }],
  [' ', { kind: 'drop' }],
  ['ArrowLeft', { kind: 'move', columns: -1, rows: 0 }],
  ['ArrowRight', { kind: 'move', columns: 1, rows: 0 }],
  ['ArrowUp', { kind: 'move', columns: 0, rows: 1 }],
  ['ArrowDown', { kind: 'move', columns: 0, rows: -1 }],
  ['Home', { kind: 'edge', column: 0 }],
  ['End', { kind: 'edge', column: 6 }],
  ['?', { kind: 'help' }],
  ['0', undefined],
  ['8', undefined],
  ['12', undefined],
  ['x', undefined],
  ['Tab', undefined],
])('the key %j means %j', (key, wish) => {
  expect(keyWish(typed(key))).toEqual(wish);
});

test.each([
  ['the first digit of a French keyboard', { key: '&', code: 'Digit1', shiftKey: false }, 0],
  ['the fourth, without Shift', { key: "'", code: 'Digit4', shiftKey: false }, 3],
  ['a French digit with Shift', { key: '4', code: 'Digit4', shiftKey: true }, 3],
  ['a keypad that moves the cursor', { key: 'End', code: 'Numpad1', shiftKey: false }, undefined],
  ['digits of another script', { key: '٣', code: 'Digit3', shiftKey: false }, 2],
  ['an exclamation mark', { key: '!', code: 'Digit1', shiftKey: true }, undefined],
  ['an eighth column', { key: '_', code: 'Digit8', shiftKey: false }, undefined],
  ['a letter', { key: 'a', code: 'KeyQ', shiftKey: false }, undefined],
])('%s', (_, key, column) => {
  expect(digitColumn(key)).toBe(column);
});

test('a question mark on the key of a digit asks for help, and drops nothing', () => {
  expect(keyWish({ key: '?', code: 'Digit6', shiftKey: true })).toEqual({ kind: 'help' });
});
