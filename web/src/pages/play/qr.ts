/** A text as a QR code. The encoder is loaded when there is something to encode. */

export interface QrPath {
  /** Modules a side, the quiet zone included. */
  readonly size: number;
  /** Every dark module as a square of a path. */
  readonly d: string;
}

/** Light modules around the code, without which cameras do not find it. */
const QUIET = 3;

export async function qrPath(text: string): Promise<QrPath> {
  const { default: encode } = await import('qr');
  const rows = encode(text, 'raw', { border: QUIET, ecc: 'medium' });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, d: squares.join('') };
}
