import { byPerson, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  erasures: {
    title: 'Стирание данных',
    holds: { code: 'status kept_by act audit_digest' },
    person: { title: 'Стирание данных', of: byPerson, fate: { keep: 'Акты об уничтожении: три года' } },
    words: {
      due_on: 'Срок',
      kept_by: 'Что держит',
      act: 'Акт',
      audit_digest: 'Отпечаток журнала',
    },
  },
  auditErasures: {
    holds: { code: 'sha256' },
  },
  retentionRuns: {
    holds: { code: 'counts' },
  },
};
