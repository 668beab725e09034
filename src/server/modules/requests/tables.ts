import { byPerson, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  requests: {
    title: 'Заявка',
    holds: {
      free: 'comment decline_comment',
      company: 'creditor_inn creditor_name suggested_inn',
      code: 'number started_by status contract_number debt_reason desired_plan decline_reason close_reason',
      derived: 'search',
    },
    person: { title: 'Заявки', of: byPerson, fate: 'blank' },
    words: {
      started_by: 'Кто начал',
      claimed_debt: 'Долг со слов заёмщика, коп.',
      debt_reason: 'Причина долга',
      desired_amount: 'Желаемая сумма, коп.',
      desired_plan: 'Желаемый план',
      decline_reason: 'Причина отклонения',
      decline_comment: 'Пояснение отклонения',
      suggested_inn: 'ИНН названного кредитора',
      limitation_asked_at: 'Спрошен о сроке давности',
    },
  },
};
