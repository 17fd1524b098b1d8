/** What a connection to the server is to those who use it. `socket.ts` makes real ones, tests make others. */
import type { Answer, ClientEvent, ServerMessage } from '../protocol/messages';
import type { ClientEvents, Results } from '../protocol/generated';

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

/** What is shown at the door. */
export interface Proof {
  /** Who one is; whoever has none is given one. */
  readonly token?: string;
  /** Which browser this is. */
  readonly device: string;
}

/** Opens a link. The proof is read anew at every attempt, since the first one may bring the token. */
export type OpenLink = (proof: () => Proof, on: LinkEvents) => Link;
