/** What home needs, and so everybody's first visit: English, one module an area. */
export * as bar from './bar';
export * as board from './board';
export * as clocks from './clocks';
export * as common from './common';
export * as frame from './frame';
export * as home from './home';
export * as lists from './lists';
export * as table from './table';
export * as time from './time';
export * as trouble from './trouble';
export * as welcome from './welcome';
