import { startTransition, useEffect, useState } from 'react';

/** More than this of a long list no screen shows at once. */
const seenAtOnce = 8;
let isBegun = false;

/**
 * Of the first long list that the application draws, those rows come first that can be seen, and the others a moment
 * later: whoever has just come waits for less. Later lists come whole, for whoever goes back to one wants it as tall as
 * he left it.
 * @returns how many of so many rows to draw now
 */
export function useSteps(all: number): number {
  const [isWhole, setWhole] = useState(isBegun);
  useEffect(() => {
    isBegun = true;
    startTransition(() => setWhole(true));
  }, []);
  return isWhole ? all : Math.min(all, seenAtOnce);
}
