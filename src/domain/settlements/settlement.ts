import { type MoveOf, machine, type Side, type StatusOf, type Tone } from '../values/machine.ts';

/**
 * A settlement from the opening of the bargaining to its end (docs/specification.md §4: loan-like set A; docs/domain.md §7.3).
 * There is no status for signing: an offer is signed when made, the acceptance concludes. How it ended is `closeReason`.
 * What is said by two is recorded by one and moves when the other confirms: a payment outside, a new schedule, a reopening.
 */
export const settlementMachine = machine('settlement', {
  first: 'negotiation',
  states: {
    negotiation: { label: 'Торги', tone: 'info' },
    waiting_for_payment: { label: 'Ожидание оплаты', tone: 'warning' },
    paid: { label: 'Оплачено', tone: 'success' },
    closed: { label: 'Закрыто', tone: 'neutral' },
  },
  moves: {
    offer: {
      from: ['negotiation'],
      to: 'negotiation',
      by: ['individual', 'manager', 'head', 'system'],
      label: 'Предложить условия',
    },
    accept: {
      from: ['negotiation'],
      to: 'waiting_for_payment',
      by: ['individual', 'manager', 'head', 'system'],
      label: 'Принять условия',
    },
    rejectOffer: {
      from: ['negotiation'],
      to: 'negotiation',
      by: ['individual', 'manager', 'head'],
      label: 'Отклонить предложение',
    },
    withdrawOffer: {
      from: ['negotiation'],
      to: 'negotiation',
      by: ['individual', 'manager', 'head'],
      label: 'Отозвать предложение',
    },
    expireOffer: { from: ['negotiation'], to: 'negotiation', by: ['system'], label: 'Срок предложения истёк' },
    withdraw: {
      from: ['negotiation'],
      to: 'closed',
      by: ['individual', 'manager', 'head'],
      label: 'Прекратить торги',
    },
    expire: { from: ['negotiation'], to: 'closed', by: ['system'], label: 'Закрыть за отсутствием предложений' },
    payPart: {
      from: ['waiting_for_payment'],
      to: 'waiting_for_payment',
      by: ['partner', 'system'],
      label: 'Принять часть оплаты',
    },
    reschedule: {
      from: ['waiting_for_payment'],
      to: 'waiting_for_payment',
      by: ['individual', 'manager', 'head'],
      label: 'Изменить график',
    },
    shiftPayment: {
      from: ['waiting_for_payment'],
      to: 'waiting_for_payment',
      by: ['individual'],
      label: 'Перенести платёж',
    },
    payOff: { from: ['waiting_for_payment'], to: 'paid', by: ['partner', 'system'], label: 'Принять последнюю оплату' },
    payOutside: {
      from: ['waiting_for_payment'],
      to: 'paid',
      by: ['accountant', 'head', 'individual'],
      label: 'Отметить оплату вне платформы',
    },
    breach: { from: ['waiting_for_payment'], to: 'closed', by: ['system', 'head'], label: 'Расторгнуть за нарушение' },
    cancel: { from: ['negotiation', 'waiting_for_payment'], to: 'closed', by: ['system'], label: 'Прекратить' },
    reopen: {
      from: ['waiting_for_payment'],
      to: 'negotiation',
      by: ['individual', 'head'],
      label: 'Вернуться к торгам',
    },
    fulfil: { from: ['paid'], to: 'closed', by: ['accountant', 'head', 'system'], label: 'Подтвердить исполнение' },
    returnMoney: {
      from: ['waiting_for_payment', 'paid'],
      to: 'waiting_for_payment',
      by: ['partner', 'operator:accountant'],
      label: 'Вернуть оплату',
    },
  },
});

export type SettlementStatus = StatusOf<typeof settlementMachine>;
export type SettlementMove = MoveOf<typeof settlementMachine>;

/** How a settlement ended. */
export const CLOSE_REASONS = {
  fulfilled: 'Исполнено',
  paid_outside: 'Оплачено вне платформы',
  withdrawn: 'Отозвано стороной',
  expired: 'Истёк срок торгов',
  breached: 'Расторгнуто за нарушение',
  cancelled: 'Прекращено по обстоятельствам заёмщика',
  claim_withdrawn: 'Кредитор отозвал требование',
} as const;
export type CloseReason = keyof typeof CLOSE_REASONS;

