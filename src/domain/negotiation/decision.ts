import type { Plan } from '../settlements/plan.ts';

/** One rule as it was applied. `text` is for both parties: it never names the shares that the creditor keeps to himself. */
export type Step = { readonly rule: Rule; readonly holds: boolean; readonly text: string };
export type Rule =
  | 'schedule'
  | 'sum'
  | 'first_day'
  | 'plan_days'
  | 'payments'
  | 'least_payment'
  | 'down_payment'
  | 'not_too_low'
  | 'minimum'
  | 'penalty'
  | 'shift'
  | 'approval'
  | 'at_once';

/** Every kind of decision. */
export const DECISIONS = [
  'accept',
  'reject',
  'counter',
  'needs_approval',
  'by_hand',
] as const satisfies readonly Decision['kind'][];

/**
 * What the creditor's conditions say of an offer: agreed at once, refused at once, answered with other terms, left to a
 * person, or to the head's approval.
 */
export type Decision =
  | { readonly kind: 'accept' | 'reject' | 'by_hand' | 'needs_approval'; readonly trace: readonly Step[] }
  | { readonly kind: 'counter'; readonly plan: Plan; readonly trace: readonly Step[] };

/** What is stored of the decision about an offer: an answer with other terms is an offer of its own. */
export type StoredDecision = { readonly kind: Decision['kind']; readonly steps: readonly Step[] };
