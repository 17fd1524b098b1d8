/** English: one module an area. Texts are constants, or functions of what they speak about. */
export * as analysis from './en/analysis';
export * as board from './en/board';
export * as common from './en/common';
export * as computer from './en/computer';
export * as lists from './en/lists';
export * as table from './en/table';
export * as time from './en/time';
