import { type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  permissions: {
    title: 'Право',
    holds: { code: 'code group_name name method path' },
    words: {
      group_name: 'Раздел',
      absent_since: 'Нет в этой версии с',
      path: 'Адрес операции',
      employee: 'Для сотрудников',
      operator: 'Для операторов',
    },
  },
  roles: {
    title: 'Роль',
    holds: { code: 'kind code name' },
  },
  rolePermissions: {
    title: 'Право роли',
    holds: {},
    words: {
      permission_id: 'Право',
    },
  },
};
