import { SHIFT_DAYS, shiftEveryWords } from '../../settlements/payment-shift.ts';
import { type Day, formatDay } from '../../values/days.ts';
import type { Kopecks } from '../../values/money.ts';
import { sumInWords } from '../../values/text/sum-in-words.ts';
import { longDay } from '../agreement-vocabulary.ts';
import { CHANGE_WORDS, type ChangeFacts, type ChangeTerms } from '../change-words.ts';
import type { DocumentTemplate, Vocabulary } from '../document-template.ts';
import { SETTLEMENT_WORDS } from '../settlement-words.ts';

/** What the debtor's notice says: which payment goes from which day to which, and once in how many one does. */
type ShiftNoticeFacts = ChangeFacts & {
  readonly no: number;
  /** What of it is open; kopecks. */
  readonly open: Kopecks;
  readonly from: Day;
  readonly to: Day;
  readonly every: number;
};

export type ShiftNoticeTerms = ChangeTerms<ShiftNoticeFacts>;

/** What a notice of a shifted payment may say and what none may omit. */
export const SHIFT_NOTICE_VOCABULARY: Vocabulary<ShiftNoticeFacts> = {
  conditions: {},
  placeholders: {
    ...CHANGE_WORDS,
    payment_no: { label: 'номер платежа', text: ({ no }) => String(no) },
    payment_sum: { label: 'сколько по нему к уплате', text: ({ open }) => sumInWords(open) },
    former_day: { label: 'прежний срок', text: ({ from }) => formatDay(from) },
    new_day: { label: 'новый срок', text: ({ to }) => longDay(to) },
    shift_every: { label: 'один перенос на сколько платежей', text: ({ every }) => shiftEveryWords(every) },
  },
  required: [
    'number',
    'concluded_on',
    ...Object.keys(SETTLEMENT_WORDS),
    'debtor_name',
    'payment_no',
    'payment_sum',
    'former_day',
    'new_day',
    'shift_every',
    'signatures',
  ],
};

/** The notice by which a debtor shifts one payment, as his agreement lets him (docs/decisions/0181). */
export const SHIFT_NOTICE_TEMPLATE: DocumentTemplate = {
  kind: 'shift_notice',
  version: 1,
  title: 'Уведомление о переносе платежа № {{number}}',
  clauses: [
    {
      code: 'sides',
      heading: 'Кто и кому',
      paragraphs: [
        'Должник: {{debtor_name}}, дата рождения {{debtor_birth_date}}. Кредитор: {{creditor_name}}, ИНН {{creditor_inn}}.',
        'Уведомление составлено {{concluded_on}} по соглашению о погашении задолженности № {{agreement_number}} от {{agreement_date}} (далее — Соглашение) по договору № {{contract_number}} от {{contract_date}}.',
      ],
    },
    {
      code: 'shift',
      heading: 'Перенос',
      paragraphs: [
        `По пункту Соглашения «Перенос одного платежа» Должник переносит платёж № {{payment_no}} на ${SHIFT_DAYS} календарных дней. К уплате по нему {{payment_sum}}, прежний срок {{former_day}}. Новый срок: {{new_day}}.`,
        'Сумма платежа и сроки других платежей не меняются. За дни переноса проценты и неустойка не начисляются.',
        'Право использовано: оно даётся один раз в {{shift_every}} графика. Согласия Кредитора не нужно, он дал его в Соглашении.',
      ],
    },
    {
      code: 'signing',
      heading: 'Подписание',
      paragraphs: [
        'Уведомление подписано простой электронной подписью Должника по Правилам простой электронной подписи платформы «Уговор» (оператор — {{platform_name}}), с которыми согласились обе стороны. Оно действует с момента подписи и тогда же появилось в личном кабинете Кредитора.',
        '{{signatures}}',
      ],
    },
  ],
};
