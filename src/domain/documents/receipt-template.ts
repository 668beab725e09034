import { type Day, formatMoscowTime } from '../values/days.ts';
import type { Kopecks } from '../values/money.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import { longDay } from './agreement-vocabulary.ts';
import type { DocumentTemplate, Vocabulary } from './document-template.ts';
import { SETTLEMENT_WORDS, type SettlementFacts } from './settlement-words.ts';

/** What the confirmation of a payment says (docs/domain.md §11): it is no fiscal receipt. Sums in kopecks. */
export type ReceiptFacts = SettlementFacts & {
  readonly number: string;
  readonly issuedAt: Date;
  readonly payer: string;
  readonly payment: string;
  readonly paidOn: Day;
  /** «СБП», «Вне платформы» … */
  readonly channel: string;
  /** Who runs the platform, and who has taken the money: name, ОГРН, ИНН, licence; absent in receipts by form 1. */
  readonly platformName?: string;
  readonly partnerName?: string;
  /** The partner's number; null of money that went past the platform. */
  readonly partnerId: string | null;
  readonly amount: Kopecks;
  /** What the payer has paid the platform on top. */
  readonly fee: Kopecks;
  readonly refunded: Kopecks;
};

/** What a receipt may say and what none may omit. */
export const RECEIPT_VOCABULARY: Vocabulary<ReceiptFacts, 'fee' | 'refund' | 'partner' | 'outside'> = {
  conditions: {
    fee: { label: 'плательщик оплатил вознаграждение', holds: ({ fee }) => fee > 0 },
    refund: { label: 'часть возвращена', holds: ({ refunded }) => refunded > 0 },
    partner: { label: 'через платёжного партнёра', holds: ({ partnerId }) => partnerId !== null },
    outside: { label: 'вне платформы', holds: ({ partnerId }) => partnerId === null },
  },
  placeholders: {
    number: { label: 'номер подтверждения', text: ({ number }) => number },
    issued_at: { label: 'дата и время выдачи', text: ({ issuedAt }) => formatMoscowTime(issuedAt) },
    payer: { label: 'плательщик', text: ({ payer }) => payer },
    ...SETTLEMENT_WORDS,
    payment_number: { label: 'номер платежа', text: ({ payment }) => payment },
    paid_on: { label: 'день зачисления', text: ({ paidOn }) => longDay(paidOn) },
    channel: { label: 'способ оплаты', text: ({ channel }) => channel },
    amount: { label: 'сумма', text: ({ amount }) => sumInWords(amount) },
    partner_name: {
      label: 'РНКО',
      needs: 'partner',
      text: ({ partnerName = 'небанковская кредитная организация — партнёр платформы' }) => partnerName,
    },
    platform_name: {
      label: 'компания-оператор',
      text: ({ platformName = 'оператор платформы' }) => platformName,
    },
    partner_id: { label: 'номер у партнёра', needs: 'partner', text: ({ partnerId }) => partnerId ?? '' },
    fee: { label: 'вознаграждение платформы', needs: 'fee', text: ({ fee }) => sumInWords(fee) },
    refunded: { label: 'возвращённая сумма', needs: 'refund', text: ({ refunded }) => sumInWords(refunded) },
  },
  required: [
    'number',
    'issued_at',
    'payer',
    ...Object.keys(SETTLEMENT_WORDS),
    'payment_number',
    'paid_on',
    'channel',
    'amount',
    'partner_name',
    'partner_id',
    'platform_name',
    'fee',
    'refunded',
  ],
};

/** The confirmation of a payment as the product proposes it. */
export const RECEIPT_TEMPLATE: DocumentTemplate = {
  kind: 'receipt',
  version: 2,
  title: 'Подтверждение оплаты № {{number}}',
  clauses: [
    {
      code: 'payment',
      heading: 'Платёж',
      paragraphs: [
        'Плательщик: {{payer}}. Получатель: {{creditor_name}}, ИНН {{creditor_inn}}.',
        'Оплачено {{amount}}. Способ: {{channel}}. День зачисления: {{paid_on}}. Номер платежа: {{payment_number}}.',
        'Назначение: по соглашению № {{agreement_number}} от {{agreement_date}}, договор № {{contract_number}} от {{contract_date}}.',
      ],
    },
    {
      code: 'partner',
      heading: 'Платёжный партнёр',
      when: 'partner',
      paragraphs: ['Деньги приняла {{partner_name}}. Номер операции: {{partner_id}}.'],
    },
    {
      code: 'outside',
      heading: 'Оплата вне платформы',
      when: 'outside',
      paragraphs: ['Деньги переданы без участия платформы. Оплату подтвердили обе стороны соглашения.'],
    },
    {
      code: 'fee',
      heading: 'Вознаграждение платформы',
      when: 'fee',
      paragraphs: ['Сверх суммы платежа уплачено вознаграждение платформы: {{fee}}.'],
    },
    {
      code: 'refund',
      heading: 'Возврат',
      when: 'refund',
      paragraphs: ['Из этого платежа возвращено плательщику {{refunded}}.'],
    },
    {
      code: 'issue',
      heading: 'Выдача',
      paragraphs: [
        'Выдано {{issued_at}} платформой «Уговор», оператор — {{platform_name}}. Этот документ не заменяет кассовый чек.',
      ],
    },
  ],
};
