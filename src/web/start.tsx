import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadOnStaleChunk } from './app/builds/chunk-reload.ts';
import { catchUnhandled } from './app/fatal.ts';
import { router } from './app/router.tsx';
import type { Page } from './kit/lazy-page.tsx';
import { startSession } from './kit/session/session.ts';
import { keepPresses } from './ui/press.ts';
import { startTheme } from './ui/theme-choice.ts';

/** The font of the application, on its way while the first page is being drawn; its two files are told by the letters. */
const ownFont = '1em "Golos Text Variable"';

/** So long a page waits for its rows: drawn with them it is drawn once. A server that is slower finds it there already. */
const rowsMs = 400;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Has the page that the router has loaded ask what is known beforehand. */
async function prefetchRows(): Promise<void> {
  const { routeId } = router.state.matches.at(-1)!;
  const page: Page | undefined = router.routesById[routeId]?.options.component;
  await page?.prefetch?.();
}

/** Starts the application. A page that was drawn at build time stays on the screen until the living one is ready. */
export async function start(): Promise<void> {
  startTheme();
  // Where it does not come the page is read in the letters of the device.
  document.fonts.load(ownFont, 'Яz').catch(() => undefined);
  reloadOnStaleChunk();
  catchUnhandled();
  keepPresses();
  startSession();
  await router.load();
  await Promise.race([prefetchRows(), pause(rowsMs)]);
  const root = createRoot(document.getElementById('root')!);
  // A transition is drawn in small steps, between which the page answers to the hand.
  startTransition(() =>
    root.render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}
