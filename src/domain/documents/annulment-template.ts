import type { Day } from '../values/days.ts';
import type { Side } from '../values/machine.ts';
import type { Kopecks } from '../values/money.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import { longDay } from './agreement-vocabulary.ts';
import { CHANGE_PARTIES, CHANGE_SIGNING, CHANGE_WORDS, type ChangeFacts, type ChangeTerms } from './change-words.ts';
import type { DocumentTemplate, Vocabulary } from './document-template.ts';
import { SETTLEMENT_WORDS, wordsOf } from './settlement-words.ts';

/** What says that an agreement is given up by both and the bargaining goes on. */
type AnnulmentFacts = ChangeFacts & {
  readonly reason: string;
  /** Whose words the reason is; what was proposed before that was kept names nobody. */
  readonly by?: Side;
  readonly debtTotal: Kopecks;
  readonly debtAsOf: Day;
};

export type AnnulmentTerms = ChangeTerms<AnnulmentFacts>;

/** What the paper of an annulment may say and what none may omit. */
export const ANNULMENT_VOCABULARY: Vocabulary<AnnulmentFacts> = {
  conditions: {},
  placeholders: {
    ...CHANGE_WORDS,
    reason: { label: 'причина', text: ({ reason, by }) => wordsOf(by, reason) },
    debt_total: { label: 'долг', text: ({ debtTotal }) => sumInWords(debtTotal) },
    debt_as_of: { label: 'дата расчёта долга', text: ({ debtAsOf }) => longDay(debtAsOf) },
  },
  required: [
    'number',
    'concluded_on',
    ...Object.keys(SETTLEMENT_WORDS),
    'debtor_name',
    'reason',
    'debt_total',
    'signatures',
  ],
};

/** The paper that annuls an agreement before anything was paid. */
export const ANNULMENT_TEMPLATE: DocumentTemplate = {
  kind: 'annulment',
  version: 3,
  title: 'Соглашение об отмене № {{number}}',
  clauses: [
    CHANGE_PARTIES,
    {
      code: 'annulment',
      heading: 'Отмена Соглашения',
      paragraphs: [
        'На {{concluded_on}} по Соглашению ничего не уплачено. Стороны отменяют его полностью и возобновляют торги о задолженности. Причина: {{reason}}.',
        'Задолженность на {{debt_as_of}} составляет {{debt_total}}, как до Соглашения. Скидка и график, о которых Стороны договорились, больше не действуют.',
        'Пока идут возобновлённые торги, задолженность остаётся в этом размере. Подписывая этот документ, Должник её не признаёт.',
      ],
    },
    CHANGE_SIGNING,
  ],
};
