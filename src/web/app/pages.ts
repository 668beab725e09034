import { createRoute } from '@tanstack/react-router';
import { catchAll } from './guards.ts';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';
import { texts } from './texts.ts';

const titles = texts.pages;

/** Tokens of letters are url-safe base64. */
const hasToken = ({ token = '' }: Record<string, string>): boolean => /^[\w-]{1,200}$/.test(token);

const getParentRoute = () => rootRoute;

/** Every page of the application: its path, what it says about itself, and the module that draws it. */
export const pages = [
  createRoute({
    getParentRoute,
    path: '/',
    staticData: { title: titles.home, open: true },
    component: lazyPage(() => import('#web/modules/home/home-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/signin',
    staticData: { title: titles.signIn, open: true },
    component: lazyPage(() => import('#web/modules/auth/sign-in-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/signup',
    staticData: { title: titles.signUp, open: true },
    component: lazyPage(() => import('#web/modules/auth/sign-up-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/signup/individual/$token',
    staticData: { title: titles.confirm, open: true, isValid: hasToken },
    component: lazyPage(() => import('#web/modules/auth/confirm-individual-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/signup/employee/$token',
    staticData: { title: titles.confirm, open: true, isValid: hasToken },
    component: lazyPage(() => import('#web/modules/auth/confirm-employee-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/restore/$token',
    staticData: { title: titles.restore, open: true, isValid: hasToken },
    component: lazyPage(() => import('#web/modules/auth/restore-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/mailbox',
    staticData: { title: titles.mailbox, open: true },
    component: lazyPage(() => import('#web/modules/system/mailbox-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/profile',
    staticData: { title: titles.profile, layout: 'dashboard' },
    component: lazyPage(() => import('#web/modules/accounts/profile-page.tsx')),
  }),
  // The guards lead this path on to the first section; it stands here so that it exists.
  createRoute({ getParentRoute, path: '/dashboard', staticData: { title: titles.individuals, layout: 'dashboard' } }),
  createRoute({
    getParentRoute,
    path: '/dashboard/individuals',
    staticData: {
      title: titles.individuals,
      ownTitle: titles.own,
      layout: 'dashboard',
      needs: async () => (await import('#contract/individuals.ts')).individuals.list,
    },
    component: lazyPage(() => import('#web/modules/individuals/individuals-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/legal-entities',
    staticData: {
      title: titles.legalEntities,
      layout: 'dashboard',
      needs: async () => (await import('#contract/legal-entities.ts')).legalEntities.list,
    },
    component: lazyPage(() => import('#web/modules/legal-entities/legal-entities-page.tsx')),
  }),
  createRoute({ getParentRoute, path: catchAll, staticData: { title: titles.absent } }),
] as const;
