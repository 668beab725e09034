import { Refusal } from '#contract/kernel/errors.ts';
import { checkScheduleLimit, type DuePayment } from '#domain/settings/identification.ts';
import type { IdentificationLevel } from '#domain/settings/identification-levels.ts';
import { type DebtorFee, feesByRows } from '#domain/settlements/price/debtor-fee.ts';
import type { Day } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { NegotiationState } from './negotiation-state.queries.ts';

type Row = { readonly amount: Kopecks; readonly paid?: Kopecks; readonly feeBase?: Kopecks; readonly dueDate: Day };

/** What a debtor would pay, by what he pays the platform beside it; of an agreement in force what he pays by it now. */
interface Schedules {
  fee: DebtorFee;
  rows: readonly Row[];
  former?: readonly Row[];
}

/**
 * Nobody is bound to a payment that the law does not let him make at once, the fee on top counted in, unless he owes one as large
 * already: then a new schedule is the better one for him. Whoever is not the debtor learns nothing of how well the partner knows him.
 * @throws Refusal `move.illegal`, which says what to do
 */
export async function demandPayable(
  { db, actor }: Pick<Writing, 'db' | 'actor'>,
  { individualId, rates }: Pick<NegotiationState, 'individualId' | 'rates'>,
  { fee, rows, former = [] }: Schedules,
): Promise<void> {
  const { identificationLevel } = await db
    .selectFrom('individuals')
    .select('identificationLevel')
    .where('id', '=', individualId)
    .executeTakeFirstOrThrow();
  const owed = Math.max(0, ...duePayments(fee, former).map(taken));
  const larger = duePayments(fee, rows).filter((payment) => taken(payment) > owed);
  const problem = checkScheduleLimit(identificationLevel as IdentificationLevel, larger, rates);
  if (problem === null) return;
  const toOthers = 'Заёмщик пока не может внести такой платёж за один раз: предложите платежи меньше';
  throw new Refusal('move.illegal', { detail: actor.individualId === individualId ? problem : toOthers });
}

const taken = ({ amount, fee }: DuePayment): number => amount + fee;

function duePayments(of: DebtorFee, rows: readonly Row[]): DuePayment[] {
  const fees = feesByRows(of, rows);
  return rows.map(({ amount, paid = kopecks(0), dueDate }, index) => ({
    amount: kopecks(amount - paid),
    fee: fees[index] ?? kopecks(0),
    dueDate,
  }));
}
