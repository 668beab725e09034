import { createRootRoute, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lazyPage } from '../kit/lazy-page.tsx';
import { useObjectTitle, usePageData } from '../kit/page/page-title.ts';
import type { PageData } from '../kit/page/web-module.ts';
import { useMe } from '../kit/session/session.ts';
import { texts } from '../kit/texts.ts';
import { useFatal } from './fatal.ts';
import { ErrorPage } from './frame/error-page.tsx';
import { OtherLayout } from './frame/other-layout.tsx';
import { guardPage } from './guards.ts';

/** The frame of signed-in people is not needed at the front door. */
const DashboardLayout = lazyPage(() => import('./frame/dashboard-layout.tsx'));

/** The root of every page: the guards before it, its layout around it, the error page instead of it. */
export const rootRoute = createRootRoute({
  beforeLoad: async ({ matches, location }) => {
    // Pages drawn at build time are public, and there is nobody yet to be guarded from.
    if (import.meta.env.SSR) return;
    const match = matches.at(-1)!;
    const { staticData } = match;
    if (staticData.layout === 'dashboard') void DashboardLayout.preload().catch(() => {});
    await guardPage({
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
  const staticData = usePageData();
  const fatal = useFatal();
  useTabTitle(staticData);
  if (fatal) throw fatal;
  return staticData.layout === 'dashboard' ? (
    <DashboardLayout />
  ) : (
    <OtherLayout>
      <Outlet />
    </OtherLayout>
  );
}

/** «Иванов Иван · Физлица · Уговор»: what is on the screen, then its section. */
function useTabTitle({ title = texts.brand, titleForIndividual = title }: Partial<PageData>): void {
  const section = useMe()?.kind === 'individual' ? titleForIndividual : title;
  const object = useObjectTitle();
  useEffect(() => {
    document.title = texts.title(object === undefined ? section : `${object} · ${section}`);
  }, [object, section]);
}
