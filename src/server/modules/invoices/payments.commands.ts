import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { invoices } from '#contract/money/invoices.ts';
import { addDays, type Day, formatDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { takeInvoiceMoney } from './credits.commands.ts';
import { lockInvoicesOf, payerOf } from './invoice-state.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'invoice.pay': { about: 'invoices'; details: PaymentForm & { makerId: number } };
  }
}

type PaymentForm = Input<typeof invoices.pay>['body'];

/** Money of longer ago is nobody's of today: whoever means it looks at its day again. */
const mostDays = 366;

/**
 * An accountant tells that an invoice was paid to the operator's own account; another person decides.
 * @throws Refusal `input.invalid` at the fields, `move.illegal` when the same waits already
 */
export async function proposePayment(ctx: Writing, id: number, told: PaymentForm): Promise<void> {
  const { number, legalEntityId, issuedOn, status } = await ctx.db
    .selectFrom('invoices')
    .select(['number', 'legalEntityId', 'issuedOn', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (status !== 'issued') throw new Refusal('move.illegal', { detail: 'Этот счёт оплаты не ждёт' });
  demandDay(told.paidOn, { today: ctx.day, issuedOn: issuedOn as Day });
  if (await isCounted(ctx.db, legalEntityId, told))
    throw new Refusal('input.invalid', { fields: { reference: counted } });
  const said = `${number}: ${formatMoney(kopecks(told.amount))} на расчётный счёт ${formatDay(told.paidOn)}, платёжное поручение № ${told.reference}`;
  const details = { ...told, makerId: ctx.actor.accountId };
  await proposeApproval(ctx, 'invoice.pay', { table: 'invoices', id }, said, details);
}

function demandDay(paidOn: Day, { today, issuedOn }: { today: Day; issuedOn: Day }): void {
  const wrong = (paidOn: string) => new Refusal('input.invalid', { fields: { paidOn } });
  if (paidOn > today) throw wrong('Этот день ещё не наступил');
  // What was paid ahead of its invoice counts, too.
  if (paidOn < addDays(issuedOn, -mostDays)) throw wrong('Раньше счёта больше чем на год');
}

/** A payment order is told once. */
async function isCounted(tx: Tx, legalEntityId: number, { paidOn, reference }: PaymentForm): Promise<boolean> {
  const known = await tx
    .selectFrom('invoicePayments')
    .select('id')
    .where('legalEntityId', '=', legalEntityId)
    .where('valueDate', '=', paidOn)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return known !== undefined;
}
const counted = 'Это поручение уже учтено';

/** The second person has agreed: the money is in the ledger. @throws Refusal `move.illegal` when it is there already */
export async function approvePayment(
  ctx: Writing,
  { objectId: invoiceId, details }: Proposed<'invoice.pay'>,
): Promise<void> {
  const { amount, paidOn, reference, makerId } = details;
  const legalEntityId = await payerOf(ctx.db, invoiceId);
  await lockInvoicesOf(ctx.db, legalEntityId);
  if (await isCounted(ctx.db, legalEntityId, details)) throw new Refusal('move.illegal', { detail: counted });
  await takeInvoiceMoney(ctx, {
    invoiceId,
    amount: kopecks(amount),
    valueDate: paidOn,
    place: 'bank',
    differenceId: null,
    reference,
    accountId: makerId,
  });
}

/** An invoice by its number, as a transfer names it: who pays it and how much is open. */
export const invoiceByNumber = (tx: Tx, number: string) =>
  tx
    .selectFrom('invoices as v')
    .innerJoin('legalEntities as le', 'le.id', 'v.legalEntityId')
    .select([
      'v.id',
      'v.number',
      'v.status',
      'le.shortName as creditor',
      'le.inn',
      sql<number>`v.amount - v.paid`.as('open'),
    ])
    .where('v.number', '=', number)
    .executeTakeFirst();

/** A movement of the partner's statement. */
interface Movement {
  differenceId: number;
  amount: number;
  valueDate: Day;
  /** Whether its money is in the ledger already, as nobody's. */
  isHeld: boolean;
  /** Whether it is what came more by a line of which something is in the books. */
  isRest: boolean;
}

/**
 * Counts a movement of the partner's statement to an invoice.
 * @throws Refusal `move.illegal` when it is counted already
 */
export async function takeMovement(
  ctx: Writing,
  invoiceId: number,
  { differenceId, amount, valueDate, isHeld, isRest }: Movement,
): Promise<void> {
  const known = await ctx.db
    .selectFrom('invoicePayments')
    .select('id')
    .where('differenceId', '=', differenceId)
    .executeTakeFirst();
  if (known && !isRest) throw new Refusal('move.illegal', { detail: 'Оплата счёта по этой строке уже учтена' });
  await takeInvoiceMoney(ctx, {
    invoiceId,
    amount: kopecks(amount),
    valueDate,
    place: isHeld ? 'held' : 'partner',
    differenceId,
    reference: null,
    accountId: ctx.actor.accountId,
  });
}
