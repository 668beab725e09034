import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements.ts';
import type { Plan } from '#domain/plan.ts';
import type { Step } from '#domain/policy.ts';
import { personName } from '#server/modules/approvals/approvals.read.ts';
import { tell } from '#server/modules/notifications/notifications.acts.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { conclude } from './accept.ts';
import { lockTable, type Table } from './bargain.ts';
import { putOffer, readOffer } from './offer.ts';
import { belowConditions } from './policy.ts';
import { demandCode } from './signing.ts';
import { tellPermitted } from './tell.ts';

type Writing = Ctx<Actor, Tx>;
type OfferForm = Pick<Input<typeof settlements.offerByCreditor>['body'], 'plan' | 'comment'>;

/** What a manager wants to agree to and may not by himself. */
type Proposed = { trace: readonly Step[] } & (
  | { act: 'offer'; form: OfferForm }
  | { act: 'accept'; form: { termsHash: string } }
);

/** The conditions that terms of the creditor break, unless the one who makes them is the head; null when none. */
export function headNeeded(ctx: Writing, table: Table, plan: Plan): readonly Step[] | null {
  return mayDecide(ctx, table.legalEntityId) ? null : belowConditions(table, plan, ctx.day);
}

export const mayDecide = ({ actor }: Ctx, legalEntityId: number): boolean =>
  actor?.memberships.some(
    (place) => place.legalEntityId === legalEntityId && place.permissions.has(settlements.decide.code),
  ) ?? false;

/** Leaves terms to the head; those that waited before are no longer meant. */
export async function propose(ctx: Writing, table: Table, { act, form, trace }: Proposed): Promise<void> {
  await endPending(ctx.db, table.id);
  await ctx.db
    .insertInto('termsApprovals')
    .values({
      settlementId: table.id,
      act,
      form: JSON.stringify({ ...form, round: table.round }),
      trace: JSON.stringify(trace),
      makerId: ctx.actor.accountId,
    })
    .execute();
  await tellPermitted(ctx.db, table, settlements.decide, {
    title: `Условия по ${table.number} ждут вашего решения`,
    detail: 'Они ниже условий компании',
  });
}

const endPending = (tx: Tx, settlementId: number) =>
  tx
    .updateTable('termsApprovals')
    .set({ status: 'expired' })
    .where('settlementId', '=', settlementId)
    .where('status', '=', 'pending')
    .execute();

/**
 * The head decides about terms below the conditions. Approving them he signs them himself, so they are his. Terms that
 * another round has overtaken are decided no more.
 * @throws Refusal `approval.closed`, `approval.own`, `code.wrong`
 */
export async function decide(
  ctx: Writing,
  id: number,
  { decision, code, reason }: Input<typeof settlements.decide>['body'],
): Promise<void> {
  const table = await lockTable(ctx, id, ctx.now);
  const found = await ctx.db
    .selectFrom('termsApprovals')
    .select(['id', 'act', 'form', 'makerId'])
    .where('settlementId', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  const { round, ...form } = (found?.form ?? {}) as { round?: number };
  if (!found || round !== table.round || table.status !== 'negotiation') throw new Refusal('approval.closed');
  if (found.makerId === ctx.actor.accountId) throw new Refusal('approval.own');
  if (decision === 'approve') await perform(ctx, table, found.act, form, code);
  await ctx.db
    .updateTable('termsApprovals')
    .set({
      status: decision === 'approve' ? 'approved' : 'rejected',
      decidedBy: ctx.actor.accountId,
      decisionReason: reason ?? null,
      decidedAt: ctx.now,
    })
    .where('id', '=', found.id)
    .execute();
  const outcome = decision === 'approve' ? 'утверждены' : 'отклонены';
  const news = { title: `Ваши условия по ${table.number} ${outcome} руководителем`, detail: reason ?? null };
  await tell(ctx.db, [found.makerId], { ...news, link: `/settlement-${id}` });
}

async function perform(ctx: Writing, table: Table, act: string, form: object, code = ''): Promise<void> {
  if (act === 'accept') {
    const { termsHash } = form as { termsHash: string };
    if (table.offer?.termsHash !== termsHash) throw new Refusal('approval.closed');
    return conclude(ctx, table, 'creditor', { codeId: await demandCode(ctx, table.id, code) });
  }
  const { plan: planForm, comment } = form as OfferForm;
  const { plan, rows } = stillRight(() => readOffer(ctx, table, 'creditor', planForm));
  const codeId = await demandCode(ctx, table.id, code);
  await putOffer(ctx, table, { side: 'creditor', plan, rows, comment, by: { codeId } });
}

/** Terms that were right when they were proposed may have become wrong with the days. */
function stillRight<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('approval.closed') : error;
  }
}

/** What waits for the head of this settlement's creditor, as his people see it. */
export async function approvalOf(
  { db, actor }: Ctx,
  { id, legalEntityId, round, status }: { id: number; legalEntityId: number; round: number; status: string },
): Promise<Answer<typeof settlements.get>['approval']> {
  const isOurs = actor?.memberships.some((place) => place.legalEntityId === legalEntityId) ?? false;
  if (!isOurs || status !== 'negotiation') return null;
  const found = await db
    .selectFrom('termsApprovals')
    .select(['act', 'form', 'trace', 'createdAt', personName('termsApprovals.makerId').as('maker')])
    .where('settlementId', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (!found) return null;
  const { act, trace, createdAt, maker } = found;
  const form = found.form as unknown as { round: number; plan?: OfferForm['plan'] };
  if (form.round !== round) return null;
  const steps = (trace as unknown as Step[]).filter(({ holds }) => !holds);
  return { act: act as 'offer' | 'accept', steps, createdAt, maker: maker ?? '', plan: form.plan ?? null };
}
