import { useRouter, useSearch } from '@tanstack/react-router';
import { safeReturn } from '#web/kit/session/entrance.ts';
import { type Me, signedIn } from '#web/kit/session/session.ts';

/** Lets the person in: stores him and goes to the page he wanted. */
export function useEnter(): (me: Me) => void {
  const { history } = useRouter();
  const { to }: { to?: unknown } = useSearch({ strict: false });
  return (me) => {
    signedIn(me);
    history.replace(safeReturn(to));
  };
}
