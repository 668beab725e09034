import type { PlanKind } from '../settlements/plan.ts';
import {
  type CloseReason,
  FOLLOWING_MOVES,
  isCancelled,
  type Shown,
  settlementShown,
  type UnderWay,
} from '../settlements/settlement.ts';
import type { Day } from '../values/days.ts';
import { type MoveOf, machine, type Side, type StatusOf } from '../values/machine.ts';

/** How the debtor would like to pay; the terms themselves are bargained about later. */
export type DesiredPlan = {
  readonly kind: PlanKind;
  /** Beside what is paid at first. */
  readonly payments: number;
  /** What is paid at first, in kopecks; plans of before told none. */
  readonly downPayment?: number | undefined;
  readonly firstDate: Day;
};

/**
 * A loan request, the application of a debtor, or the case that a creditor's registry opens (docs/specification.md §4;
 * docs/domain.md §7.2). The two read one table of cases; labels are chosen by who started. From the bargaining on the status
 * follows the settlement. Archived is a mark, not a status. The head may do what the manager may, for he may be alone.
 */
export const requestMachine = machine('request', {
  first: ['waiting', 'search', 'pending'],
  states: {
    waiting: { label: { individual: 'В ожидании' }, tone: 'neutral' },
    search: { label: { individual: 'Поиск кредитора', creditor: 'Поиск заёмщика' }, tone: 'neutral' },
    pending: { label: 'На согласовании', tone: 'warning' },
    negotiation: { label: 'Торги', tone: 'info' },
    waiting_for_payment: { label: 'Ожидание оплаты', tone: 'warning' },
    paid: { label: 'Оплачена', tone: 'success' },
    closed: { label: 'Закрыта', tone: 'neutral' },
  },
  moves: {
    complete: { from: ['waiting'], to: 'search', by: ['system'], label: 'Начать поиск' },
    match: { from: ['search'], to: 'pending', by: ['system', 'individual'], label: 'Передать кредитору' },
    invite: {
      from: ['search'],
      to: 'search',
      by: ['operator:manager', 'administrator'],
      label: 'Пригласить кредитора',
    },
    confirm: { from: ['pending'], to: 'negotiation', by: ['manager', 'head'], label: 'Начать торги' },
    decline: { from: ['pending'], to: 'search', by: ['manager', 'head'], label: 'Отклонить' },
    timeOut: { from: ['pending'], to: 'search', by: ['system'], label: 'Срок ответа кредитора истёк' },
    withdraw: {
      from: ['waiting', 'search', 'pending'],
      to: 'closed',
      by: ['individual', 'operator:manager'],
      label: 'Отозвать',
    },
    ...FOLLOWING_MOVES,
    searchAgain: { from: ['negotiation'], to: 'search', by: ['system'], label: 'Искать снова после торгов' },
  },
});

export type RequestStatus = StatusOf<typeof requestMachine>;
export type RequestMove = MoveOf<typeof requestMachine>;

interface RequestState extends UnderWay {
  readonly status: RequestStatus;
  readonly closeReason: CloseReason | null;
  readonly startedBy: Side;
}

/**
 * The word and the tone of a request wherever it is shown: those of its status, and of one whose agreement has ended how that ended, or
 * stands still or is late, in the words of the settlement.
 */
export function requestShown({ status, closeReason, startedBy, standsStill, isLate }: RequestState): Shown {
  if ((standsStill || isLate) && (status === 'negotiation' || status === 'waiting_for_payment'))
    return settlementShown(status, null, { standsStill, isLate });
  const isSettled =
    closeReason === 'fulfilled' ||
    closeReason === 'paid_outside' ||
    closeReason === 'breached' ||
    isCancelled(closeReason);
  return status === 'closed' && isSettled
    ? settlementShown('closed', closeReason)
    : { label: requestMachine.label(status, startedBy), tone: requestMachine.tone(status) };
}

/** Statuses in which an operator may put a request away and bring it back (docs/domain.md §7.2). */
export const ARCHIVABLE: readonly RequestStatus[] = ['closed', 'waiting', 'search'];

/** Why a creditor declines a request. */
export const DECLINE_REASONS = {
  not_our_debtor: 'Чужой долг',
  paid: 'Долг погашен',
  ceded: 'Уступлен другому кредитору',
} as const;
export type DeclineReason = keyof typeof DECLINE_REASONS;
