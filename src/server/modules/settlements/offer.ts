import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements.ts';
import { formatDay, moscowDay } from '#domain/days.ts';
import type { Side } from '#domain/machine.ts';
import { formatMoney } from '#domain/money.ts';
import { offerExpiresAt, offerProblems, otherSide, turnAfter } from '#domain/negotiation.ts';
import type { Plan } from '#domain/plan.ts';
import type { ScheduleRow } from '#domain/schedule.ts';
import { plural } from '#domain/words.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { hashOf } from '#server/platform/hash.ts';
import { bargainingOf, demandMove, endOffer, lockTable, moveTable, offerTtlDays, type Table } from './bargain.ts';
import { readPlan } from './plan-form.ts';
import { demandCode, sign } from './signing.ts';
import { tellParty } from './tell.ts';

type Writing = Ctx<Actor, Tx>;
type Form = Input<typeof settlements.offerByDebtor>['body'];

/**
 * Makes an offer: a new round, signed by its author, with its schedule computed and frozen. The one before it is replaced
 * (domain rules, §7.3).
 * @throws Refusal `move.illegal`, `input.invalid`, `code.wrong`
 */
export async function makeOffer(
  ctx: Writing,
  id: number,
  side: Side,
  { plan: form, comment, code }: Form,
): Promise<void> {
  const table = await lockTable(ctx, id, ctx.now);
  demandMove(table, 'offer');
  const { plan, rows } = readPlan(form, table.debt, ctx.day);
  demandRules(table, side, plan);
  const codeId = await demandCode(ctx, id, code);
  const round = table.round + 1;
  const expiresAt = offerExpiresAt(ctx.now, offerTtlDays);
  const termsHash = hashOf(termsOf(table, { side, round, plan, rows, expiresAt }));
  if (table.offer) await endOffer(ctx.db, table.offer.id, 'superseded');
  const { id: offerId } = await ctx.db
    .insertInto('termsOffers')
    .values({
      settlementId: id,
      round,
      side,
      accountId: ctx.actor.accountId,
      amount: plan.amount,
      plan: JSON.stringify(plan),
      rows: JSON.stringify(rows),
      comment: comment ?? null,
      termsHash,
      expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sign(ctx, { settlementId: id, offerId, side, termsHash, codeId });
  const last = side === 'individual' ? { lastIndividualAmount: plan.amount } : { lastCreditorAmount: plan.amount };
  await moveTable(ctx, table, 'offer', { set: { round, turn: turnAfter('offer', side), ...last } });
  await tellParty(ctx.db, table, otherSide(side), { title: newsOf(table, side, rows, plan, expiresAt) });
}

function demandRules(table: Table, side: Side, plan: Plan): void {
  const [problem] = offerProblems(side, plan.amount, bargainingOf(table));
  if (!problem) return;
  if (problem.code === 'worse_than_before') {
    throw new Refusal('input.invalid', { fields: { 'plan.amount': problem.message } });
  }
  throw new Refusal('move.illegal', { detail: problem.message });
}

/** Everything that the two agree about; its hash is what both sign. */
const termsOf = (
  { number, debt, debtAsOf }: Table,
  terms: { side: Side; round: number; plan: Plan; rows: readonly ScheduleRow[]; expiresAt: Date },
) => ({ number, debt, debtAsOf, ...terms, expiresAt: terms.expiresAt.toISOString() });

function newsOf({ number }: Table, side: Side, rows: readonly ScheduleRow[], plan: Plan, expiresAt: Date): string {
  const who = side === 'individual' ? 'Заёмщик предложил' : 'Кредитор предложил';
  const count = `${rows.length} ${plural(rows.length, ['платёж', 'платежа', 'платежей'])}`;
  // The offer ends at midnight: its last day is the one before.
  const until = formatDay(moscowDay(new Date(expiresAt.getTime() - 1)));
  return `${number}. ${who} ${formatMoney(plan.amount)}, ${count}, до ${until}`;
}
