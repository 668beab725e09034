import { legalEntities } from '#contract/legal-entities.ts';
import { useBulkMoves } from '#web/app/list/bulk-moves.tsx';
import { withRows } from '#web/app/list/page.tsx';
import { ListScreen } from '#web/app/list/screen.tsx';
import { legalEntitiesList } from './legal-entities-list.tsx';

const operations = { get: legalEntities.get, decide: legalEntities.setVerificationStatus };

function LegalEntitiesPage() {
  const bulk = useBulkMoves(operations);
  return <ListScreen list={{ ...legalEntitiesList, ...(bulk && { bulk }) }} />;
}

export default withRows(LegalEntitiesPage, legalEntitiesList);
