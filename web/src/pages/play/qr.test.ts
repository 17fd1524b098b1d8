import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrPath } from './qr';

/** What a camera would see: the path, painted onto white pixels. */
function painted({ size, d }: { size: number; d: string }, scale: number) {
  const side = size * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of d.matchAll(/M(\d+) (\d+)/gu)) {
    for (let row = 0; row < scale; row += 1) {
      for (let column = 0; column < scale; column += 1) {
        const at = ((Number(y) * scale + row) * side + Number(x) * scale + column) * 4;
        data.fill(0, at, at + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

test.each(['https://fourfall.example/play/ABC234', 'http://127.0.0.1:4444/play/ZZZZZZ'])(
  'the picture of %s is read as it',
  async (link) => {
    expect(decodeQR(painted(await qrPath(link), 6))).toBe(link);
  },
);
