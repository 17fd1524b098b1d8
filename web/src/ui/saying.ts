/** Something said once. Two sayings with the same text are two. */
export interface Saying {
  readonly text: string;
}
