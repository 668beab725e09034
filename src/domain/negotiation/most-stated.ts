import { greater } from '../values/exact.ts';
import type { Kopecks } from '../values/money.ts';

/** A claim of which a terminated agreement has left something; sums in kopecks. */
interface Stated {
  /** What it has left. */
  readonly left: Kopecks;
  /** Up to which sum its creditor has explained a rise since; null where he has explained none. */
  readonly explained: Kopecks | null;
  /** What the claim states now. */
  readonly total: Kopecks;
}

/**
 * The most that its creditor may state without another explanation: what was left or explained, or what he states already. A load holds
 * back rows by the same rule (docs/decisions/0147).
 */
export const mostStated = ({ left, explained, total }: Stated): Kopecks =>
  greater(greater(left, explained ?? left), total);
