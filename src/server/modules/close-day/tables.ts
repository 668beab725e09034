import { sql } from 'kysely';
import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  businessDays: {
    title: 'Деловой день',
    name: (alias) => sql`to_char(${sql.ref(`${alias}.day`)}, 'DD.MM.YYYY')`,
    holds: { free: 'override_reason', code: 'status obstacles hash audit_seal' },
    words: {
      started_at: 'Закрытие начато',
      started_by: 'Кто начал закрытие',
      obstacles: 'Что мешает печати',
      sealed_at: 'Запечатан',
      overridden_by: 'Кто запечатал вопреки отказу',
      override_reason: 'Почему вопреки отказу',
      entries: 'Проводок под печатью',
      last_entry: 'Последняя проводка под печатью',
      audit_seq: 'Место в цепочке журнала',
      audit_id: 'Последняя запись журнала',
      hash: 'Печать дня',
      audit_seal: 'Печать журнала',
      audit_settled: 'До какой записи журнал устоялся',
    },
  },
  subJobResults: { holds: { code: 'sub status object_type' } },
  subJobErrors: { holds: { code: 'sub object_type cause incident' } },
  closeLetters: {
    title: 'Письмо с итогами дня',
    holds: {},
    person: { title: 'Письма с итогами дня', of: byAccount, fate: 'delete' },
  },
  closeLease: { holds: { code: 'holder' } },
};
