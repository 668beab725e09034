import { addDays, type Day, weekday } from '../values/days.ts';
import { machine, type StatusOf } from '../values/machine.ts';
import { type Kopecks, kopecks } from '../values/money.ts';
import { movesAtPartner } from './partner-time.ts';

/**
 * A creditor's money on its way from the partner's account to his own (docs/decisions/0165, docs/domain.md §9 E5). Above a bound two persons
 * decide it. What has failed may be told to have gone after all, and what has gone may come back from his bank.
 */
export const payoutMachine = machine('payout', {
  first: ['waiting', 'created'],
  states: {
    waiting: { label: 'Ждёт решения', tone: 'warning' },
    created: { label: 'Передаётся партнёру', tone: 'info' },
    processing: { label: 'В обработке', tone: 'info' },
    succeeded: { label: 'Выплачена', tone: 'success' },
    failed: { label: 'Не прошла', tone: 'danger' },
    returned: { label: 'Вернулась', tone: 'danger' },
    cancelled: { label: 'Отменена', tone: 'neutral' },
  },
  moves: {
    order: { from: ['waiting'], to: 'created', by: ['administrator', 'operator:accountant'], label: 'Выплатить' },
    cancel: { from: ['waiting'], to: 'cancelled', by: ['administrator', 'operator:accountant'], label: 'Отменить' },
    ...movesAtPartner('Выплатить'),
    return: { from: ['succeeded'], to: 'returned', by: ['partner', 'system'], label: 'Вернуть' },
  },
});
export type PayoutStatus = StatusOf<typeof payoutMachine>;

/** Whose money is not free while a payout is in one of these. */
export const PAYOUT_UNDER_WAY = ['waiting', 'created', 'processing'] as const satisfies readonly PayoutStatus[];

/** On which days a creditor is paid out. */
export const PAYOUT_EVERY = { day: 'Каждый день', week: 'По понедельникам', month: 'Первого числа' } as const;
export type PayoutEvery = keyof typeof PAYOUT_EVERY;

/** When and from which sum a creditor is paid out. */
export interface PayoutRule {
  readonly every: PayoutEvery;
  /** Less than this waits; kopecks. */
  readonly least: Kopecks;
}

/** Whoever has set nothing is paid out each day, from 1 000 ₽ on. */
export const DEFAULT_PAYOUT_RULE: PayoutRule = { every: 'day', least: kopecks(100_000) };

/** The least and the most that a creditor may name as the sum from which he is paid out; kopecks. */
export const PAYOUT_LEAST_RANGE = { min: kopecks(100), max: kopecks(100_000_000) } as const;

/** The last day of payouts up to a day, itself included. */
export const lastPayoutDay = (every: PayoutEvery, day: Day): Day =>
  isPayoutDay(every, day) ? day : lastPayoutDay(every, addDays(day, -1));

/** Whether creditors with this rule are paid out on a day. */
export function isPayoutDay(every: PayoutEvery, day: Day): boolean {
  if (every === 'week') return weekday(day) === 1;
  return every === 'day' || day.endsWith('-01');
}

/** Why a creditor is not paid out, in the order in which it is looked at. */
export const PAYOUT_OBSTACLES = {
  not_verified: 'Компания не верифицирована или заблокирована',
  no_details: 'Нет подтверждённых основных реквизитов',
  refused_details:
    'По этим реквизитам выплата не прошла или вернулась: замените их или попросите бухгалтера платформы повторить',
  fresh_details: 'Счёт подтверждён меньше суток назад: выплаты на него начнутся позже, первую проверят двое',
  under_way: 'Предыдущая выплата ещё не закончена',
  too_little: 'Меньше наименьшей суммы выплаты',
  no_partner: 'Платёжный партнёр не подключён',
  fee_not_booked: 'Вознаграждение за платёж ещё не учтено: от компании ничего не нужно, выплатит бухгалтер платформы',
  not_reconciled: 'Сверка с выпиской партнёра не закончена',
} as const;
export type PayoutObstacle = keyof typeof PAYOUT_OBSTACLES;

/** What is known of a creditor when he might be paid out. */
export interface PayoutFacts {
  readonly isVerified: boolean;
  readonly hasDetails: boolean;
  /** Whether the last payout to these very details has failed or come back. */
  readonly areDetailsRefused: boolean;
  /** Whether the account was confirmed lately, and no two persons have agreed to pay there yet. */
  readonly areDetailsFresh: boolean;
  readonly isUnderWay: boolean;
  /** Whether there is a partner to pay through. */
  readonly hasPartner: boolean;
  /** Whether the fee of each payment is booked of which the money is still here. */
  readonly areFeesBooked: boolean;
  /** Whether the partner's statement has come, and nobody has to look at what it and our books do not agree about. */
  readonly isReconciled: boolean;
  /** What he is owed and nothing else is going to take; kopecks. */
  readonly free: number;
}

/**
 * What stands in the way of paying all that is free; null when nothing does. By hand a person has looked at the details anew, and may
 * pay any sum.
 */
export function payoutObstacle(facts: PayoutFacts, least: Kopecks, byHand = false): PayoutObstacle | null {
  if (!facts.isVerified) return 'not_verified';
  if (!facts.hasDetails) return 'no_details';
  if (facts.areDetailsRefused && !byHand) return 'refused_details';
  if (facts.areDetailsFresh && !byHand) return 'fresh_details';
  if (facts.isUnderWay) return 'under_way';
  if (facts.free < (byHand ? 1 : least)) return 'too_little';
  if (!facts.hasPartner) return 'no_partner';
  if (byHand) return null;
  if (!facts.areFeesBooked) return 'fee_not_booked';
  return facts.isReconciled ? null : 'not_reconciled';
}
