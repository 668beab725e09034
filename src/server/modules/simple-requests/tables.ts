import { byPerson, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  simpleRequests: {
    title: 'Упрощённая заявка',
    holds: { company: 'creditor_inn creditor_name', code: 'stage status' },
    person: { title: 'Упрощённые заявки', of: byPerson, fate: 'blank' },
    words: {
      approx_debt: 'Примерный долг, коп.',
      disclosed: 'Раскрыто',
    },
  },
};
