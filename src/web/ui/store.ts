import { useSyncExternalStore } from 'react';

/** A value outside of the components, which they follow as it changes. */
interface Store<Value> {
  get: () => Value;
  set: (next: Value) => void;
  use: () => Value;
}

/** @param initial also what a page shows that is drawn at build time */
export function makeStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  };
}
