import type { Day } from '../values/days.ts';
import { type MoveOf, machine, type StatusOf } from '../values/machine.ts';

/** The questionnaire of a company for the credit organisation: filled, reviewed by an operator, sent (docs/domain.md §7.7). */
export const rnkoFormMachine = machine('rnko-form', {
  first: 'draft',
  states: {
    draft: { label: 'Заполняется', tone: 'neutral' },
    review: { label: 'Проверяет оператор', tone: 'warning' },
    rejected: { label: 'Возвращена с замечаниями', tone: 'danger' },
    approved: { label: 'Проверена', tone: 'info' },
    sent: { label: 'Рассматривает РНКО', tone: 'warning' },
    accepted: { label: 'Принята РНКО', tone: 'success' },
    declined: { label: 'Отклонена РНКО', tone: 'danger' },
  },
  moves: {
    startReview: {
      from: ['draft'],
      to: 'review',
      by: ['operator:verifier', 'administrator'],
      label: 'Взять на проверку',
    },
    reject: { from: ['review'], to: 'rejected', by: ['operator:verifier', 'administrator'], label: 'Вернуть' },
    approve: { from: ['review'], to: 'approved', by: ['operator:verifier', 'administrator'], label: 'Одобрить' },
    correct: { from: ['rejected', 'declined'], to: 'draft', by: ['head'], label: 'Исправить' },
    send: { from: ['approved'], to: 'sent', by: ['operator:manager', 'administrator'], label: 'Отправить в РНКО' },
    accept: { from: ['sent'], to: 'accepted', by: ['partner'], label: 'Принять' },
    decline: { from: ['sent'], to: 'declined', by: ['partner'], label: 'Отклонить' },
  },
});
export type RnkoFormStatus = StatusOf<typeof rnkoFormMachine>;
export type RnkoFormMove = MoveOf<typeof rnkoFormMachine>;

/** Where the money of a company comes from. */
export const FUNDS_SOURCES = {
  revenue: 'Выручка',
  loans: 'Заёмные средства',
  founders: 'Вклады учредителей',
  other: 'Иное',
} as const;
type FundsSource = keyof typeof FUNDS_SOURCES;

/** A person who owns a part of the company (a beneficiary, 115-ФЗ). */
interface RnkoOwner {
  readonly name: string;
  readonly birthDate: Day;
  /** Basis points of the whole. */
  readonly shareBps: number;
  /** Whether he holds a public office. */
  readonly isPublic: boolean;
}

/** What the questionnaire asks; null is not said yet. */
export interface Questionnaire {
  readonly activity: string | null;
  readonly purpose: string | null;
  /** Kopecks of an expected month. */
  readonly monthlyTurnover: number | null;
  readonly fundsSource: FundsSource | null;
  readonly contactName: string | null;
  readonly contactPhone: string | null;
  readonly owners: readonly RnkoOwner[];
}

export const emptyQuestionnaire: Questionnaire = {
  activity: null,
  purpose: null,
  monthlyTurnover: null,
  fundsSource: null,
  contactName: null,
  contactPhone: null,
  owners: [],
};

const empty = 'Поле должно быть заполнено';
const wholeBps = 10_000;

/** What is still missing of a questionnaire or wrong in it, one message at a field; nothing when it may be reviewed. */
export function checkQuestionnaire(form: Questionnaire): Partial<Record<keyof Questionnaire, string>> {
  const { owners, ...plain } = form;
  const missing = Object.entries(plain).filter(([, value]) => value === null || value === '');
  const fields: Partial<Record<keyof Questionnaire, string>> = Object.fromEntries(
    missing.map(([name]) => [name, empty]),
  );
  const shares = owners.reduce((sum, { shareBps }) => sum + shareBps, 0);
  if (owners.length === 0) fields.owners = 'Назовите хотя бы одного владельца';
  else if (shares > wholeBps) fields.owners = 'Доли вместе больше 100 %';
  return fields;
}
