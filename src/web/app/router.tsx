import { createRouter } from '@tanstack/react-router';
import { closeDialogs } from '#web/ui/overlays/open-dialog.ts';
import { parseQuery, stringifyQuery } from '../kit/data/query-string.ts';
import type { PageData } from '../kit/page/web-module.ts';
import { onSessionEnd } from '../kit/session/session.ts';
import { preloadLinks } from './builds/preload-links.ts';
import { forgetFatal } from './fatal.ts';
import { Overlays } from './overlays.tsx';
import { devPages, pages } from './pages.ts';
import { rootRoute } from './root.tsx';

export const router = createRouter({
  routeTree: rootRoute.addChildren([...pages, ...devPages]),
  caseSensitive: true,
  parseSearch: (text) => parseQuery(text.replace(/^\?/, '')),
  stringifySearch: (search) => {
    const text = stringifyQuery(search);
    return text === '' ? '' : `?${text}`;
  },
  InnerWrap: Overlays,
  defaultPreload: 'viewport',
  // A page that is there in an instant needs no sign of waiting.
  defaultPendingMs: 400,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<PageData> {}
  interface Register {
    router: typeof router;
  }
}

preloadLinks(router);
router.subscribe('onBeforeLoad', forgetFatal);
// What was opened belongs to its page; whether what is typed in it may go has been asked by now.
router.subscribe('onBeforeLoad', ({ hrefChanged }) => hrefChanged && closeDialogs());

// Whoever gave up signing in again may do it later and comes back; whoever left goes to the front page. The session is
// over, so no form may hold the person back.
onSessionEnd((reason) => {
  const { href } = router.state.location;
  if (reason === 'lost')
    void router.navigate({ to: '/signin', search: { to: href }, replace: true, ignoreBlocker: true });
  else void router.navigate({ to: '/', ignoreBlocker: true });
});
