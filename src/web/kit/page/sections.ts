import { type AnyRoute, useRouter } from '@tanstack/react-router';
import type { Needs } from '#contract/codes.ts';
import type { Href } from '#web/ui/href.ts';
import { mayAsk } from '../session/access.ts';
import { type Me, useMe } from '../session/session.ts';
import type { Section as DeclaredSection } from './web-module.ts';

/** A section of the application, as a person sees it in his menu. */
export interface Section extends DeclaredSection {
  to: Href;
  title: string;
  needs: Needs;
}

/** The sections of the person who is signed in, in the order of the menu. */
export function useSections(): readonly Section[] {
  const me = useMe();
  return useDeclared(me).filter(({ needs, menu = needs }) => menu !== 'nobody' && mayAsk(menu, me));
}

/** The references that he may read, in his menu or not; those that the platform itself fixes come last. */
export function useReferences(): readonly Section[] {
  const me = useMe();
  const references = useDeclared(me).filter(({ group, needs }) => group === 'references' && mayAsk(needs, me));
  return [true, false].flatMap((isInMenu) => references.filter(({ menu }) => (menu !== 'nobody') === isInMenu));
}

/** The sections that the pages declare. */
function useDeclared(me: Me | undefined): Section[] {
  const { routeTree } = useRouter();
  return (routeTree.children as AnyRoute[]).flatMap(({ fullPath, options: { staticData } }) => {
    const { section, title = '', titleForIndividual, needs = [] } = staticData ?? {};
    const own = me?.kind === 'individual' ? titleForIndividual : undefined;
    return section ? [{ needs, ...section, to: fullPath as Href, title: own ?? section.title ?? title }] : [];
  });
}
