// A line that can be cut in ways no client cuts it: silently, in one direction, at a certain word.
import { connect, createServer } from 'node:net';
import { after } from 'node:test';

/** Hands bytes on between whoever connects to it and a port of this machine. */
export class Proxy {
  #pairs = new Set();
  #isFrozen = false;
  #refuses = false;
  #trap = null;

  static async to(port) {
    const proxy = new Proxy();
    proxy.server = createServer((near) => proxy.#connect(near, connect(port, '127.0.0.1')));
    await new Promise((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    proxy.port = proxy.server.address().port;
    proxy.url = `http://127.0.0.1:${proxy.port}`;
    after(() => proxy.close());
    return proxy;
  }

  #connect(near, far) {
    if (this.#refuses) {
      for (const socket of [near, far]) socket.on('error', () => {}).destroy();
      return;
    }
    const pair = { near, far };
    this.#pairs.add(pair);
    near.on('data', (bytes) => {
      if (this.#isFrozen || pair.isDeaf) return;
      if (this.#trap !== null && bytes.includes(this.#trap.word)) this.#spring(pair, bytes);
      else far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!this.#isFrozen && !pair.isDeaf) near.write(bytes);
    });
    for (const socket of [near, far]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#pairs.delete(pair);
        if (this.#isFrozen || pair.isAbandoned) return; // whoever is at the other end learns nothing
        near.destroy();
        far.destroy();
      });
    }
  }

  /** Breaks every connection there is. */
  cut() {
    for (const { near, far } of this.#pairs) {
      near.destroy();
      far.destroy();
    }
  }

  /** Whether new connections are refused. */
  refuse(refuses) {
    this.#refuses = refuses;
  }

  /** From now on nothing gets through, and nobody is told. */
  freeze() {
    this.#isFrozen = true;
  }

  /** What is connected leads nowhere from now on, as to a machine that is gone, and nobody is told. New lines work. */
  abandon() {
    for (const pair of this.#pairs) pair.isDeaf = pair.isAbandoned = true;
  }

  /**
   * The next connection that says `word` breaks at it: the answer never comes back. Whether the word itself still
   * arrives is up to `arrives`. Resolves when it has happened.
   */
  breakAt(word, { arrives }) {
    return new Promise((resolve) => {
      this.#trap = { word, arrives, resolve };
    });
  }

  #spring(pair, bytes) {
    const { arrives, resolve } = this.#trap;
    this.#trap = null;
    pair.isDeaf = true;
    const cut = () => {
      pair.near.destroy();
      pair.far.destroy();
      resolve();
    };
    if (!arrives) {
      cut();
      return;
    }
    // The answer proves that it was done; nobody but us hears it.
    pair.far.once('data', cut);
    pair.far.write(bytes);
  }

  close() {
    this.cut();
    this.server.close();
  }
}
