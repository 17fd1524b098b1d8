// Raw WebSocket frames and HTTP bytes, for everything the official client would never send.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { within } from './server.mjs';

/** A TCP connection that remembers what came back, and whether the other side closed it. */
export class Line {
  received = Buffer.alloc(0);
  closed = false;

  constructor(server) {
    this.socket = connect(server.port, '127.0.0.1');
    this.socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes]).subarray(-65_536);
      this.socket.emit('news');
    });
    this.socket.on('error', () => {});
    this.ended = new Promise((resolve) => this.socket.once('close', resolve)).then(() => {
      this.closed = true;
      this.socket.emit('news');
    });
  }

  send(bytes) {
    if (!this.socket.destroyed) this.socket.write(bytes);
  }

  /** Waits until what came back contains `text`, or the line is closed. */
  async hears(text, ms = 5_000) {
    const done = new Promise((resolve) => {
      const look = () => {
        if (this.closed || this.received.includes(text)) resolve();
      };
      this.socket.on('news', look);
      look();
    });
    await within(ms, `no ${JSON.stringify(text)} in ${JSON.stringify(this.received.toString('latin1').slice(-300))}`, done);
    return !this.closed;
  }

  close() {
    this.socket.destroy();
  }
}

/** One masked client frame. */
export function frame(payload, { opcode = 1, fin = true, length } = {}) {
  const body = Buffer.from(payload);
  const size = length ?? body.length;
  const head = [(fin ? 0x80 : 0) | opcode];
  if (size < 126) head.push(0x80 | size);
  else if (size < 65_536) head.push(0x80 | 126, size >> 8, size & 255);
  else head.push(0x80 | 127, 0, 0, 0, 0, (size >>> 24) & 255, (size >>> 16) & 255, (size >>> 8) & 255, size & 255);
  const mask = randomBytes(4);
  return Buffer.concat([Buffer.from(head), mask, body.map((it, at) => it ^ mask[at % 4])]);
}

/** A line that speaks WebSocket, and has joined no namespace yet. */
export async function transport(server) {
  const line = new Line(server);
  line.send(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  );
  await line.hears('pingInterval');
  return line;
}

/** A line that speaks WebSocket and has joined the namespace. */
export async function websocket(server) {
  const line = await transport(server);
  line.send(frame('40/connect4,{}'));
  await line.hears('session:created');
  return line;
}
