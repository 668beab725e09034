/** Two or three ids of an address in one piece, `1-12`; undefined when it is anything else. */
export function idsOf(key: string | undefined, count: number): number[] | undefined {
  const parts = key?.split('-') ?? [];
  const isRight = parts.length === count && parts.every((part) => /^[1-9]\d*$/.test(part));
  const ids = parts.map(Number);
  return isRight && ids.every(Number.isSafeInteger) ? ids : undefined;
}
