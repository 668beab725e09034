import { redirect } from '@tanstack/react-router';
import { ApiError } from '../kit/data/api.ts';
import { checkSortPreferences } from '../kit/list/table/sort-preferences.ts';
import type { PageData } from '../kit/page/web-module.ts';
import { mayAsk } from '../kit/session/access.ts';
import { home } from '../kit/session/entrance.ts';
import { currentMe, loadMe, remembersSession } from '../kit/session/session.ts';
import { texts } from '../kit/texts.ts';

/** The page that somebody is about to enter. */
export interface Visit {
  routeId: string;
  pathname: string;
  /** Path and query: what to return to after a sign-in. */
  href: string;
  params: Record<string, string>;
  page: Partial<PageData>;
}

/** The navigation guards in the order of docs/specification.md §2. They throw a redirect or the error of the page. */
export async function guardPage(visit: Visit): Promise<void> {
  checkValidity(visit);
  await checkSession(visit);
  checkSortPreferences();
  for (const name of ['allowed', ...(visit.page.rules ?? [])]) await ruleOf(name)(visit);
}

/** A path that no page has, or whose parameters name nothing, does not exist. */
function checkValidity({ routeId, href, params, page }: Visit): void {
  if (routeId === catchAll) throw new ApiError(404, { message: `Page not found: ${href}` });
  if (page.isValid?.(params) === false) throw new ApiError(404, { message: `Page Not Found: ${href}` });
}

/** Nobody known yet: ask the server who is signed in. Somebody known: the front door leads him inside, unless a letter has led him to it. */
async function checkSession({ pathname, href, page }: Visit): Promise<void> {
  if (!currentMe() && mayBeSignedIn(pathname)) await loadMe().catch(() => signInUnlessOpen(page, href));
  if (currentMe() && isFrontDoor(pathname) && !isLetterLink(href)) throw redirect({ to: home, replace: true });
  if (!currentMe() && !page.open) throw toSignInFrom(href);
}

/** The sign-in page asks only when this browser remembers a session; every other page always does. */
const mayBeSignedIn = (pathname: string): boolean => !pathname.includes('signin') || remembersSession();

const isFrontDoor = (pathname: string): boolean =>
  pathname === '/' || /^\/dashboard\/?$/.test(pathname) || pathname.includes('signin') || pathname.includes('signup');

/** The link of an invitation, or of a registration: whoever is signed in is told what it is, and is not led past it. */
const isLetterLink = (href: string): boolean => /^\/signup(\/|\?(.*&)?invitation=)/.test(href);

function signInUnlessOpen(page: Partial<PageData>, href: string): void {
  if (!page.open) throw toSignInFrom(href);
}

const toSignInFrom = (href: string) => redirect({ to: '/signin', search: { to: href }, replace: true });

type Rule = (visit: Visit) => Promise<void>;

/** The rules by their names; a page adds its own to `allowed`, which holds for every page. */
const rules = new Map<string, Rule>([
  [
    'allowed',
    async ({ page: { needs, title = '', titleForIndividual = title } }) => {
      const me = currentMe();
      if (!needs || mayAsk(needs, me)) return;
      const called = me?.kind === 'individual' ? titleForIndividual : title;
      throw new ApiError(403, { message: texts.error.closed(called) });
    },
  ],
]);

function ruleOf(name: string): Rule {
  const rule = rules.get(name);
  if (!rule) throw new Error(`Unknown route middleware: '${name}'`);
  return rule;
}

/** The route of every path that no page has. */
export const catchAll = '/$';
