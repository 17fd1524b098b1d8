// socket.io on Node: pairs players and relays their moves. No rules, no clocks, no store. It is told when a game ends.
import { Server } from 'socket.io';

// As its documentation advises for production: WebSocket only, no compression, and `bufferutil` beside it.
const io = new Server(Number(process.argv[2]), {
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
});
const rooms = new Map();
let waiting = null;
let roomsMade = 0;

io.of('/connect4').on('connection', (socket) => {
  socket.emit('session:created', { playerId: socket.id, token: socket.id });
  socket.on('matchmaking:join', (_, answer) => {
    if (waiting === null) {
      waiting = socket;
      answer({ ok: true, roomId: null });
      return;
    }
    const players = [waiting, socket];
    waiting = null;
    const roomId = `room${++roomsMade}`;
    rooms.set(roomId, { players, moves: 0 });
    answer({ ok: true, roomId });
    for (const player of players) {
      player.emit('game:started', { roomId, playerId: player.id, players: players.map(({ id }) => ({ id })) });
    }
  });
  socket.on('game:move', ({ roomId, column, ends }, answer) => {
    const room = rooms.get(roomId);
    const version = ++room.moves;
    for (const player of room.players) {
      player.emit('game:move:made', { roomId, playerId: socket.id, column, version });
    }
    answer({ ok: true, version });
    if (ends === undefined) return;
    rooms.delete(roomId);
    for (const player of room.players) player.emit('game:over', { roomId, winner: ends.winner });
  });
});
