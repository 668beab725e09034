import { byPerson, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  rnkoForms: {
    title: 'Анкета для РНКО',
    holds: { company: 'form_sealed reason remarks', code: 'status partner_id' },
    words: {
      form_sealed: 'Анкета',
    },
  },
  rnkoIdentities: {
    title: 'Идентификация в РНКО',
    holds: {
      identity: 'data_sealed',
      free: 'fail_reason',
      code: 'status wanted_level partner_id',
      secret: 'action_url',
    },
    person: {
      title: 'Идентификация в РНКО',
      of: byPerson,
      fate: 'blank',
      instead: { status: `'none'`, valid_until: 'null' },
    },
    words: {
      wanted_level: 'Желаемый уровень',
      data_sealed: 'Данные',
      prepared_at: 'Подготовлено',
      action_url: 'Страница партнёра',
      valid_until: 'Действует до',
    },
  },
};
