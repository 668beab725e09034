import { lazy, Suspense } from 'react';
import { useMe } from '#web/app/session/session.ts';
import { IndividualsList } from './individuals-list.tsx';
import { texts } from './texts.ts';

/** Whoever works with people never sees what a person sees of himself. */
const OwnOverview = lazy(() => import('./own-overview.tsx'));

/** A person sees himself; whoever works with people sees their list. */
export default function IndividualsPage() {
  const me = useMe();
  if (!me?.individualId) return <IndividualsList />;
  return (
    <Suspense fallback={<p role="status">{texts.own.loading}</p>}>
      <OwnOverview id={me.individualId} />
    </Suspense>
  );
}
