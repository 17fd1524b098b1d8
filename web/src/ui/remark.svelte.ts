/** A remark about something that passes: what was explained about one position is not true of the next. */

export interface Remark {
  readonly text: string | undefined;
  make(text: string): void;
  clear(): void;
}

/** `about` is what remarks are about; a remark ends when it becomes another value. */
export function createRemark(about: () => unknown): Remark {
  let made = $state.raw<{ readonly text: string; readonly about: unknown } | undefined>();
  return {
    get text() {
      return made !== undefined && made.about === about() ? made.text : undefined;
    },
    make(text) {
      made = { text, about: about() };
    },
    clear() {
      made = undefined;
    },
  };
}
