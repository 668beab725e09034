import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  consentDocuments: {
    holds: { code: 'kind title body sha256 wording_sha256 audience' },
  },
  consents: {
    title: 'Согласие',
    holds: { origin: 'ip', code: 'channel' },
    person: {
      title: 'Согласия',
      of: byAccount,
      fate: { keep: 'Подтверждение согласий: три года после их окончания' },
    },
    words: {
      given_at: 'Дано',
    },
  },
};
