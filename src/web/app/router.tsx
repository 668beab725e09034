import { createRouter } from '@tanstack/react-router';
import { pages } from './pages.ts';
import { parseQuery, stringifyQuery } from './query-string.ts';
import { rootRoute } from './root.tsx';
import { onSessionEnd } from './session.ts';

export const router = createRouter({
  routeTree: rootRoute.addChildren(pages),
  caseSensitive: true,
  parseSearch: (text) => parseQuery(text.replace(/^\?/, '')),
  stringifySearch: (search) => {
    const text = stringifyQuery(search);
    return text === '' ? '' : `?${text}`;
  },
  // A page that is there in an instant needs no sign of waiting.
  defaultPendingMs: 400,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// A session that ended by itself asks to sign in again and comes back; whoever left goes to the front page.
onSessionEnd((reason) => {
  const { href } = router.state.location;
  void (reason === 'lost'
    ? router.navigate({ to: '/signin', search: { to: href } as never, replace: true })
    : router.navigate({ to: '/' }));
});
