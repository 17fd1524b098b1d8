/** Whether somebody has been here before. */
import { remember, remembered } from '../session/storage';

const KEY = 'visited';

export function isFirstVisit(): boolean {
  return remembered(KEY) !== true;
}

export function noteVisit(): void {
  remember(KEY, true);
}
