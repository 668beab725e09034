import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadOnStaleChunk } from './app/builds/chunk-reload.ts';
import { catchUnhandled } from './app/fatal.ts';
import { router } from './app/router.tsx';
import { startSession } from './app/session/session.ts';
import { startTheme } from './ui/theme-choice.ts';

/** Starts the application. A page that was drawn at build time stays on the screen until the living one is ready. */
export async function start(): Promise<void> {
  startTheme();
  reloadOnStaleChunk();
  catchUnhandled();
  startSession();
  await router.load();
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
