import { byAccount, personNames, type TablesOfModule, through } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  employees: {
    title: 'Сотрудник',
    holds: personNames,
    person: {
      title: 'Сотрудник',
      of: byAccount,
      fate: 'blank',
      instead: { last_name: `'Субъект'`, first_name: `'№ ' || id` },
    },
  },
  memberships: {
    title: 'Место в компании',
    holds: { company: 'position' },
    person: { title: 'Места работы', of: through('employee_id', 'employees', byAccount), fate: 'blank' },
  },
};
