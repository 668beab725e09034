import type { ListDefinition } from '#web/app/list/definition.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { legalEntitiesList as list } from './legal-entities-list.tsx';
import { texts } from './texts.ts';

const column = (key: string) => list.columns.filter((one) => one.key === key);

/** The same companies from the side of their accounts: how many people sign in for them, since when. */
const accountsList: ListDefinition<typeof list.operation> = {
  ...list,
  screen: 'legal-entity-accounts',
  title: texts.accounts.title,
  columns: ['name', 'inn', 'employees', 'status', 'createdAt', 'id'].flatMap(column),
};

export default function LegalEntityAccountsPage() {
  return <ListScreen list={accountsList} />;
}
