import { employeeCards } from '#contract/access/employee-cards.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { flagsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { dash } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { EmployeePreview } from './employee-preview.tsx';
import { lastSignIn } from './last-sign-in.ts';
import { texts } from './texts.ts';

type Row = Result<typeof employeeCards.list>['items'][number];

const { columns: titles } = texts;

const columns: readonly Column<Row>[] = [
  { key: 'name', title: titles.name, sortable: true, cell: (row) => fullName(row) },
  wordsColumn('email', titles.email),
  { key: 'phone', title: texts.card.phone, cell: ({ phone }) => (phone ? formatPhone(phone) : dash) },
  { key: 'places', title: titles.places, numeric: true, cell: ({ places }) => places },
  flagsColumn('active', titles.active, { yes: texts.active, no: texts.inactive }),
  { key: 'lastLoginAt', title: titles.lastLoginAt, cell: lastSignIn },
];

/** The employees of all companies that the person sees, each of them once. */
export const everybodyList: ListDefinition<typeof employeeCards.list> = {
  screen: 'employee-cards',
  title: texts.title,
  operation: employeeCards.list,
  columns,
  nameOf: fullName,
  searchHint: texts.everybodyHint,
  filters: { active: { label: texts.active } },
  preview: (id) => <EmployeePreview key={id} id={id} />,
  empty: texts.nobody,
};
