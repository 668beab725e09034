import './app/no-eval.ts';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { router } from './app/router.tsx';
import { texts } from './kit/texts.ts';

/** Draws a public page for somebody whom nobody knows yet. */
export async function draw(path: string): Promise<{ title: string; html: string }> {
  router.update({ history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  const { title = texts.brand } = router.state.matches.at(-1)!.staticData;
  return { title: texts.title(title), html: renderToString(<RouterProvider router={router} />) };
}
