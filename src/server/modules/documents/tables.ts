import { byPerson, settlementPapers, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  documentTemplates: {
    title: 'Форма документа',
    holds: { code: 'kind title clauses sha256' },
    words: {
      clauses: 'Пункты',
    },
  },
  issuedDocuments: {
    title: 'Документ',
    holds: {
      identity: 'facts_sealed',
      secret: 'file_key',
      code: 'kind number facts_sha256 verify_code status sha256',
    },
    person: {
      title: 'Документы',
      of: byPerson,
      fate: {
        keep: `${settlementPapers}. Уведомление об уступке: доказательство, что должник о ней знает (ГК РФ, ст. 382)`,
      },
    },
    words: {
      agreement_id: 'Соглашение',
      facts_sealed: 'Данные документа',
      facts_sha256: 'Отпечаток данных',
      verify_code: 'Код проверки',
      made_at: 'Напечатано',
      issued_at: 'Выпущено',
    },
  },
};
