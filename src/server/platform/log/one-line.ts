/**
 * A text of somebody as one line that reads in its own direction: control signs, line ends and marks that turn the direction
 * of reading become spaces, so a name can neither add a header to a letter nor show a paper otherwise than it is written.
 */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ').trim();

/** The same of every text within a value. */
export function flatten<Value>(value: Value): Value;
export function flatten(value: unknown): unknown {
  if (typeof value === 'string') return oneLine(value);
  if (Array.isArray(value)) return value.map((one: unknown) => flatten(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, flatten<unknown>(inner)]));
}
