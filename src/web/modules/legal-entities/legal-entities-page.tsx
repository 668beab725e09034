import { ListScreen } from '#web/app/list/screen.tsx';
import { legalEntitiesList } from './legal-entities-list.tsx';

export default function LegalEntitiesPage() {
  return <ListScreen list={legalEntitiesList} />;
}