/** Whether nothing is owed under an agreement that was neither kept nor broken: the law has ended the debt, or its creditor has withdrawn the claim. */
export const isCancelled = (reason: string | null): boolean => reason === 'cancelled' || reason === 'claim_withdrawn';

/** What stands on a tag. */
export interface Shown {
  readonly label: string;
  readonly tone: Tone;
}
const fulfilled: Shown = { label: 'Исполнено', tone: 'success' };
const unsigned: Shown = { label: 'Торги закончены', tone: 'neutral' };

/** What a closed settlement is called: one that was kept is not one that was ended. */
const ENDINGS: Readonly<Record<CloseReason, Shown>> = {
  fulfilled,
  paid_outside: fulfilled,
  withdrawn: unsigned,
  expired: unsigned,
  breached: { label: 'Расторгнуто', tone: 'danger' },
  cancelled: { label: 'Прекращено', tone: 'neutral' },
  claim_withdrawn: { label: 'Прекращено', tone: 'neutral' },
};

/** What stands still by an event of its debtor's life: nobody waits for an offer or a payment that is not asked for. */
const STOPPED: Readonly<Partial<Record<SettlementStatus, Shown>>> = {
  negotiation: { label: 'Торги остановлены', tone: 'warning' },
  waiting_for_payment: { label: 'Платежи остановлены', tone: 'warning' },
};

/** Money is waited for whose day has passed (docs/decisions/0202). */
const LATE: Shown = { label: 'Просрочка', tone: 'danger' };

/** What of a settlement under way its status does not say: an event of its debtor's life has stopped it, or a payment is late. */
export interface UnderWay {
  readonly standsStill?: boolean | undefined;
  readonly isLate?: boolean | undefined;
}

/**
 * The word and the tone of a settlement wherever it is shown: those of its status, of one that stands still or is late that it is so, and
 * of a closed one how it ended. What stands still is not late.
 */
export function settlementShown(
  status: SettlementStatus,
  closeReason: CloseReason | null,
  { standsStill = false, isLate = false }: UnderWay = {},
): Shown {
  if (status === 'closed' && closeReason !== null) return ENDINGS[closeReason];
  const stopped = standsStill ? STOPPED[status] : undefined;
  const late = isLate && status === 'waiting_for_payment' ? LATE : undefined;
  return stopped ?? late ?? { label: settlementMachine.label(status), tone: settlementMachine.tone(status) };
}

/**
 * Whose word a settlement waits for, in lists and on its card alike: one side's about what the other has proposed or asked for; either's
 * while nothing lies on the table; null when nobody is asked.
 */
export function awaitedSide(of: {
  status: SettlementStatus;
  turn: Side | null;
  hasOffer: boolean;
}): Side | 'either' | null {
  if (of.status === 'negotiation') return of.hasOffer ? of.turn : 'either';
  return of.status === 'waiting_for_payment' ? of.turn : null;
}

/** Days without an offer after which the bargaining is closed, and how many days before that both are warned. */
export const SILENCE_DAYS = 30;
export const SILENCE_WARNINGS = [7, 1] as const;

/** Working days to object before a paid settlement is closed. */
export const OBJECTION_WORKING_DAYS = 3;

/** Statuses a request takes over from its settlement, and the moves that take them over: never made by hand. */
export const FOLLOWING_MOVES = {
  followAccept: {
    from: ['negotiation'],
    to: 'waiting_for_payment',
    by: ['system'],
    label: 'Соглашение заключено',
  },
  followReopen: { from: ['waiting_for_payment'], to: 'negotiation', by: ['system'], label: 'Торги возобновлены' },
  followPayOff: { from: ['waiting_for_payment'], to: 'paid', by: ['system'], label: 'Оплата получена' },
  followReturn: { from: ['paid'], to: 'waiting_for_payment', by: ['system'], label: 'Оплата возвращена' },
  followClose: {
    from: ['negotiation', 'waiting_for_payment', 'paid'],
    to: 'closed',
    by: ['system'],
    label: 'Урегулирование закрыто',
  },
} as const;
export type FollowingMove = keyof typeof FOLLOWING_MOVES;

/** How the price of an agreement compares with the law of its day. */
export const PRICE_STANDINGS = {
  within: 'В пределах закона',
  above: 'Выше предела',
  unknown: 'Предел не проверить',
} as const;
export type PriceStanding = keyof typeof PRICE_STANDINGS;
