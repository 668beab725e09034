import { employees } from '#contract/access/employees.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/values/person-name.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { flagsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { CompanyChoice, useListedCompany } from '#web/kit/parts/company-choice.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { everybodyList } from './all-employees-list.tsx';
import { EmployeePreview } from './employee-preview.tsx';
import { lastSignIn } from './last-sign-in.ts';
import { texts } from './texts.ts';

type Row = Result<typeof employees.list>['items'][number];

const { columns: titles } = texts;

const columns: readonly Column<Row>[] = [
  { key: 'name', title: titles.name, sortable: true, cell: (row) => fullName(row) },
  wordsColumn('email', titles.email),
  wordsColumn('position', titles.position),
  wordsColumn('role', titles.role),
  flagsColumn('active', titles.active, { yes: texts.active, no: texts.inactive }),
  { key: 'lastLoginAt', title: titles.lastLoginAt, cell: lastSignIn },
];

const employeesList: Omit<ListDefinition<typeof employees.list>, 'params'> = {
  screen: 'employees',
  title: texts.title,
  operation: employees.list,
  columns,
  nameOf: fullName,
  searchHint: texts.searchHint,
  filters: { active: { label: texts.active } },
  preview: (_, row) => row && <EmployeePreview key={row.id} id={row.employeeId} />,
  empty: texts.empty,
};

/** The people of a company: an employee's own one, or the one that an operator has chosen; until then those of all. */
export default function EmployeesPage() {
  const company = useListedCompany();
  const beforeTable = <CompanyChoice company={company} />;
  if (company) return <ListScreen key={company} list={{ ...employeesList, params: { id: company }, beforeTable }} />;
  return <ListScreen list={{ ...everybodyList, beforeTable }} />;
}
