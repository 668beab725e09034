import { createLink, Link as RouterLink, useNavigate as useRouterNavigate } from '@tanstack/react-router';
import type { ComponentProps, ReactElement } from 'react';
import { Anchor } from './button.tsx';
import type { Href } from './href.ts';

type Search = Readonly<Record<string, unknown>>;
interface Target {
  to: Href;
  /** The query of the address, whole or made of what it is now. */
  search?: Search | ((now: Search) => Search);
  replace?: boolean;
  resetScroll?: boolean;
}
type Matching = Pick<ComponentProps<typeof RouterLink>, 'activeProps' | 'activeOptions'>;
type LinkTo<Look> = (props: Target & Matching & Omit<Look, 'href'>) => ReactElement;

// The routes are made of what the modules declare, so the router itself knows no path; here it learns them.
/** A link of the application. */
export const Link = RouterLink as LinkTo<ComponentProps<'a'>>;

/** A link of the application that looks like a button. */
export const ButtonLink = createLink(Anchor) as LinkTo<ComponentProps<typeof Anchor>>;

/** Goes to a page without a press on a link. */
export const useNavigate = useRouterNavigate as () => (target: Target) => Promise<void>;
