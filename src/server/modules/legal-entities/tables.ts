import { personNames, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  legalEntities: {
    title: 'Юрлицо',
    holds: {
      company: 'full_name short_name inn verified_inn kpp ogrn legal_address phone email site remarks',
      account: 'former_account_sealed',
      code: 'verification_status editors',
      derived: 'search',
    },
    words: {
      kpp: 'КПП',
      short_name: 'Наименование',
      full_name: 'Полное наименование',
      legal_address: 'Юридический адрес',
      site: 'Сайт',
      type_id: 'Вид компании',
      former_account_sealed: 'Прежний счёт',
      former_account_at: 'Когда сменился счёт',
    },
  },
  representatives: {
    title: 'Представитель',
    holds: {
      ...personNames,
      identity: 'inn snils_sealed passport_sealed',
      contact: 'phone email',
      company: 'position basis basis_number',
    },
    words: {
      basis_valid_until: 'Основание действует до',
    },
  },
};
