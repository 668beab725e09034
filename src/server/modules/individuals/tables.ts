import { sql } from 'kysely';
import { personNames, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  individuals: {
    title: 'Физлицо',
    holds: {
      ...personNames,
      identity:
        'birth_date inn verified_inn snils_sealed passport_sealed passport_issued_at_sealed passport_issued_by_sealed passport_department_sealed reg_address_sealed',
      free: 'remarks',
      code: 'verification_status identification_level editors',
      derived: 'search',
    },
    person: {
      title: 'Личные данные',
      of: ({ individualId }) => sql`id = ${individualId}`,
      fate: 'blank',
      instead: {
        last_name: `'Субъект'`,
        first_name: `'№ ' || id`,
        category_id: 'null',
        editors: `'{}'`,
        deleted_at: 'now()',
      },
    },
    words: {
      passport_issued_at_sealed: 'Дата выдачи паспорта',
      passport_issued_by_sealed: 'Кем выдан паспорт',
      passport_department_sealed: 'Код подразделения',
      reg_address_sealed: 'Адрес регистрации',
      identification_level: 'Уровень идентификации',
      category_id: 'Категория',
    },
  },
};
