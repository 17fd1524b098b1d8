// Colyseus: a room of two that relays their moves, game after game. No rules, no clocks, no store, no shared state. It is
// told when a game ends.
import { Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';

class Four extends Room {
  maxClients = 2;
  // There is no state to send patches of.
  patchRate = null;
  players = [];
  game = 0;
  room = '';

  onCreate() {
    this.onMessage('join', (client) => {
      this.players.push(client);
      if (this.players.length < 2) return;
      this.room = `${this.roomId}-${++this.game}`;
      this.players.forEach((player, seat) => player.send('started', { room: this.room, seat }));
    });
    this.onMessage('move', (client, { column, number, winner }) => {
      const { room } = this;
      this.broadcast('made', { room, seat: this.players.indexOf(client), column, number });
      if (winner === undefined) return;
      this.players = [];
      this.broadcast('over', { room, winner });
    });
  }

  onJoin(client) {
    client.send('entered');
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('four', Four);
await server.listen(Number(process.argv[2]), '127.0.0.1');
