// node bot.mjs URL GAMES: looks for opponents, and drops its discs as near to the middle as it can.
import { io } from 'socket.io-client';

const [url = 'http://127.0.0.1:4444', games = '1'] = process.argv.slice(2);
const auth = {}; // what a connection carries: nothing at first, then who we are
const socket = io(`${url}/connect4`, { auth });
let left = Number(games);
let game = {};

const ask = (event, payload) => socket.emit(event, { playerId: auth.playerId, ...payload });
const look = () => ask('matchmaking:join', { username: 'JavaScript' });

function follow(news) {
  if (news.roomId === game.roomId && news.version <= game.version) return; // known already
  game = { moveHistory: [], ...game, ...news };
  const { roomId, players, board, currentTurn, moveHistory, over } = game;
  const column = [3, 2, 4, 1, 5, 0, 6].find((it) => board[it] === null);
  if (over || column === undefined || players[currentTurn].id !== auth.playerId) return;
  ask('game:move', { roomId, column, moveNumber: moveHistory.length + 1 });
}

socket.on('connect', () => auth.token && ask('game:reconnect'));
socket.on('session:created', (identity) => look(Object.assign(auth, identity)));
socket.on('game:started', (whole) => follow({ ...whole, moveHistory: [], over: null }));
socket.on('game:reconnected', follow);
socket.on('game:move:made', follow);
socket.on('game:error', ({ event, message }) => console.error(event, message));
socket.on('game:over', ({ winner, reason }) => {
  console.log(winner === auth.playerId ? 'won' : winner ? 'lost' : 'drawn', reason);
  if (--left > 0) look();
  else socket.close();
});
