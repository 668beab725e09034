import { ListScreen } from '#web/app/list/screen.tsx';
import { accountsOf } from './account-list.tsx';
import { texts } from './texts.ts';

const list = accountsOf('employee', texts.employees);

export default function EmployeeAccountsPage() {
  return <ListScreen list={list} />;
}
