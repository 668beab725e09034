import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { makeStore } from '#web/ui/store.ts';

/** What the page on the screen declares of itself. */
export const usePageData = () => useMatches({ select: (matches) => matches.at(-1)!.staticData });

const objectTitle = makeStore<string | undefined>(undefined);

/** The name of the object that is on the screen; it is first in the title of the tab. */
export const useObjectTitle = objectTitle.use;

/** Names what is on the screen: «Иванов Иван · Физлица · Уговор». */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    objectTitle.set(title);
    return () => objectTitle.set(undefined);
  }, [title]);
}
