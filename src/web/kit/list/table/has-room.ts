import { useSyncExternalStore } from 'react';

const roomy = matchMedia('(min-width: 1800px)');

function onRoom(tell: () => void): () => void {
  roomy.addEventListener('change', tell);
  return () => roomy.removeEventListener('change', tell);
}

/** Whether the window has room for columns that are `wide`. */
export const useHasRoom = (): boolean => useSyncExternalStore(onRoom, () => roomy.matches);
