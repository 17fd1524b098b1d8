/** A cable between browser and server that can be pulled out and plugged in again. */
import { connect, createServer, type Socket } from 'node:net';

export interface Cable {
  readonly url: string;
  /** Ends every connection and takes no new one. */
  pull(): void;
  plug(): void;
  /** Lets bytes reach the server but none come back: a move arrives, its answer does not. */
  muffle(): void;
  /** Lets nothing reach the server: a move is sent and never arrives. */
  deafen(): void;
  close(): Promise<void>;
}

export async function layCable(target: string): Promise<Cable> {
  const { hostname, port } = new URL(target);
  const ends = new Set<Socket>();
  let state: 'plugged' | 'muffled' | 'deaf' | 'pulled' = 'plugged';

  const cable = createServer((near) => {
    if (state === 'pulled') {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    const cut = (): void => {
      near.destroy();
      far.destroy();
      ends.delete(near);
      ends.delete(far);
    };
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', cut);
      end.on('close', cut);
    }
    near.on('data', (bytes) => {
      if (state !== 'deaf') far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (state !== 'muffled') near.write(bytes);
    });
  });
  await new Promise<void>((listening) => {
    cable.listen(0, '127.0.0.1', listening);
  });
  const address = cable.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;

  const pull = (): void => {
    state = 'pulled';
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    pull,
    plug() {
      state = 'plugged';
    },
    muffle() {
      state = 'muffled';
    },
    deafen() {
      state = 'deaf';
    },
    async close() {
      pull();
      await new Promise((closed) => {
        cable.close(closed);
      });
    },
  };
}
