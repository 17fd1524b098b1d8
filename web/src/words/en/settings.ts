/** The settings. */

export const title = 'Settings';
export const scheme = 'Colours of the page';
export const SCHEMES = { auto: 'System', light: 'Light', dark: 'Dark' } as const;
export const sound = 'Sound';
export const marks = 'Marks on the discs';
export const movement = 'Movement';
export const MOVEMENTS = { auto: 'Normal', reduced: 'Less' } as const;
export const tap = 'To drop a disc, tap';
export const TAPS = { once: 'Once', twice: 'Twice' } as const;
export const soloClock = 'Clock against the computer';
export const soloBoard = 'Board against the computer';
export const SOLO_BOARDS = { standard: 'Compact', large: 'Large' } as const;
export const vibration = 'Vibration';
export const notifications = 'Notifications';
export const notificationsBlocked = 'Your browser blocks notifications from this page.';
