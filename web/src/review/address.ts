/** The move that is shown, in the address: `/game/…?move=12`. The end needs no number. */

export function moveInAddress(): number | undefined {
  const number = Number(new URLSearchParams(location.search).get('move') ?? NaN);
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}

export function showMoveInAddress(ply: number, last: number): void {
  const search = ply === last ? '' : `?move=${ply}`;
  if (search !== location.search) history.replaceState(null, '', `${location.pathname}${search}`);
}
