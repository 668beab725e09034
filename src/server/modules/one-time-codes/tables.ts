import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  oneTimeCodes: {
    title: 'Одноразовый код',
    holds: { secret: 'subject_sealed code_hash', code: 'purpose' },
    person: {
      of: byAccount,
      fate: 'blank',
      instead: { letter_id: 'null', used_at: 'coalesce(used_at, now())' },
    },
    words: {
      subject_sealed: 'Что подписывается',
      letter_id: 'Письмо',
      limitation_shown: 'Предупреждение о давности в письме',
    },
  },
};
