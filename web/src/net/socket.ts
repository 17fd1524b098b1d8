/** The live side of the server. The only file that knows socket.io. */
import { io } from 'socket.io-client';
import { Malformed } from '../protocol/check';
import { decodeAnswer, decodeMessage } from '../protocol/messages';
import type { Link, LinkEvents, Proof } from './link';

/** Longer than any answer takes, shorter than patience. */
const ANSWER_MS = 6_000;
const RETRY_MS = 1_500;

export function openLink(proof: () => Proof, on: LinkEvents): Link {
  const socket = io('/connect4', {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 300,
    reconnectionDelayMax: 4_000,
    auth: (give) => give({ ...proof() }),
  });

  socket.on('connect', () => on.state('open'));
  let replaced = false;
  let heardMs = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const tryAgain = (): void => {
    on.state('lost');
    retry = setTimeout(() => socket.connect(), RETRY_MS);
  };
  socket.on('disconnect', (reason) => {
    if (replaced) on.state('closed');
    // A server that stops says goodbye to each socket, and socket.io takes that as final.
    else if (reason === 'io server disconnect') tryAgain();
    else on.state('lost');
  });
  socket.on('connect_error', (error) => {
    if (socket.active) {
      on.state('lost');
      return;
    }
    // The server refused the handshake; its message starts with the code.
    if (error.message.startsWith('unauthorized')) on.unknownToken();
    tryAgain();
  });
  socket.onAny((event: string, payload: unknown) => {
    heardMs = Date.now();
    try {
      const message = decodeMessage(event, payload);
      if (message?.event === 'session:replaced') replaced = true;
      if (message !== undefined) on.message(message);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      reportError(error);
    }
  });
  on.state('connecting');

  /** A device that wakes up, or finds its network again, does not wait for the next attempt. */
  const wake = (): void => {
    if (document.hidden || replaced || socket.connected) return;
    clearTimeout(retry);
    socket.disconnect().connect();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);

  return {
    async ask(event, payload) {
      // What is asked while there is no connection is not kept: the true state comes first.
      if (!socket.connected) return { kind: 'unanswered' };
      const askedMs = Date.now();
      try {
        const answer: unknown = await socket.timeout(ANSWER_MS).emitWithAck(event, payload);
        return decodeAnswer(event, answer);
      } catch (error) {
        if (error instanceof Malformed) reportError(error);
        // Not a word since: the connection is dead, though nobody has noticed yet.
        else if (heardMs < askedMs && socket.connected) socket.io.engine.close();
        return { kind: 'unanswered' };
      }
    },
    close() {
      clearTimeout(retry);
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      socket.off();
      socket.offAny();
      socket.disconnect();
    },
  };
}
