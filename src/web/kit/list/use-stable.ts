import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same from one drawing to the next and yet always does what it was last told to do. */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
