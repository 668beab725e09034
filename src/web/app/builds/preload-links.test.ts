import { expect, test, vi } from 'vitest';
import { preloadLinks } from './preload-links.ts';

test('at most four pages are loaded ahead at once, each of them once, and not before the first page is there', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  const finish: (() => void)[] = [];
  const router = {
    buildLocation: ({ to }: { to: string }) => ({ pathname: to }),
    getMatchedRoutes: (path: string) => [[{ id: path }]],
    loadRouteChunk: vi.fn(() => new Promise<void>((resolve) => finish.push(resolve))),
    preloadRoute: async (_target: { to: string }): Promise<unknown> => undefined,
  };
  preloadLinks(router as never);
  for (const to of ['a', 'b', 'c', 'a', 'd', 'e', 'f']) await router.preloadRoute({ to });
  expect(router.loadRouteChunk).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(2_010);
  expect(router.loadRouteChunk).toHaveBeenCalledTimes(4);
  finish[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(router.loadRouteChunk).toHaveBeenCalledTimes(5);
  for (const end of finish) end();
  await vi.advanceTimersByTimeAsync(0);
  expect(router.loadRouteChunk).toHaveBeenCalledTimes(6);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
