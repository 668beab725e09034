import { individuals } from '#contract/individuals.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/person-name.ts';
import { formatPhone } from '#domain/phone.ts';
import { verification } from '#domain/verification.ts';
import { ListScreen } from '#web/app/list-screen.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { absent, formatInstantDay } from '#web/ui/format.ts';
import { StatusTag } from '#web/ui/tag.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof individuals.list>['items'][number];

const { columns: titles } = texts;

const columns: readonly Column<Row>[] = [
  { key: 'name', title: titles.name, sortable: true, cell: (row) => fullName(row) },
  { key: 'inn', title: titles.inn, cell: (row) => row.inn ?? absent },
  { key: 'phone', title: titles.phone, cell: (row) => (row.phone ? formatPhone(row.phone) : absent) },
  { key: 'email', title: titles.email, cell: (row) => row.email ?? absent },
  {
    key: 'status',
    title: titles.status,
    cell: (row) => <StatusTag of={verification} status={row.verificationStatus} />,
  },
  { key: 'createdAt', title: titles.createdAt, sortable: true, cell: (row) => formatInstantDay(row.createdAt) },
];

/** The list of individuals: an operator sees all, an employee those with whom his company has a case. */
export function IndividualsList() {
  return (
    <ListScreen
      title={texts.title}
      operation={individuals.list}
      columns={columns}
      remember="sortIndividuals"
      status={{ filter: 'verificationStatus', of: verification }}
      searchHint={texts.searchHint}
      empty={texts.empty}
    />
  );
}
