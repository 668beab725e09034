import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { reconciliation } from '#contract/money/reconciliation.ts';
import { invoiceNumberIn } from '#domain/money/invoice.ts';
import { agreementNumberIn, canSeparate, decisionsFor, differenceMachine } from '#domain/money/reconciliation.ts';
import { approvalStatus, endedWhy, hasPendingApprovals } from '#server/modules/approvals/approvals.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { personName } from '#server/platform/person-name.ts';

type ListFilter = Pick<Input<typeof reconciliation.differences>['query'], 'filter' | 'q'>;
type Card = Answer<typeof reconciliation.decide>;
type Run = Answer<typeof reconciliation.run>;

/** The payment that a difference is about, also by its refund. */
const paymentId = sql<
  number | null
>`coalesce(d.payment_id, (select r.payment_id from refunds r where r.id = d.refund_id))`;
const ofPayment = (column: string) =>
  sql<string | null>`(select ${sql.raw(column)} from payments p join settlements s on s.id = p.settlement_id
    where p.id = ${paymentId})`;

const payout = sql<string | null>`(select o.number from payouts o where o.id = d.payout_id)`;

/** The last proposal about a difference. */
const byTwo = sql<Card['byTwo']>`(
  select jsonb_build_object('reason', ap.reason, 'maker', ${personName('ap.makerId')}, 'status', ${approvalStatus('ap')},
    'endedWhy', ${endedWhy('ap')})
  from approvals ap where ap.object_type = 'differences' and ap.object_id = d.id order by ap.id desc limit 1)`;

/** After the first decision nothing more of a line is booked but by two, so that the last of theirs is the one that it has. */
const decidedRest = sql<number | null>`(
  select (ap.details ->> 'rest')::bigint from approvals ap where ap.object_type = 'differences' and ap.object_id = d.id
    and ap.kind = 'difference.rest' and ap.status = 'approved' and ap.details ->> 'decision' = d.decision order by ap.id desc limit 1)`;

function filtered(ctx: Ctx, { filter, q }: ListFilter) {
  let rows = ctx.db.selectFrom('differences as d').where(ctx.within('difference', 'd'));
  if (filter?.status) rows = rows.where('d.status', 'in', filter.status);
  if (filter?.kind) rows = rows.where('d.kind', 'in', filter.kind);
  if (q) {
    const texts = sql`concat_ws(' ', d.statement_id, d.replaced_line, d.purpose, ${ofPayment('p.number')}, ${ofPayment('s.number')}, ${payout})`;
    rows = rows.where(textHolds(texts, q));
  }
  return rows;
}

const columns = [
  'd.id',
  'd.day',
  'd.kind',
  'd.movement',
  'd.statementId',
  'd.replacedLine',
  'd.purpose',
  'd.theirs',
  'd.ours',
  'd.status',
  'd.decision',
  'd.booked',
  'd.bookedSum',
  'd.expensedSum',
  'd.comment',
  'd.decidedAt',
  'd.createdAt',
  paymentId.as('paymentId'),
  ofPayment('p.number').as('payment'),
  sql<number | null>`(select p.settlement_id from payments p where p.id = ${paymentId})`.as('settlementId'),
  ofPayment('s.number').as('settlement'),
  'd.payoutId',
  payout.as('payout'),
  personName('d.decidedBy').as('decidedBy'),
  decidedRest.as('decidedRest'),
  hasPendingApprovals('differences', 'd.id').as('waits'),
  byTwo.as('byTwo'),
] as const;

type Derived = 'decisions' | 'maySeparate' | 'suggested' | 'suggestedInvoice';

/** The columns of choices are held to them by the database. */
const shown = (ctx: Ctx, row: object): Card => {
  const known = row as Omit<Card, Derived>;
  const decisions = ctx.may(reconciliation.decide) ? decisionsFor(known) : [];
  return {
    ...known,
    decisions,
    maySeparate: ctx.may(reconciliation.separate) && canSeparate(known) && !known.waits,
    suggested: decisions.includes('assign') ? agreementNumberIn(known.purpose) : null,
    suggestedInvoice: decisions.includes('invoice') ? invoiceNumberIn(known.purpose) : null,
  };
};

export const differenceList = defineList({
  rows: filtered,
  columns: (rows) => rows.select(columns),
  orders: { day: { columns: ['d.day', 'd.id'], direction: -1 } },
  shown: (row, ctx) => shown(ctx, row),
  states: { filter: 'status', of: differenceMachine.statuses, by: 'd.status' },
});

/** The card of a difference. @throws Refusal `object.absent` */
export async function findDifference(ctx: Ctx, id: number): Promise<Card> {
  const row = await filtered(ctx, {}).select(columns).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return shown(ctx, row);
}

const runs = (ctx: Ctx) => ctx.db.selectFrom('reconciliations as r');
const runColumns = [
  'r.id',
  'r.day',
  'r.movements',
  'r.matched',
  'r.differences',
  'r.closing',
  'r.ownClosing',
  'r.createdAt',
  personName('r.accountId').as('by'),
] as const;

export const runList = defineList({
  rows: runs,
  columns: (rows) => rows.select(runColumns),
  orders: { day: { columns: ['r.day', 'r.id'], direction: -1 } },
});

export const findRun = (ctx: Ctx, id: number): Promise<Run> =>
  runs(ctx).select(runColumns).where('r.id', '=', id).executeTakeFirstOrThrow();
