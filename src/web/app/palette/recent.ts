import { onAccountChange } from '#web/kit/data/account-change.ts';
import type { SearchHit } from '#web/kit/page/web-module.ts';

const most = 5;

/** Names of people: they are kept in the memory of the page and in no storage of the browser, and a reload forgets them. */
let openedHits: readonly SearchHit[] = [];

// They are for the eyes of the one who found them.
onAccountChange(() => {
  openedHits = [];
});

/** What was opened from the palette last, in this tab. */
export const recentHits = (): readonly SearchHit[] => openedHits;

/** Puts it before the others. */
export function rememberHit(hit: SearchHit): void {
  const others = openedHits.filter(({ kind, id }) => kind !== hit.kind || id !== hit.id);
  openedHits = [hit, ...others].slice(0, most);
}
