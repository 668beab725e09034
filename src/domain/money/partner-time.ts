import type { Move } from '../values/machine.ts';

/**
 * The moves of money that the partner was asked to let go. What has failed may be told to have gone after all: money that went has gone.
 * @param done what the move is called by which it has gone
 */
export const movesAtPartner = (done: string) =>
  ({
    send: { from: ['created'], to: 'processing', by: ['partner', 'system'], label: 'Принять в обработку' },
    succeed: { from: ['created', 'processing', 'failed'], to: 'succeeded', by: ['partner', 'system'], label: done },
    fail: {
      from: ['created', 'processing'],
      to: 'failed',
      by: ['partner', 'system', 'administrator', 'operator:accountant'],
      label: 'Отказать',
    },
  }) as const satisfies Record<string, Move<string>>;

/** What the partner was asked to move, and whether he answers about it. */
interface AtPartner {
  readonly status: string;
  readonly partnerSilent: boolean;
  readonly createdAt: Date;
}

/** So many hours the partner has to move money or to refuse it, before people may end it by hand. */
const PARTNER_HAS_HOURS = 24;

/**
 * Whether people may end money under way as what has not gone (docs/decisions/0126): the partner does not answer about it, or has had his
 * time.
 */
export const isStuck = ({ status, partnerSilent, createdAt }: AtPartner, now: Date): boolean =>
  (status === 'created' || status === 'processing') &&
  (partnerSilent || now.getTime() - createdAt.getTime() >= PARTNER_HAS_HOURS * 3_600_000);
