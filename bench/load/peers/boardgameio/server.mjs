// boardgame.io: the real rules, everything in memory.
import { Server } from 'boardgame.io/dist/cjs/server.js';
import { INVALID_MOVE } from 'boardgame.io/dist/cjs/core.js';

const COLUMNS = 7;
const ROWS = 6;
const LINES = [[1, 0], [0, 1], [1, 1], [1, -1]];

function hasFour(stacks, column) {
  const row = stacks[column].length - 1;
  const whose = stacks[column][row];
  const count = (dx, dy) => {
    let discs = 0;
    for (let x = column + dx, y = row + dy; stacks[x]?.[y] === whose; x += dx, y += dy) discs++;
    return discs;
  };
  return LINES.some(([dx, dy]) => 1 + count(dx, dy) + count(-dx, -dy) >= 4);
}

const game = {
  name: 'connect4',
  setup: () => ({ stacks: Array.from({ length: COLUMNS }, () => []), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
  moves: {
    drop: ({ G, playerID }, column) => {
      const stack = G.stacks[column];
      if (stack === undefined || stack.length === ROWS) return INVALID_MOVE;
      stack.push(playerID);
      G.last = column;
    },
  },
  endIf: ({ G }) => {
    if (G.last === null) return undefined;
    if (hasFour(G.stacks, G.last)) return { winner: G.stacks[G.last].at(-1) };
    return G.stacks.every((it) => it.length === ROWS) ? { draw: true } : undefined;
  },
};

const server = Server({ games: [game], origins: ['http://localhost'] });
await server.run(Number(process.argv[2]));
