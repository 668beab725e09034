import { legalEntities } from '#contract/parties/legal-entities.ts';
import { useBulkMoves } from '#web/kit/list/bulk/bulk-moves.tsx';
import { withRows } from '#web/kit/list/page.tsx';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { legalEntitiesList } from './legal-entities-list.tsx';

const operations = { get: legalEntities.get, decide: legalEntities.setVerificationStatus };

function LegalEntitiesPage() {
  const bulk = useBulkMoves(operations);
  return <ListScreen list={{ ...legalEntitiesList, ...(bulk && { bulk }) }} />;
}

export default withRows(LegalEntitiesPage, legalEntitiesList);
