import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorPage } from './error-page.tsx';
import { guard } from './guards.ts';
import { lazyPage } from './lazy-page.tsx';
import { OtherLayout } from './other-layout.tsx';
import { useMe } from './session.ts';
import { texts } from './texts.ts';

/** The frame of signed-in people is not needed at the front door. */
const DashboardLayout = lazyPage(() => import('./dashboard-layout.tsx'));

/** The root of every page: the guards before it, its layout around it, the error page instead of it. */
export const rootRoute = createRootRoute({
  beforeLoad: async ({ matches, location }) => {
    const match = matches.at(-1)!;
    const { staticData } = match;
    if (staticData.layout === 'dashboard') void DashboardLayout.preload().catch(() => {});
    await guard({
      routeId: match.routeId,
      pathname: location.pathname,
      href: location.href,
      params: match.params,
      page: staticData,
    });
  },
  component: Root,
  errorComponent: ErrorPage,
});

function Root() {
  const {
    layout,
    title = texts.brand,
    ownTitle = title,
  } = useMatches({ select: (matches) => matches.at(-1)!.staticData });
  const shown = useMe()?.kind === 'individual' ? ownTitle : title;
  useEffect(() => {
    document.title = texts.title(shown);
  }, [shown]);
  return layout === 'dashboard' ? (
    <DashboardLayout />
  ) : (
    <OtherLayout>
      <Outlet />
    </OtherLayout>
  );
}
