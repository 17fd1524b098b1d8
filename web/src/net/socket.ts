/** The live side of the server. The only file that knows socket.io. */
import { io } from 'socket.io-client';
import {
  Malformed,
  decodeAnswer,
  decodeMessage,
  type Answer,
  type ClientEvent,
  type ServerMessage,
} from '../protocol/decode';
import type { ClientEvents, Results } from '../protocol/generated';

/** Longer than any answer takes, shorter than patience. */
const ANSWER_MS = 8_000;
const RETRY_MS = 1_500;

export type LinkState =
  | 'connecting'
  | 'open'
  /** Lost; it is being tried again. */
  | 'lost'
  /** Closed for good: another tab has taken over. */
  | 'closed';

export type Reply<T> =
  | Answer<T>
  /** No answer came. Whether it was done, the next whole game will show. */
  | { readonly kind: 'unanswered' };

export interface LinkEvents {
  message(message: ServerMessage): void;
  state(state: LinkState): void;
  /** The server does not take the token. Forget it; the next attempt is a new guest's. */
  unknownToken(): void;
}

export interface Link {
  ask<Name extends ClientEvent>(
    event: Name,
    payload: ClientEvents[Name],
  ): Promise<Reply<Results[Name]>>;
  close(): void;
}

/** Opens a link. `token` is read anew at every attempt, since the first one may bring it. */
export function openLink(token: () => string | undefined, on: LinkEvents): Link {
  const socket = io('/connect4', {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 300,
    reconnectionDelayMax: 4_000,
    auth: (give) => {
      const known = token();
      give(known === undefined ? {} : { token: known });
    },
  });

  socket.on('connect', () => on.state('open'));
  let replaced = false;
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

  return {
    async ask(event, payload) {
      // What is asked while there is no connection is not kept: the true state comes first.
      if (!socket.connected) return { kind: 'unanswered' };
      try {
        const answer: unknown = await socket.timeout(ANSWER_MS).emitWithAck(event, payload);
        return decodeAnswer(event, answer);
      } catch (error) {
        if (error instanceof Malformed) reportError(error);
        return { kind: 'unanswered' };
      }
    },
    close() {
      clearTimeout(retry);
      socket.off();
      socket.offAny();
      socket.disconnect();
    },
  };
}
