/** Six things to say in a game. */
export const label = 'Say something';
export const mute = 'Mute';

type Reaction = 'hello' | 'nice' | 'wow' | 'hmm' | 'oops' | 'thanks';

export const names: Readonly<Record<Reaction, string>> = {
  hello: 'Hello',
  nice: 'Well played',
  wow: 'Wow',
  hmm: 'Let me think',
  oops: 'Oops',
  thanks: 'Thank you',
};
export const glyphs: Readonly<Record<Reaction, string>> = {
  hello: '👋',
  nice: '👏',
  wow: '😮',
  hmm: '🤔',
  oops: '😅',
  thanks: '🙏',
};
export const says = (name: string, reaction: Reaction): string => `${name}: ${names[reaction]}.`;
