/** What the other pages need besides. They bring it along (`words/all.ts`). */
export * as account from './account';
export * as analysis from './analysis';
export * as computer from './computer';
export * as invite from './invite';
export * as match from './match';
export * as play from './play';
export * as puzzles from './puzzles';
export * as reactions from './reactions';
export * as refusals from './refusals';
export * as replay from './replay';
export * as review from './review';
export * as settings from './settings';
export * as share from './share';
export * as waiting from './waiting';
export * as watch from './watch';
