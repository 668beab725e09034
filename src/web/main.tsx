import './app/no-eval.ts';
import './ui/tokens.css';
import './ui/fonts.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadOnStaleChunk } from './app/builds/chunk-reload.ts';
import { catchUnhandled } from './app/fatal.ts';
import { router } from './app/router.tsx';
import { startSession } from './app/session/session.ts';
import { startTheme } from './ui/theme-choice.ts';

/** Brings the application up. A page that was drawn at build time stays on the screen until the living one is ready. */
async function start(): Promise<void> {
  startTheme();
  reloadOnStaleChunk();
  catchUnhandled();
  startSession();
  await router.load();
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

start().catch((error: unknown) => {
  console.error(error);
  throw error;
});
