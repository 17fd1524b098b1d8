/** The rules, for who has never been here. */
export const label = 'How it is played';
export const steps = [
  'Take turns to drop a disc. It falls to the lowest free cell of its column.',
  'Four in a row wins: across, up or aslant.',
  'If the other one has three, block the fourth.',
] as const;
export const skip = 'Got it';
