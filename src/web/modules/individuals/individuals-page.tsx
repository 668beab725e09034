import { useMe } from '#web/app/session/session.ts';
import { IndividualsList } from './individuals-list.tsx';
import { OwnOverview } from './own-overview.tsx';

/** A person sees himself; whoever works with people sees their list. */
export default function IndividualsPage() {
  const me = useMe();
  return me?.individualId ? <OwnOverview id={me.individualId} /> : <IndividualsList />;
}
