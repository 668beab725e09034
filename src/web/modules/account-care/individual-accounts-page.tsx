import { ListScreen } from '#web/app/list/screen.tsx';
import { accountsOf } from './account-list.tsx';
import { texts } from './texts.ts';

const list = accountsOf('individual', texts.individuals);

export default function IndividualAccountsPage() {
  return <ListScreen list={list} />;
}
