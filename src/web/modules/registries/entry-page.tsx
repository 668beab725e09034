import { useParams } from '@tanstack/react-router';
import { idsOf } from '#web/app/ids.ts';
import { useMe } from '#web/app/session/session.ts';
import { EntryCard } from './entry-card.tsx';
import { OwnClaimPage } from './own-claim-page.tsx';

/** A claim: as its debtor sees it, or as its creditor and the operators do. */
export default function EntryPage() {
  const { key } = useParams({ strict: false });
  const [legalEntityId, registryId, id] = idsOf(key, 3)!;
  const individualId = useMe()?.individualId;
  if (individualId) return <OwnClaimPage individualId={individualId} id={id!} />;
  return <EntryCard params={{ id: legalEntityId!, r: registryId!, e: id! }} />;
}
