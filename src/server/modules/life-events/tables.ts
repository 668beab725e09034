import { byPerson, settlementPapers, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  lifeEvents: {
    title: 'Обстоятельство заёмщика',
    holds: { free: 'comment reason', code: 'kind status side ground outcome kept_claims' },
    person: { title: 'Обстоятельства', of: byPerson, fate: { keep: settlementPapers } },
    words: {
      since: 'Действует с',
      until: 'Действует по',
      months: 'На сколько месяцев',
      ground: 'Основание',
      objected_at: 'Кредитор возразил',
      reopened_at: 'Основание открыто снова',
      entered_by: 'Кто внёс',
      ended_by: 'Кто завершил',
      outcome: 'Что стало с долгами',
      kept_claims: 'Какие долги остались',
    },
  },
};
