import { sql } from 'kysely';
import { type RnkoIdentityMove } from '#domain/parties/rnko.ts';
import { type TransitionContext, type TransitionOptions, transition } from '#server/platform/state/transition.ts';
import { rnkoIdentityState } from './stateful.ts';

/** Where the sealed data of a question are, and the sealed questionnaire. */
export const dataContext = 'rnko_identities.data';
export const formContext = 'rnko_forms.form';

/** Makes a move of an identification. @throws Refusal as `transition` does */
export const moveIdentity = (
  ctx: TransitionContext,
  id: number,
  move: RnkoIdentityMove,
  step: TransitionOptions<'rnkoIdentities'>,
): Promise<void> => transition(ctx, rnkoIdentityState(id), move, step);

/** A question that goes to the partner now, under a key of its own; nothing of an earlier one holds any more. */
export const newQuestion = (now: Date) => ({
  partnerKey: sql<string>`gen_random_uuid()`,
  partnerId: null,
  sentAt: now,
  answeredAt: null,
  askedAt: null,
  partnerSilent: false,
});
