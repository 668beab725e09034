/** A movement beside what it would be known again by, were it issued under another number. */
interface Recognisable {
  /** What of ours it is about; null where we have nothing. */
  readonly about: string | null;
  /** Kopecks, below zero when money left; null where nobody knows. */
  readonly amount: number | null;
  readonly purpose: string | null;
}

/** Whether two movements have this in common; the first that two of them have makes them one. */
type Likeness = (gone: Recognisable, fresh: Recognisable) => boolean;
const words = (purpose: string | null): string => (purpose ?? '').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
const sameSum: Likeness = (gone, fresh) => gone.amount === fresh.amount;
const samePurpose: Likeness = (gone, fresh) => words(gone.purpose) === words(fresh.purpose);
const likenesses: readonly Likeness[] = [
  (gone, fresh) => sameSum(gone, fresh) && samePurpose(gone, fresh),
  (gone, fresh) => words(gone.purpose) !== '' && samePurpose(gone, fresh),
  sameSum,
];

const canBeOne = (gone: Recognisable, fresh: Recognisable): boolean =>
  gone.about === fresh.about && Math.sign(gone.amount ?? 0) === Math.sign(fresh.amount ?? 0);

/**
 * Which lines that a statement holds no more stand in it under another number: a bank issues a line that it corrects anew. The same sum and purpose
 * come first, then the same purpose, then the same sum; money that goes the other way or is about something else is never the same
 * (docs/decisions/0195).
 * @returns those found again, each with the one it is now
 */
export function reissuedAs<Gone extends Recognisable, Fresh extends Recognisable>(
  gone: readonly Gone[],
  fresh: readonly Fresh[],
): Map<Gone, Fresh> {
  const found = new Map<Gone, Fresh>();
  const taken = new Set<Fresh>();
  for (const isAlike of likenesses) {
    for (const one of gone) {
      if (found.has(one)) continue;
      const now = fresh.find((other) => !taken.has(other) && canBeOne(one, other) && isAlike(one, other));
      if (!now) continue;
      found.set(one, now);
      taken.add(now);
    }
  }
  return found;
}
