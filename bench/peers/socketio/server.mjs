// The peer: socket.io on Node, which pairs players and relays their moves. No rules, no clocks, no store.
import { Server } from 'socket.io';

const GAME_DISCS = 42;
const io = new Server(Number(process.argv[2]), { transports: ['websocket'], serveClient: false });
const rooms = new Map();
let waiting = null;

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
    const roomId = `${players[0].id}${Date.now()}`;
    rooms.set(roomId, { players, moves: [] });
    answer({ ok: true, roomId });
    for (const player of players) {
      player.emit('game:started', { roomId, playerId: player.id, players: players.map(({ id }) => ({ id })) });
    }
  });
  socket.on('game:move', ({ roomId, column }, answer) => {
    const { players, moves } = rooms.get(roomId);
    moves.push(column);
    for (const player of players) {
      player.emit('game:move:made', { roomId, playerId: socket.id, column, moveHistory: moves, version: moves.length });
    }
    answer({ ok: true, version: moves.length });
    if (moves.length < GAME_DISCS) return;
    rooms.delete(roomId);
    for (const player of players) player.emit('game:over', { roomId, winner: null });
  });
});
