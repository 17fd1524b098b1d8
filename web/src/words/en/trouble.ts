/** When something is not there: what, and what one can do. */

export const KINDS = {
  away: {
    title: 'The server is away',
    text: 'It does not answer just now. Your games are safe: they go on when it is back.',
  },
  page: {
    title: 'Nothing here',
    text: 'There is no page at this address. Perhaps a letter was lost on the way.',
  },
  game: {
    title: 'No such game',
    text: 'No game was ever played at this address, or the link is missing a piece.',
  },
  player: {
    title: 'No such player',
    text: 'Nobody with this address has finished a game here yet.',
  },
  room: {
    title: 'This game is not running',
    text: 'It is over, or it never began. Others may be playing right now.',
  },
} as const;

export const gamesToWatch = 'Games to watch';
