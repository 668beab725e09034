import { onAccountChange } from '#web/kit/data/account-change.ts';
import type { Found } from '#web/kit/page/web-module.ts';

const most = 5;

/** Names of people: they stand in the memory of the page and in no storage of the browser, and a reload forgets them. */
let opened: readonly Found[] = [];

// They are for the eyes of the one who found them.
onAccountChange(() => {
  opened = [];
});

/** What was opened from the palette last, in this tab. */
export const recent = (): readonly Found[] => opened;

/** Puts it before the others. */
export function remember(found: Found): void {
  const others = opened.filter(({ kind, id }) => kind !== found.kind || id !== found.id);
  opened = [found, ...others].slice(0, most);
}
