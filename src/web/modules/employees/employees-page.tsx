import { employees } from '#contract/employees.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/person-name.ts';
import type { ListDefinition } from '#web/app/list/definition.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { CompanyChoice, useListedCompany } from '#web/app/session/company-choice.tsx';
import { absent, formatInstant } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-types.ts';
import { Tag } from '#web/ui/tag.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof employees.list>['items'][number];

const { columns: titles } = texts;

const columns: readonly Column<Row>[] = [
  { key: 'name', title: titles.name, sortable: true, cell: (row) => fullName(row) },
  { key: 'email', title: titles.email, cell: (row) => row.email },
  { key: 'position', title: titles.position, cell: (row) => row.position ?? absent },
  { key: 'role', title: titles.role, cell: (row) => row.role },
  {
    key: 'active',
    title: titles.active,
    cell: ({ active }) => <Tag tone={active ? 'success' : 'neutral'}>{active ? texts.active : texts.inactive}</Tag>,
  },
  {
    key: 'lastLoginAt',
    title: titles.lastLoginAt,
    cell: (row) => (row.lastLoginAt ? formatInstant(row.lastLoginAt) : texts.never),
  },
];

const employeesList: Omit<ListDefinition<typeof employees.list>, 'params'> = {
  screen: 'employees',
  title: texts.title,
  operation: employees.list,
  columns,
  nameOf: fullName,
  filters: { active: { label: texts.active } },
  empty: texts.empty,
};

/** The people of a company: an employee's own one, or the one that an operator has chosen. */
export default function EmployeesPage() {
  const company = useListedCompany();
  const choice = <CompanyChoice company={company} />;
  if (company) return <ListScreen key={company} list={{ ...employeesList, params: { id: company }, lead: choice }} />;
  return (
    <div className="stack">
      <h1>{texts.title}</h1>
      {choice}
      <p className="dim">{texts.noCompany}</p>
    </div>
  );
}
