import { type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  tariffs: {
    title: 'Тариф',
    holds: { code: 'name payer base vat_mode collect' },
    words: {
      payer: 'Кто платит',
      base: 'База',
      rate_bps: 'Ставка, сотые доли процента',
      fixed: 'Постоянная часть, коп.',
      min: 'Не меньше, коп.',
      max: 'Не больше, коп.',
      vat_mode: 'Порядок НДС',
      vat_bps: 'Ставка НДС, сотые доли процента',
      collect: 'Когда удерживается',
      valid_to: 'Действует по',
      legal_entity_type_id: 'Вид компаний',
      individual_category_id: 'Категория физлиц',
    },
  },
};
