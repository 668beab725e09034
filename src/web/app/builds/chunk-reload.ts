const key = 'chunkReload';
/** A path that has just been reloaded is not reloaded again (docs/specification.md §9). */
const guardMs = 10_000;

let quietLoads = 0;

/**
 * After a new build the old chunks are gone: a failed load reloads the page once per path.
 * When that did not help, the error goes on to the error page.
 */
export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    // What is only loaded ahead must not take away what is on the screen, nor must a broken connection.
    if (quietLoads > 0 || !navigator.onLine || isGuarded(location.pathname, Date.now())) return;
    sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, at: Date.now() }));
    event.preventDefault();
    location.reload();
  });
}

/** Loads what may be wanted later: a failure is only logged. */
export async function loadAhead(load: () => Promise<unknown> | undefined): Promise<void> {
  quietLoads += 1;
  try {
    await load();
  } catch (error) {
    console.info(error);
  } finally {
    quietLoads -= 1;
  }
}

function isGuarded(path: string, now: number): boolean {
  const last = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { path: string; at: number } | null;
  return last?.path === path && now - last.at < guardMs;
}
