import { useParams } from '@tanstack/react-router';
import { idsOf } from '#web/kit/ids.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { useMe } from '#web/kit/session/session.ts';

const OwnClaimPage = lazyPart(
  () => import('./own-claim.tsx'),
  (module) => module.OwnClaimPage,
);
const EntryCard = lazyPart(
  () => import('./entry-card.tsx'),
  (module) => module.EntryCard,
);

/** A claim: as its debtor sees it, or as its creditor and the operators do. */
export default function EntryPage() {
  const { key } = useParams({ strict: false });
  const [legalEntityId, registryId, id] = idsOf(key, 3)!;
  const individualId = useMe()?.individualId;
  if (individualId) return <OwnClaimPage individualId={individualId} id={id!} />;
  return <EntryCard params={{ id: legalEntityId!, r: registryId!, e: id! }} />;
}
