import { type MoveOf, machine, type StatusOf } from '../values/machine.ts';

/**
 * A payment through the partner, or one past the platform that one side states and the other confirms (docs/domain.md §7.3,
 * §7.7). The partner's answers come in any order and twice: `succeed` is legal
 * before `send` was heard of, after our own cancelling by time and after a failure, because money that came has come.
 */
export const paymentMachine = machine('payment', {
  first: 'created',
  states: {
    created: { label: 'Создан', tone: 'neutral' },
    processing: { label: 'В обработке', tone: 'info' },
    succeeded: { label: 'Зачислен', tone: 'success' },
    failed: { label: 'Не прошёл', tone: 'danger' },
    cancelled: { label: 'Отменён', tone: 'neutral' },
    partially_refunded: { label: 'Возвращён частично', tone: 'warning' },
    refunded: { label: 'Возвращён', tone: 'warning' },
  },
  moves: {
    send: { from: ['created'], to: 'processing', by: ['system', 'partner'], label: 'Передать в обработку' },
    succeed: {
      from: ['created', 'processing', 'cancelled', 'failed'],
      to: 'succeeded',
      by: ['partner', 'system', 'individual', 'head', 'accountant'],
      label: 'Зачислить',
    },
    fail: {
      from: ['created', 'processing'],
      to: 'failed',
      by: ['partner', 'system', 'individual', 'head', 'accountant'],
      label: 'Отклонить',
    },
    cancel: {
      from: ['created'],
      to: 'cancelled',
      by: ['individual', 'system', 'head', 'accountant'],
      label: 'Отменить',
    },
    refundPart: {
      from: ['succeeded', 'partially_refunded'],
      to: 'partially_refunded',
      by: ['operator:accountant', 'partner'],
      label: 'Вернуть часть',
    },
    refund: {
      from: ['succeeded', 'partially_refunded'],
      to: 'refunded',
      by: ['operator:accountant', 'partner'],
      label: 'Вернуть',
    },
  },
});

export type PaymentStatus = StatusOf<typeof paymentMachine>;

/** Statuses of payments whose money has come, whatever has gone back of it since: of others nothing is divided or returned. */
const CAME: readonly PaymentStatus[] = ['succeeded', 'partially_refunded', 'refunded'];

/** Whether the money of a payment has come. */
export const hasCome = (status: PaymentStatus): boolean => CAME.includes(status);
export type PaymentMove = MoveOf<typeof paymentMachine>;

/** A payment that nobody has begun is cancelled after so many minutes. */
export const CANCEL_AFTER_MINUTES = 30;

/** By which way money comes. */
export const PAYMENT_CHANNELS = {
  sbp: 'СБП',
  card: 'Карта',
  bank_transfer: 'Банковский перевод',
  outside: 'Вне платформы',
} as const;
export type PaymentChannel = keyof typeof PAYMENT_CHANNELS;

/** By which people pay here. Other money comes past us or by itself: a fee that the debtor bears is not taken on top of it. */
export const PAID_HERE = ['sbp', 'card'] as const satisfies readonly PaymentChannel[];

/** Whether the partner can give such money back: of what has come past him, or by a transfer that he has not asked for, he knows no payer. */
export const isReturnable = (channel: PaymentChannel): boolean => PAID_HERE.some((one) => one === channel);
