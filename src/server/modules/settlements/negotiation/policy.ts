import { Refusal } from '#contract/kernel/errors.ts';
import { turnAfter } from '#domain/negotiation/negotiation.ts';
import {
  type Asked,
  type Decision,
  judgeOffer,
  judgeOwnOffer,
  judgeReschedule,
  type OwnPenalty,
} from '#domain/negotiation/policy.ts';
import type { PolicyBand } from '#domain/negotiation/policy-band.ts';
import { type PenaltyRule, standingPenalty } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { makeSchedule } from '#domain/settlements/schedule.ts';
import type { Day } from '#domain/values/days.ts';
import { mayDecideFor } from '#server/modules/approvals/approvals.read.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { PolicySigner } from '../agreement/signing.ts';
import { tellParty } from '../tell.ts';
import { conclude } from './accept.ts';
import { endOffer, moveTable, type Table } from './bargain.ts';
import { putOffer } from './offer.ts';

type Writing = Ctx<Actor, Tx>;

/** What of a table the conditions need to judge a schedule. */
type Under = Pick<Table, 'band' | 'legalEntityId' | 'penalty' | 'consumer'>;

const askedOf = ({ debt, round, roundsBefore, last }: Table, plan: Plan, today: Day): Asked => ({
  plan,
  debt,
  today,
  round: round - roundsBefore + 1,
  creditorsLast: last.creditor,
});

/** What the creditor's conditions say of a debtor's offer; null when he has none and a person decides. */
export function judge(table: Table, plan: Plan, today: Day): Decision | null {
  return table.band && judgeOffer(table.band, askedOf(table, plan, today));
}

/**
 * Terms of the creditor below his own conditions are for his head alone.
 * @throws Refusal `move.illegal` naming the rules that the terms break
 */
export function demandWithinConditions(ctx: Writing, table: Table, plan: Plan, offered?: PenaltyRule | null): void {
  const broken = brokenRules(ctx, table, plan, ownPenalty(ctx, table, plan, offered));
  if (broken.length === 0) return;
  throw new Refusal('move.illegal', {
    detail: `Условия ниже правил компании, о них договаривается руководитель. ${broken.join('. ')}`,
  });
}

/** What is left of the penalty by terms that the creditor himself makes. */
export const ownPenalty = (
  { day }: Pick<Ctx, 'day'>,
  table: Under,
  plan: Plan,
  offered: PenaltyRule | null | undefined,
): OwnPenalty | undefined =>
  offered === undefined ? undefined : { standing: standingPenalty(table, plan, day), offered };

/**
 * A new schedule outside his company's conditions is agreed to by its head alone; the sum is not asked about again.
 * @throws Refusal `move.illegal` naming the rules that the schedule breaks
 */
export function demandScheduleWithin(ctx: Writing, table: Table, plan: Plan, offered?: PenaltyRule | null): void {
  const broken = brokenBySchedule(ctx, table, plan, offered);
  if (broken.length === 0) return;
  throw new Refusal('move.illegal', {
    detail: `График вне правил компании, о нём договаривается руководитель. ${broken.join('. ')}`,
  });
}

/** What of his company's conditions a new schedule breaks, for whom they bind. */
export function brokenBySchedule(
  ctx: Pick<Ctx, 'actor' | 'day'>,
  table: Under,
  plan: Plan,
  offered?: PenaltyRule | null,
): string[] {
  const band = bindingBand(ctx, table);
  if (!band) return [];
  const penalty = ownPenalty(ctx, table, plan, offered);
  const steps = judgeReschedule(band, { plan, today: ctx.day, ...(penalty && { penalty }) });
  return steps.filter(({ holds }) => !holds).map(({ text }) => text);
}

/** The conditions that keep this employee from agreeing by himself: none for who may decide what others ask. */
export const bindingBand = (
  { actor }: Pick<Ctx, 'actor'>,
  { band, legalEntityId }: Pick<Table, 'band' | 'legalEntityId'>,
): PolicyBand | null => (mayDecideFor(actor, legalEntityId) ? null : band);

/** What of his company's conditions these terms break, for whom they bind. */
export function brokenRules(
  ctx: Pick<Ctx, 'actor' | 'day'>,
  table: Pick<Table, 'band' | 'legalEntityId' | 'debt'>,
  plan: Plan,
  penalty?: OwnPenalty,
): string[] {
  const band = bindingBand(ctx, table);
  if (!band) return [];
  const terms = { plan, debt: table.debt, today: ctx.day, ...(penalty && { penalty }) };
  const { free, trace } = judgeOwnOffer(band, terms);
  return free ? [] : trace.filter(({ holds }) => !holds).map(({ text }) => text);
}

/**
 * The answer of the creditor's conditions to the debtor's offer on the table: accepted, refused with the reason, or other
 * terms; what they leave to a person stays on the table (docs/domain.md §7.3).
 */
export async function answerByPolicy(ctx: Writing, table: Table, decision: Decision): Promise<void> {
  if (decision.kind === 'accept') return conclude(ctx, table, 'creditor', { policy: await signerOf(ctx, table) });
  if (decision.kind === 'reject') return refuse(ctx, table, decision);
  if (decision.kind !== 'counter') return;
  const schedule = makeSchedule(decision.plan);
  if (!schedule.ok) return;
  const by = { policy: await signerOf(ctx, table) };
  const penalty = standingPenalty(table, decision.plan, ctx.day);
  await putOffer(ctx, table, { side: 'creditor', plan: decision.plan, rows: schedule.rows, penalty, by });
}

async function refuse(ctx: Writing, table: Table, { trace }: Decision): Promise<void> {
  const reason = trace
    .filter(({ holds }) => !holds)
    .map(({ text }) => text)
    .join('. ');
  const { offer } = table;
  if (!offer) throw new Refusal('move.illegal');
  await endOffer(ctx.db, offer.id, 'rejected', reason);
  await moveTable(ctx, table, 'rejectOffer', { reason, set: { turn: turnAfter('reject', 'individual') } });
  for (const party of ['individual', 'creditor'] as const) {
    await tellParty(ctx.db, table, party, {
      title: `Условия по ${table.number} отклонены по правилам кредитора`,
      detail: reason,
    });
  }
}

/** Who has published the conditions that now act for the creditor. */
async function signerOf({ db }: Writing, { policyId }: Table): Promise<PolicySigner> {
  return db
    .selectFrom('settlementPolicies')
    .select(['accountId', 'version'])
    .where('id', '=', policyId)
    .executeTakeFirstOrThrow();
}
