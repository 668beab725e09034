import { byParent, byPerson, moneyRecords, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  payments: {
    title: 'Платёж',
    holds: { free: 'comment', code: 'number channel status partner_id pay_url fail_reason stated_by reconciled_line' },
    person: { title: 'Платежи', of: byPerson, fate: 'blank' },
    words: {
      payer_account_id: 'Плательщик',
      pay_url: 'Страница оплаты',
      refunded_amount: 'Возвращено, коп.',
      stated_by: 'Кто сообщил',
    },
  },
  paymentAllocations: {
    title: 'Зачёт платежа',
    holds: {},
    person: { of: byParent('payment_id', 'payments'), fate: { keep: moneyRecords } },
  },
  refunds: {
    title: 'Возврат',
    holds: { free: 'reason fail_reason', code: 'status partner_id reconciled_line' },
    person: { title: 'Возвраты', of: byParent('payment_id', 'payments'), fate: 'blank' },
    words: {
      returned: 'Возвращено',
      expensed_on: 'Списано в расходы',
    },
  },
  refundAllocations: {
    title: 'Зачёт возврата',
    holds: {},
  },
  payoutRules: {
    title: 'Порядок выплат',
    holds: { code: 'every' },
    words: { every: 'Когда выплачивать', least: 'С какой суммы, коп.' },
  },
  payouts: {
    title: 'Выплата кредитору',
    holds: { free: 'fail_reason', code: 'number bank_name account status partner_id reconciled_line' },
    words: {
      payment_detail_id: 'Реквизиты',
      detail_version: 'Версия реквизитов',
      bank_name: 'Банк',
      account: 'Счёт',
      made_by: 'Кто выплатил вручную',
      sent_at: 'Передана партнёру',
      contradicted_at: 'Противоречие замечено',
      account_refused: 'Счёт не принял деньги',
      expensed_on: 'Списано в расходы',
    },
  },
  payoutReturns: {
    title: 'Возвращённая выплата',
    holds: { code: 'reconciled_line' },
    words: { returned_at: 'Вернулась' },
  },
  autopayments: {
    title: 'Автоплатёж',
    holds: { account: 'mask', free: 'reason', code: 'channel status partner_id bind_url' },
    person: { title: 'Автоплатежи', of: byPerson, fate: 'blank' },
    words: {
      bind_url: 'Страница привязки',
      mask: 'Что привязано',
      bound_at: 'Включён',
      released_at: 'Привязка снята',
      absent_at: 'Партнёр не знает о привязке',
    },
  },
  autopaymentAttempts: {
    title: 'Попытка автоплатежа',
    holds: { free: 'reason', code: 'status' },
    person: { title: 'Попытки автоплатежей', of: byParent('autopayment_id', 'autopayments'), fate: 'blank' },
    words: {
      autopayment_id: 'Автоплатёж',
      due_date: 'Срок платежа',
      attempt: 'Какая по счёту',
      announced_at: 'Предупреждён',
      announced_amount: 'О какой сумме, коп.',
      is_last: 'Последняя попытка',
      doubted_at: 'Сказано, что не подтвердилось',
      hanging_told_at: 'Сказано операторам, что не закончено',
    },
  },
  refundRequests: {
    title: 'Просьба о возврате',
    holds: { free: 'reason answer', code: 'status' },
    person: { title: 'Просьбы о возврате', of: byParent('payment_id', 'payments'), fate: 'blank' },
    words: {
      answer: 'Ответ',
    },
  },
};
