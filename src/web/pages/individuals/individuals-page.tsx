import { lazy, Suspense } from 'react';
import { withRows } from '#web/kit/list/page.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { IndividualsList, individualsList } from './individuals-list.tsx';
import { texts } from './texts.ts';

/** Whoever works with people never sees what a person sees of himself. */
const OwnOverview = lazy(() => import('./own-overview.tsx'));

/** A person sees himself; whoever works with people sees their list. */
function IndividualsPage() {
  const me = useMe();
  if (!me?.individualId) return <IndividualsList />;
  return (
    <Suspense fallback={<p role="status">{texts.own.loading}</p>}>
      <OwnOverview id={me.individualId} />
    </Suspense>
  );
}

export default withRows(IndividualsPage, individualsList);
