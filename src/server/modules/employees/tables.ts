import { byAccount, byParent, personNames, type TablesOfModule } from '#server/platform/database/tables.ts';

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
    person: { title: 'Места работы', of: byParent('employee_id', 'employees', byAccount), fate: 'blank' },
  },
  powersOfAttorney: {
    title: 'Доверенность сотрудника',
    holds: { company: 'number', code: 'scope status' },
    person: {
      title: 'Доверенности',
      of: byParent('membership_id', 'memberships', byParent('employee_id', 'employees', byAccount)),
      fate: { keep: 'Полномочия подписавшего (ГК РФ, ст. 185): пока хранятся документы, которые он подписал' },
    },
    words: {
      membership_id: 'Место в компании',
      issued_on: 'Дата доверенности',
      valid_until: 'Действует по',
      scope: 'Права',
    },
  },
};
