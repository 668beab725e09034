import { formatPhone } from '#domain/phone.ts';
import type { ListDefinition } from '#web/app/list/definition.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { absent } from '#web/ui/format.ts';
import { individualsList as list } from './individuals-list.tsx';
import { texts } from './texts.ts';

const { accounts: t } = texts;
const column = (key: string) => list.columns.filter((one) => one.key === key);

/** The same people from the side of their accounts: by what they sign in, since when. */
const accountsList: ListDefinition<typeof list.operation> = {
  ...list,
  screen: 'individual-accounts',
  title: t.title,
  columns: [
    ...column('name'),
    { key: 'email', title: t.login, cell: (row) => row.email ?? absent },
    { key: 'phone', title: t.phone, cell: (row) => (row.phone ? formatPhone(row.phone) : absent) },
    ...column('status'),
    ...column('createdAt'),
    ...column('id'),
  ],
};

export default function IndividualAccountsPage() {
  return <ListScreen list={accountsList} />;
}
