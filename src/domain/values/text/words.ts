/** The three forms of a Russian noun after a number: 1 запись, 2 записи, 5 записей. */
export type Forms = readonly [one: string, few: string, many: string];

/** The form of a noun that agrees with a whole number. */
export function plural(count: number, [one, few, many]: Forms): string {
  const tens = Math.abs(count) % 100;
  const units = tens % 10;
  if (tens > 10 && tens < 20) return many;
  if (units === 1) return one;
  return units > 1 && units < 5 ? few : many;
}

/** The length of a text as a person counts it: by code points, so that «😀» is one character. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}
