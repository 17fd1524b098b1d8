import { describe, expect, test } from 'vitest';
import { COLUMNS, ROWS } from '../game/types';
import { ASPECT, centre, columnAt, layout } from './layout';

/** The layout of a board as wide as this, in the shape the style sheet gives it. */
const wide = (width: number) => layout(width, width / ASPECT);

describe('layout', () => {
  test.each([
    [320, 44],
    [349, 48],
    [390, 53],
    [584, 80],
  ])('a board %i px wide has cells of %i px', (width, cell) => {
    expect(wide(width).cell).toBe(cell);
  });

  test('keeps every cell on the board, whatever the size', () => {
    for (let width = 200; width < 900; width += 7) {
      const height = width / ASPECT;
      const area = layout(width, height);
      for (const column of COLUMNS) {
        for (let row = 0; row <= ROWS; row += 1) {
          const { x, y } = centre(area, { column, row });
          expect(x - area.disc).toBeGreaterThanOrEqual(0);
          expect(x + area.disc).toBeLessThanOrEqual(width);
          expect(y - area.disc).toBeGreaterThanOrEqual(0);
          expect(y + area.disc).toBeLessThanOrEqual(height);
        }
      }
    }
  });

  test('survives having no room at all', () => {
    expect(layout(0, 0).cell).toBe(0);
    expect(columnAt(layout(0, 0), 0)).toBeUndefined();
  });
});

describe('columnAt', () => {
  test('finds the column of the centre of each of its cells', () => {
    const area = wide(349);
    for (const column of COLUMNS) {
      expect(columnAt(area, centre(area, { column, row: 0 }).x)).toBe(column);
    }
  });

  test('gives the rim to the outer columns, and nothing beyond it', () => {
    const area = wide(349);
    const right = area.left + area.cell * COLUMNS.length;
    expect(columnAt(area, area.left - 1)).toBe(0);
    expect(columnAt(area, right + 1)).toBe(6);
    expect(columnAt(area, area.left - area.rim - 1)).toBeUndefined();
    expect(columnAt(area, right + area.rim)).toBeUndefined();
  });
});
