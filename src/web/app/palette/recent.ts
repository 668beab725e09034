import { onAccountChange } from '#web/kit/data/account-change.ts';
import type { Found } from '#web/kit/page/web-module.ts';

const key = 'found';
const most = 5;

// Names of people are for the eyes of the one who found them.
onAccountChange(() => sessionStorage.removeItem(key));

/** What was opened from the palette last, in this tab. */
export const recent = (): readonly Found[] => JSON.parse(sessionStorage.getItem(key) ?? '[]') as Found[];

/** Puts it before the others. */
export function remember(found: Found): void {
  const others = recent().filter(({ kind, id }) => kind !== found.kind || id !== found.id);
  sessionStorage.setItem(key, JSON.stringify([found, ...others].slice(0, most)));
}
