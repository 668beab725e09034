const key = 'chunkReload';
/** A path that has just been reloaded is not reloaded again (specification, point 9). */
const guardMs = 10_000;

/**
 * After a new build the old chunks are gone: a failed load reloads the page once per path.
 * When that did not help, the error goes on to the error page.
 */
export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    // Without a connection a reload would only take away what is on the screen.
    if (!navigator.onLine || isGuarded(location.pathname, Date.now())) return;
    sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, at: Date.now() }));
    event.preventDefault();
    location.reload();
  });
}

function isGuarded(path: string, now: number): boolean {
  const last = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { path: string; at: number } | null;
  return last?.path === path && now - last.at < guardMs;
}
