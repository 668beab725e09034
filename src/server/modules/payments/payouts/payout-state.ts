import { payoutMachine } from '#domain/money/payout.ts';
import { stateful } from '#server/platform/state/transition.ts';

/** A payout, as it is moved. */
export const payoutState = stateful(payoutMachine, { table: 'payouts', column: 'status' });
