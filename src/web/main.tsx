import './app/no-eval.ts';
import './ui/tokens.css';
import './ui/fonts.css';
import './ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadOnStaleChunk } from './app/chunk-reload.ts';
import { router } from './app/router.tsx';
import { applyTheme } from './ui/theme-choice.ts';

applyTheme();
reloadOnStaleChunk();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
