import { useEffect, useState } from 'react';

/** How long a pause in typing counts as a question. */
const pauseMs = 250;

/** What is typed as it was when the typing paused last. */
export function usePaused<Value extends string | number>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
