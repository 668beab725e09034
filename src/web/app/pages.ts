import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { type LoadedPage, lazyPage } from '../kit/lazy-page.tsx';
import type { Page } from '../kit/page/web-module.ts';
import { texts } from '../kit/texts.ts';
import { catchAll } from './guards.ts';
import { declaredPages } from './modules.ts';
import { rootRoute } from './root.tsx';

const getParentRoute = () => rootRoute;

/** The sign-in over a page whose session has ended; it belongs to no path. */
export const SignInAgain = lazyPage(() => import('#web/pages/auth/sign-in-again.tsx'));

const files = import.meta.glob<LoadedPage>('../pages/*/*-page.tsx');

function routeOf({ path, file, ...staticData }: Page): AnyRoute {
  const load = files[`../pages/${file}`];
  if (!load) throw new Error(`No such page: ${file}`);
  return createRoute({ getParentRoute, path, staticData, component: lazyPage(load) });
}

/** Every page of the application. */
export const pages: readonly AnyRoute[] = [
  // The guards lead this path on to the first section; it is here so that it exists.
  createRoute({ getParentRoute, path: '/dashboard', staticData: { layout: 'dashboard' } }),
  ...declaredPages.map(routeOf),
  createRoute({ getParentRoute, path: catchAll, staticData: { title: texts.error.notFound } }),
];

/** Pages for whoever builds the interface; no build of the application holds them. */
export const devPages: readonly AnyRoute[] = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute,
        path: '/dev/ui',
        staticData: { title: 'Части интерфейса', open: true },
        component: lazyPage(() => import('#web/dev/ui-page.tsx')),
      }),
    ]
  : [];
