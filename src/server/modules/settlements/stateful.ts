import { feedbackMachine } from '#domain/settlements/feedback.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { stateful } from '#server/platform/state/transition.ts';

/** A settlement, as it is moved. */
export const settlementState = stateful(settlementMachine, { table: 'settlements', column: 'status' });

/** What its debtor says of it, as that is moved. */
export const feedbackState = stateful(feedbackMachine, { table: 'settlements', column: 'feedbackStatus' });
