import { sql } from 'kysely';
import { claimPartShort } from '#domain/money/debt-parts.ts';
import { byPerson, personNames, type TablesOfModule } from '#server/platform/database/tables.ts';
import { hiddenFromDebtor } from './kinds.ts';

const entry = {
  ...personNames,
  identity: 'debtor_inn birth_date',
  contact: 'phone email',
  derived: 'search content_hash',
} as const;

const erasedInn = `'erased-' || id`;

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  entryNotices: {
    holds: { code: 'channel status reason about' },
    person: {
      title: 'Взаимодействия по 230-ФЗ',
      of: byPerson,
      fate: { keep: 'Журнал взаимодействий: три года' },
    },
  },
  entryTallies: {
    holds: { code: 'kind status' },
  },
  assignmentDeeds: {
    title: 'Договор уступки',
    holds: { company: 'cedent_inn cession_ref' },
    words: { cedent_inn: 'ИНН прежнего кредитора', cession_ref: 'Договор уступки', attached_by: 'Кто приложил' },
  },
  registries: {
    title: 'Реестр',
    holds: { company: 'name basis_number', code: 'kind basis status phase failure headers notes counts' },
  },
  registryEntries: {
    title: 'Запись реестра',
    holds: {
      ...entry,
      identity: 'debtor_inn birth_date person_sealed',
      free: 'comment reject_comment explained_why',
      company: 'cedent_name cedent_inn cession_ref',
      code: 'status tz contact_flag contract_number contract_kind stage case_no court basis external_id reject_reason',
    },
    person: {
      title: 'Требования кредиторов',
      of: byPerson,
      hides: () => hiddenFromDebtor('full'),
      fate: 'blank',
      instead: { last_name: `'Субъект'`, first_name: `'№ ' || individual_id`, debtor_inn: erasedInn },
    },
    words: {
      person_sealed: 'Данные заёмщика',
      rate: 'Ставка',
      contract_end: 'Конец договора',
      interest_overdue: `${claimPartShort('interestOverdue')}, коп.`,
      court_cost: `${claimPartShort('courtCost')}, коп.`,
      total: 'Всего, коп.',
      as_of: 'Сумма на',
      min_amount: 'Наименьшая сумма, коп.',
      max_payments: 'Наибольшее число платежей',
      case_no: 'Номер дела',
      court: 'Суд',
      cedent_name: 'Прежний кредитор',
      cedent_inn: 'ИНН прежнего кредитора',
      cession_ref: 'Договор уступки',
      cession_notice: 'Уведомление об уступке',
      contested: 'Есть у другого кредитора',
      frozen_at: 'Заморожено',
      restored_total: 'Осталось по соглашению, коп.',
      restored_on: 'Соглашение расторгнуто',
      explained_total: 'Объяснено до, коп.',
      explained_why: 'Объяснение',
      explained_at: 'Объяснено',
      no_bailiffs_at: 'Заёмщик сказал, что приставов нет',
      writ_file_id: 'Исполнительный документ',
      settled_at: 'Погашено',
      decision_at: 'Решение принято',
      reject_comment: 'Пояснение отклонения',
    },
  },
  registryEntryVersions: {
    holds: { identity: 'content person_sealed' },
    person: {
      of: ({ individualId }) =>
        sql`entry_id in (select id from registry_entries where individual_id = ${individualId})`,
      fate: 'blank',
      instead: { content: `'{}'` },
    },
  },
  registryMappings: {
    title: 'Сопоставление колонок',
    holds: { code: 'kind mapping' },
    words: {
      mapping: 'Сопоставление',
      updated_by: 'Кто изменил',
    },
  },
  registryMessages: {
    holds: { code: 'kind details' },
  },
  registryProblems: {
    holds: { code: 'found_in column_code severity code message value' },
  },
  registryReads: {
    holds: {},
  },
  registryRows: {
    holds: {
      ...entry,
      identity: 'debtor_inn birth_date person_sealed cells_sealed',
      free: 'comment',
      company: 'cedent_name cedent_inn cession_ref',
      code: 'contract_number external_id tz contact_flag contract_kind stage case_no court basis',
      derived: 'content_hash',
    },
    // A row that names nobody is no claim: loading it would fail, and with it the whole file of the creditor.
    person: { of: ({ inn }) => sql`debtor_inn = ${inn}`, fate: 'blank', instead: { broken: 'true' } },
  },
  registrySnapshots: {
    holds: { code: 'verdict' },
  },
  registryVerdicts: {
    holds: { code: 'verdict' },
  },
  simpleRegistryEntries: {
    title: 'Запись упрощённого реестра',
    holds: {
      ...entry,
      free: 'comment reject_comment',
      code: 'status tz contact_flag contract_number contract_kind external_id notification_channel reject_reason',
    },
    person: {
      title: 'Сведения о долгах от кредиторов',
      of: byPerson,
      // The approximate sum is shown to whoever is verified under the ИНН (docs/domain.md §14).
      hides: ({ inn }) => hiddenFromDebtor('simple').filter((column) => inn === null || column !== 'approx_amount'),
      fate: 'blank',
      instead: {
        last_name: `'Субъект'`,
        first_name: `'№ ' || individual_id`,
        // The mark of what he has called not his keeps his creditor from asking him once more (docs/decisions/0127).
        debtor_inn: `case when debtor_inn like 'mark-%' then debtor_inn else ${erasedInn} end`,
      },
    },
    words: {
      approx_amount: 'Примерная сумма, коп.',
      notified_at: 'Уведомлён',
      notification_channel: 'Канал уведомления',
      accepted_at: 'Принято',
      decision_at: 'Решение принято',
      reject_comment: 'Пояснение отклонения',
      full_entry_id: 'Полная запись',
    },
  },
};
