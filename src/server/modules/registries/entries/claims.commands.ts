import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import type { claims } from '#contract/registries/claims.ts';
import type { Day } from '#domain/values/days.ts';
import { businessDay } from '#server/platform/state/business-day.ts';
import { type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { entryState } from '../stateful.ts';

/** Since when a claim is bargained about or agreed on, and since when nothing of it is owed. */
export interface Held {
  frozenAt: Date | null;
  settledAt: Date | null;
}

/** Nobody bargains about the claim, and nobody has paid it. */
export const isFree = ({ frozenAt, settledAt }: Held): boolean => frozenAt === null && settledAt === null;

/** @throws Refusal `entry.frozen`, `entry.settled` where it is not free */
export function demandFree({ frozenAt, settledAt }: Held): void {
  if (settledAt !== null) throw new Refusal('entry.settled');
  if (frozenAt !== null) throw new Refusal('entry.frozen');
}

/** Whether the debtor of the claim `e` has ever signed for it: an offer of his acknowledges the debt, whatever has become of it. */
export const hasSigned = sql<boolean>`exists (select from settlements t join signatures g on g.settlement_id = t.id
  where t.individual_id = e.individual_id and t.registry_entry_id = e.id and g.side = 'individual')`;

/**
 * The settlement about the claim `e`, open or fulfilled, with what is paid and what is left by its schedule in force: one that was ended
 * otherwise leaves the claim as its creditor states it (docs/decisions/0161).
 * @param day today
 */
export const claimSettlement = (day: Day) => sql<
  Answer<typeof claims.get>['settlement']
>`(select jsonb_build_object('id', s.id, 'status', s.status,
    'isSigned', s.signed_at is not null, 'paid', s.paid_amount, 'left', open.rest, 'nextDueDate', open.next, 'nextSum', open.sum,
    'overdueSum', open.overdue, 'owesPenalty', s.status = 'waiting_for_payment' and s.penalty_accrued > s.penalty_paid + s.penalty_waived,
    'feeByDebtor', coalesce(s.tariff ->> 'payer' = 'individual', false),
    'paidOn', (select max(p.value_date) from payments p where p.settlement_id = s.id and p.status in ('succeeded', 'partially_refunded')))
  from settlements s cross join lateral (select coalesce(sum(i.amount - i.paid), 0) as rest, min(i.due_date) as next,
        (array_agg(i.amount - i.paid order by i.due_date, i.no))[1] as sum,
        coalesce(sum(i.amount - i.paid) filter (where i.due_date < ${businessDay(day)}), 0) as overdue from schedule_items i
      where i.settlement_id = s.id and i.status in ('planned', 'due', 'overdue')) open
  where s.individual_id = e.individual_id and s.registry_entry_id = e.id
    and (s.status <> 'closed' or s.close_reason in ('fulfilled', 'paid_outside'))
  order by s.id desc limit 1)`;

/** Its debtor asks for a settlement of a claim that he has rejected: the debt is his, so the rejection is none any more. */
export async function takeRejectionBack(ctx: TransitionContext, entryId: number, status: string): Promise<void> {
  if (status !== 'rejected_by_individual') return;
  const set = { decisionAt: sql<Date>`now()`, rejectReason: null, rejectComment: null, answerBy: null };
  await transition(ctx, entryState.full(entryId), 'accept', { set });
}
