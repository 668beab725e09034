/** So long after the person has last done something, in milliseconds, what his page asks is asked by the page itself. */
const awayMs = 60_000;

/** When he has last done something, by the clock of the page; whoever opens a page is there. */
let lastSeen = 0;
const seen = (): void => {
  lastSeen = performance.now();
};

/** Whether nobody has been at this page for a while: then it only looks by itself for what is new. */
export const isAway = (): boolean => performance.now() - lastSeen > awayMs;

/** Begins to notice what the person does. */
export function startPresence(): void {
  for (const act of ['pointerdown', 'keydown', 'click', 'wheel']) {
    addEventListener(act, seen, { capture: true, passive: true });
  }
  addEventListener('focus', seen);
  addEventListener('popstate', seen);
}
