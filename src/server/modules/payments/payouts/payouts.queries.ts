import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { payouts } from '#contract/money/payouts.ts';
import { isStuck } from '#domain/money/partner-time.ts';
import {
  isPayoutDay,
  type PayoutEvery,
  type PayoutStatus,
  payoutMachine,
  payoutObstacle,
} from '#domain/money/payout.ts';
import { maskNumber } from '#domain/parties/payment-detail.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import { isWaiting, pendingApprovalsOf } from '#server/modules/approvals/approvals.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { personName } from '#server/platform/person-name.ts';
import { freeMoneyOf } from '../free-money.queries.ts';
import { type PayoutDetails, payoutFactsOf, payoutRuleOf, recipientOf } from './payout-facts.ts';

type ListFilter = Pick<Input<typeof payouts.list>['query'], 'filter' | 'q'>;

const creditor = sql<string>`(select le.short_name from legal_entities le where le.id = p.legal_entity_id)`;

function findPayouts(ctx: Ctx, { filter, q }: ListFilter) {
  let rows = ctx.db.selectFrom('payouts as p').where(ctx.within('payout', 'p'));
  if (filter?.status) rows = rows.where('p.status', 'in', filter.status);
  if (filter?.legalEntityId !== undefined) rows = rows.where('p.legalEntityId', '=', filter.legalEntityId);
  return q ? rows.where(textHolds(sql`concat_ws(' ', p.number, ${creditor})`, q)) : rows;
}

const columns = [
  'p.id',
  'p.number',
  'p.legalEntityId',
  creditor.as('creditor'),
  'p.amount',
  'p.status',
  'p.bankName',
  'p.account',
  'p.failReason',
  'p.partnerSilent',
  'p.createdAt',
  'p.valueDate',
  sql<string | null>`(select r.value_date from payout_returns r where r.payout_id = p.id)`.as('returnedOn'),
  'p.reconciledAt',
] as const;

/** The column of choices is held to them by the database. */
const shown = <Row extends { status: string }>(row: Row) => ({ ...row, status: row.status as PayoutStatus });

export const payoutList = defineList({
  rows: findPayouts,
  columns: (rows) => rows.select(columns),
  orders: { createdAt: { columns: ['p.id'], direction: -1 } },
  shown: (row) => shown(row),
  states: { filter: 'status', of: payoutMachine.statuses, by: 'p.status' },
});

/** The card of a payout. @throws Refusal `object.absent` */
export async function findPayout(ctx: Ctx, id: number): Promise<Answer<typeof payouts.get>> {
  const row = await findPayouts(ctx, {})
    .leftJoin('paymentDetails as d', (join) =>
      join.onRef('d.id', '=', 'p.paymentDetailId').onRef('d.version', '=', 'p.detailVersion'),
    )
    .select(columns)
    .select(['p.partnerId', 'p.expensedOn', personName('p.madeBy').as('operator'), 'd.recipientName', 'd.recipientInn'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const about = { table: 'payouts', id } as const;
  const { operator, recipientName, recipientInn, ...payout } = shown(row);
  const waits = await isWaiting(ctx.db, about);
  const isOpen = payout.status === 'waiting';
  // What the platform has done or lost is no creditor's.
  const isOurs = ctx.actor?.kind === 'operator';
  return {
    ...payout,
    recipient: recipientName === null ? null : recipientOf({ recipientName, recipientInn }),
    madeBy: isOurs ? operator : null,
    expensedOn: isOurs ? payout.expensedOn : null,
    pendingApprovals: await pendingApprovalsOf(ctx, about),
    moves: [
      ...(isOpen && !waits && ctx.may(payouts.propose) ? (['propose'] as const) : []),
      ...(isOpen && ctx.may(payouts.cancel) ? (['cancel'] as const) : []),
      ...(isStuck(payout, ctx.now) && !waits && ctx.may(payouts.fail) ? (['fail'] as const) : []),
    ],
  };
}

/** What a creditor has with the platform, when it is paid out and what stands in the way. */
export async function balanceOf(ctx: Ctx, legalEntityId: number): Promise<Answer<typeof payouts.balance>> {
  const money = await freeMoneyOf(ctx.db, legalEntityId);
  const rule = await payoutRuleOf(ctx.db, legalEntityId);
  const { facts, details, isBlocked } = await payoutFactsOf(ctx, legalEntityId, money);
  const isPayable = payoutObstacle(facts, rule.least, true) === null;
  // Nobody of a blocked company changes anything of it.
  const maySetRule = ctx.may(payouts.setRule, { legalEntityId }) && !(isBlocked && ctx.actor?.kind === 'employee');
  return {
    ...money,
    rule,
    account: details ? accountShown(details) : null,
    obstacle: payoutObstacle(facts, rule.least),
    nextDay: nextPayoutDay(rule.every, ctx.day),
    moves: [
      ...(maySetRule ? (['setRule'] as const) : []),
      ...(isPayable && ctx.may(payouts.payNow) ? (['payNow'] as const) : []),
    ],
  };
}

const accountShown = ({
  id,
  version,
  bankName,
  number,
  recipientName,
  recipientInn,
}: PayoutDetails): Answer<typeof payouts.balance>['account'] => ({
  id,
  version,
  bankName,
  account: maskNumber(number),
  recipient: recipientOf({ recipientName, recipientInn }),
});

/** The first day after this one whose morning is one of payouts. */
function nextPayoutDay(every: PayoutEvery, today: Day): Day {
  const tomorrow = addDays(today, 1);
  return isPayoutDay(every, tomorrow) ? tomorrow : nextPayoutDay(every, tomorrow);
}
