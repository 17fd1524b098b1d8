/**
 * Runtime checks at the door: what came over the wire is what its type says, or it is refused.
 *
 * Fields nobody asked for are ignored, so that a newer server can add some.
 */

/** The wire did not keep its word. Not the player's fault, and never shown to them. */
export class Malformed extends Error {}

export type Decoder<T> = (value: unknown, path: string) => T;

function wrong(path: string, expected: string): never {
  throw new Malformed(`${path}: expected ${expected}`);
}

export const text: Decoder<string> = (value, path) =>
  typeof value === 'string' ? value : wrong(path, 'a text');

export const number: Decoder<number> = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? value : wrong(path, 'a number');

export const flag: Decoder<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : wrong(path, 'true or false');

export function oneOf<const T extends string>(choices: readonly T[]): Decoder<T> {
  return (value, path) =>
    choices.find((it) => it === value) ?? wrong(path, `one of ${choices.join(', ')}`);
}

export function nullable<T>(inner: Decoder<T>): Decoder<T | null> {
  return (value, path) => (value === null || value === undefined ? null : inner(value, path));
}

export function list<T>(inner: Decoder<T>): Decoder<T[]> {
  return (value, path) =>
    Array.isArray(value)
      ? value.map((it, index) => inner(it, `${path}[${index}]`))
      : wrong(path, 'a list');
}

export function object<T extends object>(fields: {
  readonly [K in keyof T]: Decoder<T[K]>;
}): Decoder<T> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null) return wrong(path, 'an object');
    const entries = Object.keys(fields).map((name) => [
      name,
      fields[name as keyof T](Reflect.get(value, name), `${path}.${name}`),
    ]);
    return Object.fromEntries(entries) as T;
  };
}

export function pair<T>(inner: Decoder<T>): Decoder<[T, T]> {
  return (value, path) => {
    const items = list(inner)(value, path);
    return items.length === 2 ? (items as [T, T]) : wrong(path, 'two of them');
  };
}

export function four<T>(inner: Decoder<T>): Decoder<[T, T, T, T]> {
  return (value, path) => {
    const items = list(inner)(value, path);
    return items.length === 4 ? (items as [T, T, T, T]) : wrong(path, 'four of them');
  };
}
