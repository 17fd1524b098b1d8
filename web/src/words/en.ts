/** English: one module an area. Texts are constants, or functions of what they speak about. */
export * as bar from './en/bar';
export * as common from './en/common';
export * as frame from './en/frame';
export * as home from './en/home';
export * as invite from './en/invite';
export * as match from './en/match';
export * as play from './en/play';
export * as refusals from './en/refusals';
export * as replay from './en/replay';
export * as settings from './en/settings';
export * as time from './en/time';
export * as trouble from './en/trouble';
export * as waiting from './en/waiting';
export * as watch from './en/watch';
