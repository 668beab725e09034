import { redirect } from '@tanstack/react-router';
import { verdict } from './access.ts';
import { ApiError } from './api.ts';
import type { PageData } from './route-data.ts';
import { currentMe, hasMark, loadMe } from './session.ts';
import { checkSortPreferences } from './sort-preferences.ts';

/** Where a person comes in. */
export const home = '/dashboard/individuals';

/** The page that somebody is about to enter. */
export interface Entry {
  routeId: string;
  pathname: string;
  /** Path and query: what to return to after a sign-in. */
  href: string;
  params: Record<string, string>;
  page: Partial<PageData>;
}

/** The navigation guards in the order of the specification (point 2). They throw a redirect or the error of the page. */
export async function guard(entry: Entry): Promise<void> {
  checkValidity(entry);
  await checkSession(entry);
  checkSortPreferences();
  await checkRules(entry.page);
}

/** A path that no page has, or whose parameters name nothing, does not exist. */
function checkValidity({ routeId, pathname, params, page }: Entry): void {
  const isValid = routeId !== catchAll && (page.isValid?.(params) ?? true);
  if (!isValid) throw new ApiError(404, { message: `Page Not Found: ${pathname}` });
}

/** Nobody stored: ask who is signed in. Somebody stored: the front door leads him inside. */
async function checkSession({ pathname, href, page }: Entry): Promise<void> {
  if (!currentMe() && mayBeSignedIn(pathname)) await loadMe().catch(() => toSignIn(page, href));
  if (currentMe() && isFrontDoor(pathname)) throw redirect({ to: home, replace: true });
  if (!currentMe() && !page.open) throw toSignInFrom(href);
}

/** The sign-in page asks only when this browser remembers a session; every other page always does. */
const mayBeSignedIn = (pathname: string): boolean => !pathname.includes('signin') || hasMark();

const isFrontDoor = (pathname: string): boolean =>
  pathname === '/' || /^\/dashboard\/?$/.test(pathname) || pathname.includes('signin') || pathname.includes('signup');

function toSignIn(page: Partial<PageData>, href: string): void {
  if (!page.open) throw toSignInFrom(href);
}

const toSignInFrom = (href: string) => redirect({ to: '/signin', search: { to: href }, replace: true });

async function checkRules({ needs }: Partial<PageData>): Promise<void> {
  if (needs && verdict(await needs(), currentMe()) === 'no') throw new ApiError(403);
}

/** The route of every path that no page has. */
export const catchAll = '/$';

/** A path of this very site, or the home page: a link from elsewhere must not lead a person away after his sign-in. */
export function safeReturn(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return home;
  const address = new URL(path, location.origin);
  const isOwn = address.origin === location.origin && !address.pathname.startsWith('//');
  return isOwn ? `${address.pathname}${address.search}${address.hash}` : home;
}
