import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { loadAhead } from './chunk-reload.ts';
import { isSparing } from './connection.ts';

/** So many pages are loaded ahead at once (docs/specification.md §9). */
const most = 4;
/** The page that was asked for comes first. */
const delayMs = 2_000;

/**
 * Links that come into view load the code of their pages ahead: only the code, for the guards and the server have
 * nothing to do with a page that nobody has opened.
 */
export function preloadLinks(router: AnyRouter): void {
  const seen = new Set<string>();
  const queue: AnyRoute[] = [];
  let running = 0;

  let isOpen = false;

  const next = (): void => {
    const route = isOpen && running < most ? queue.shift() : undefined;
    if (!route) return;
    running += 1;
    void loadAhead(() => router.loadRouteChunk(route)).finally(() => {
      running -= 1;
      next();
    });
  };

  router.preloadRoute = async (target) => {
    if (isSparing()) return undefined;
    const [routes] = router.getMatchedRoutes(router.buildLocation(target as never).pathname);
    const route = routes.at(-1);
    if (!route || seen.has(route.id)) return undefined;
    seen.add(route.id);
    queue.push(route);
    next();
    return undefined;
  };
  setTimeout(() => {
    isOpen = true;
    // Each in a task of its own: together they would keep the page from answering.
    for (let free = most; free > 0; free -= 1) setTimeout(next);
  }, delayMs);
}
