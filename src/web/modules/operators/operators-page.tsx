import type { Result } from '#contract/kernel/op.ts';
import { operators } from '#contract/operators.ts';
import { fullName } from '#domain/person-name.ts';
import type { ListDefinition } from '#web/app/list/definition.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { formatInstant } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-types.ts';
import { Tag } from '#web/ui/tag.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof operators.list>['items'][number];

const { columns: titles } = texts;

const columns: readonly Column<Row>[] = [
  { key: 'name', title: titles.name, sortable: true, cell: (row) => fullName(row) },
  { key: 'email', title: titles.email, cell: (row) => row.email },
  { key: 'role', title: titles.role, cell: (row) => row.role },
  {
    key: 'active',
    title: titles.active,
    cell: ({ active }) => <Tag tone={active ? 'success' : 'neutral'}>{active ? texts.active : texts.inactive}</Tag>,
  },
  {
    key: 'secondFactor',
    title: titles.secondFactor,
    cell: ({ secondFactor }) => (
      <Tag tone={secondFactor ? 'success' : 'warning'}>{secondFactor ? texts.on : texts.off}</Tag>
    ),
  },
  {
    key: 'lastLoginAt',
    title: titles.lastLoginAt,
    cell: (row) => (row.lastLoginAt ? formatInstant(row.lastLoginAt) : texts.never),
  },
];

const operatorsList: ListDefinition<typeof operators.list> = {
  screen: 'operators',
  title: texts.title,
  operation: operators.list,
  columns,
  nameOf: fullName,
  filters: { active: { label: texts.active } },
  empty: texts.empty,
};

/** The people of the platform itself. */
export default function OperatorsPage() {
  return <ListScreen list={operatorsList} />;
}
