import {
  byAccount,
  byParent,
  byPerson,
  settlementPapers,
  type TablesOfModule,
} from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  settlements: {
    title: 'Урегулирование',
    holds: {
      free: 'feedback_text feedback_reason search disputed',
      code: 'number status debt turn plan_kind close_reason band tariff feedback_status penalty penalty_terms price_standing price_problem',
    },
    person: {
      title: 'Урегулирования',
      of: byPerson,
      // The least and the automatic shares of the creditor's conditions: nobody bargains with who knows them.
      hides: () => ['band'],
      fate: 'blank',
      instead: {
        search: 'plain_words(number)',
        // What was disputed is a fact of the agreement; why is in his own words.
        disputed: `(select coalesce(jsonb_agg(part || '{"reason": null}'), '[]') from jsonb_array_elements(disputed) part)`,
      },
    },
    words: {
      debt: 'Долг по частям',
      debt_total: 'Долг, коп.',
      debt_as_of: 'Долг на',
      turn: 'Чей ход',
      last_individual_amount: 'Последняя сумма заёмщика, коп.',
      last_creditor_amount: 'Последняя сумма кредитора, коп.',
      agreed_amount: 'Согласованная сумма, коп.',
      discount_amount: 'Скидка, коп.',
      discount_bps: 'Скидка, сотые доли процента',
      plan_kind: 'Вид плана',
      payments: 'Число платежей',
      first_due_date: 'Первый платёж',
      last_due_date: 'Последний платёж',
      policy_id: 'Условия кредитора',
      band: 'Ступень',
      last_offer_at: 'Последнее предложение',
      offer_judged_on: 'Предложение проверено на законность',
      tariff: 'Тариф',
      silence_warned: 'Предупреждено о молчании',
      paid_amount: 'Оплачено, коп.',
      fee_charged: 'Начислено вознаграждения, коп.',
      fee_vat_charged: 'Начислено НДС, коп.',
      closed_at: 'Закрыто',
      rating: 'Оценка',
      feedback_text: 'Отзыв',
      feedback_status: 'Состояние отзыва',
      feedback_reason: 'Причина решения об отзыве',
      feedback_at: 'Отзыв оставлен',
      rounds_before: 'Кругов до соглашения',
      consumer: 'Потребительский договор',
      penalty_terms: 'Условия неустойки',
      penalty_accrued: 'Начислено неустойки, коп.',
      penalty_paid: 'Оплачено неустойки, коп.',
      penalty_waived: 'Прощено неустойки, коп.',
      price_standing: 'Цена и закон',
      price_problem: 'Чем цена выше предела',
    },
  },
  notices: {
    title: 'Доставка уведомления',
    holds: { code: 'account_mark deed_mark' },
    person: {
      title: 'Доставка уведомлений',
      of: byParent('document_id', 'issued_documents'),
      fate: { keep: settlementPapers },
    },
    words: {
      about_due: 'О платеже со сроком',
      account_mark: 'О каком счёте (отметка)',
      deed_mark: 'О какой уступке (отметка)',
      decision_asked_at: 'Кредитора спросили о решении',
      delivered_at: 'Доставлено',
      returned_at: 'Письмо не принято',
      contact_id: 'Взаимодействие',
    },
  },
  termsOffers: {
    title: 'Предложение условий',
    holds: {
      free: 'comment reject_reason disputed',
      code: 'side plan rows told terms_hash status decision fee kind penalty',
    },
    person: {
      title: 'Предложения условий',
      of: byParent('settlement_id', 'settlements'),
      fate: { keep: settlementPapers },
    },
    words: {
      plan: 'План',
      rows: 'Строки',
      told: 'Сведения для документа',
      auto: 'Составлено само',
    },
  },
  agreements: {
    title: 'Соглашение',
    holds: { identity: 'snapshot', code: 'snapshot_sha256' },
    person: { title: 'Соглашения', of: byParent('settlement_id', 'settlements'), fate: { keep: settlementPapers } },
    words: {
      snapshot: 'Условия соглашения',
      snapshot_sha256: 'Отпечаток условий',
      names_email: 'Уведомления по почте',
      breach_by_rule: 'Расторгается по правилу',
    },
  },
  signatures: {
    title: 'Подпись',
    holds: { name: 'signatory', origin: 'ip user_agent', code: 'side method terms_hash' },
    person: {
      title: 'Подписи',
      of: byAccount,
      fate: { keep: 'Протокол подписания (63-ФЗ): пять лет после закрытия сделки' },
    },
  },
  textReadings: {
    title: 'Открытый текст',
    holds: { code: 'sha256' },
    person: {
      title: 'Тексты, открытые до подписи',
      of: byAccount,
      fate: { keep: 'Протокол подписания (63-ФЗ): пять лет после закрытия сделки' },
    },
  },
  scheduleItems: {
    title: 'Платёж по графику',
    holds: { code: 'status' },
    person: {
      title: 'Графики платежей',
      of: byParent('settlement_id', 'settlements'),
      fate: { keep: settlementPapers },
    },
    words: {
      planned_date: 'День по плану',
      due_date: 'Срок платежа',
      paid: 'Оплачено, коп.',
      added_on: 'Добавлено',
      replaced_on: 'Заменено',
    },
  },
};
