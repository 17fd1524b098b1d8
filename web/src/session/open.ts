/** Opens the match session of this page with a real connection. */
import { openLink } from '../net/socket';
import { identityStore } from './identity';
import { kept } from './kept';
import { liveMatch, setLiveMatch } from './live.svelte';
import { createMatchSession, type MatchSession, type Wish } from './match.svelte';
import { playerName } from './name.svelte';
import { go, place } from './place.svelte';

function keptWish(): Wish {
  const wish = kept.wish();
  return wish?.kind === 'find' ? wish : { kind: 'none' };
}

/** The session of this page; it is opened if there is none yet. */
export function openLive(): MatchSession {
  const known = liveMatch();
  if (known !== undefined) return known;
  const session = createMatchSession(
    {
      open: openLink,
      identity: identityStore('people'),
      kept,
      username: playerName,
      started: toTheGame,
    },
    keptWish(),
  );
  setLiveMatch(session);
  return session;
}

/** Wherever one waits, the board changes over when the game begins. */
function toTheGame(): void {
  const { page } = place();
  go('/play', { replace: page === 'play' });
}

/** Nobody needs the connection of somebody who is doing nothing, and looks at something else. */
export function closeIfIdle(): void {
  const session = liveMatch();
  if (session === undefined || place().page === 'play') return;
  const { kind } = session.stage;
  if (kind !== 'lobby' && kind !== 'replaced') return;
  session.close();
  setLiveMatch(undefined);
}
