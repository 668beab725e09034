// What both papers that change an agreement say: whose it is, the two sides, and the signing.
import { type Day, formatDay } from '../values/days.ts';
import type { SignatureFacts } from './agreement-facts.ts';
import { longDay, signatureBlock } from './agreement-vocabulary.ts';
import { PLATFORM_NAME, SETTLEMENT_WORDS, type SettlementFacts } from './settlement-words.ts';

/** Whose agreement it is and who has signed, in every paper that changes one. */
export type ChangeFacts = SettlementFacts & {
  /** Of the paper itself: «У-2026-000004/1». */
  readonly number: string;
  /** The day on which it was drawn up; in papers of forms that nobody could read before signing, of the second signature. */
  readonly concludedOn: Day;
  readonly debtor: { readonly fullName: string; readonly birthDate: Day | null };
  readonly signatures: readonly SignatureFacts[];
};

/** What a paper that changes an agreement says beside the two sides, as it was on the day when it was proposed. */
export type ChangeTerms<Facts> = Omit<Facts, Exclude<keyof ChangeFacts, 'concludedOn'>>;

/** The words of both papers, without those that only one of them has. */
export const CHANGE_WORDS = {
  number: { label: 'номер документа', text: ({ number }: ChangeFacts) => number },
  concluded_on: { label: 'день составления', text: ({ concludedOn }: ChangeFacts) => longDay(concludedOn) },
  ...SETTLEMENT_WORDS,
  debtor_name: { label: 'ФИО должника', text: ({ debtor }: ChangeFacts) => debtor.fullName },
  debtor_birth_date: {
    label: 'дата рождения должника',
    text: ({ debtor }: ChangeFacts) => (debtor.birthDate === null ? 'не указана' : formatDay(debtor.birthDate)),
  },
  platform_name: PLATFORM_NAME,
  signatures: { label: 'подписи', blocks: ({ signatures }: ChangeFacts) => signatures.map(signatureBlock) },
} as const;

/** The clause that names the agreement and the two sides. */
export const CHANGE_PARTIES = {
  code: 'parties',
  heading: 'Стороны',
  paragraphs: [
    'Документ составлен {{concluded_on}} в электронной форме к соглашению о погашении задолженности № {{agreement_number}} от {{agreement_date}} (далее — Соглашение) по договору № {{contract_number}} от {{contract_date}}.',
    'Кредитор: {{creditor_name}}, ИНН {{creditor_inn}}. Должник: {{debtor_name}}, дата рождения {{debtor_birth_date}}.',
  ],
};

/** The clause that says how both have signed. */
export const CHANGE_SIGNING = {
  code: 'signing',
  heading: 'Подписание',
  paragraphs: [
    'Документ подписан простыми электронными подписями по Правилам простой электронной подписи платформы «Уговор» (оператор — {{platform_name}}), с которыми согласились обе стороны (часть 2 статьи 6 Федерального закона «Об электронной подписи»), и равнозначен документу на бумаге. Обе стороны могли прочитать его до подписи; открывал ли его на платформе подписавший и когда, сказано в протоколе подписания. Датой документа считается день, когда его подписала вторая сторона; с этого момента он действует.',
    '{{signatures}}',
  ],
};

/** The first forms that both read before they sign; a proposal by an older one is withdrawn (docs/decisions/0095). */
export const OLDEST_OPEN_CHANGE = { addendum: 4, annulment: 2 } as const;
