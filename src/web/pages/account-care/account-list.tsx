import { accountCare } from '#contract/access/account-care.ts';
import type { Result } from '#contract/kernel/op.ts';
import { formatPhone } from '#domain/values/phone.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { flagsColumn, momentsColumn, tagsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { idColumn } from '#web/kit/list/table/verified.tsx';
import { dash } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { AccountPreview } from './account-preview.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof accountCare.list>['items'][number];

const { columns: titles, statuses } = texts;

const columns: readonly Column<Row>[] = [
  wordsColumn('name', titles.name),
  wordsColumn('email', titles.email),
  { key: 'phone', title: titles.phone, cell: (row) => (row.phone ? formatPhone(row.phone) : dash) },
  tagsColumn('status', titles.status, statuses, { active: 'success', blocked: 'danger' }),
  flagsColumn('secondFactor', titles.secondFactor, { yes: texts.on, no: texts.off }),
  { key: 'sessions', title: titles.sessions, numeric: true, cell: (row) => row.sessions },
  momentsColumn('lastLoginAt', titles.lastLoginAt, { none: texts.never, sortable: true }),
  momentsColumn('createdAt', titles.createdAt, { sortable: true, wide: true }),
  idColumn(titles.id),
];

/** People from the side of their accounts: whether and how they sign in, and the help that they need with it. */
export const accountsOf = (
  kind: 'individual' | 'employee',
  title: string,
): ListDefinition<typeof accountCare.list> => ({
  screen: `${kind}-accounts`,
  title,
  operation: accountCare.list,
  always: { kind: [kind] },
  columns,
  nameOf: ({ name }) => name,
  status: { filter: 'status', choices: statuses, counts: accountCare.counts },
  filters: {
    status: { label: titles.status, values: statuses },
    signedIn: { label: texts.filters.signedIn },
    secondFactor: { label: texts.filters.secondFactor },
  },
  searchHint: texts.searchHint,
  preview: (id) => <AccountPreview id={id} />,
  empty: texts.empty,
});
