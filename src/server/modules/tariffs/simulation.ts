import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { tariffs } from '#contract/money/tariffs.ts';
import { checkTariff, type Fee, feeOf, nextFeePart, type Tariff } from '#domain/money/tariff.ts';
import { vatOfService } from '#domain/rates/vat.ts';
import { type Day, toDay } from '#domain/values/days.ts';
import { type Kopecks, kopecks, sumKopecks } from '#domain/values/money.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { Db } from '#server/platform/database/db.ts';
import { moscowMidnight } from '#server/platform/list/conditions.ts';
import { asTariff, demandKnown } from './tariffs.commands.ts';

type Question = Input<typeof tariffs.simulate>['body'];

interface Paid {
  amount: Kopecks;
  feeAmount: Kopecks;
  agreedAmount: Kopecks;
  day: Day;
}

/** More payments are not counted one by one while somebody waits, nor while others wait for the server. */
const mostPayments = 50_000;

/**
 * What a tariff would have charged of the payments that came between two Moscow days, beside what was charged. A fee of
 * the agreed sum is charged in the share that each payment has in it.
 * @throws Refusal `input.invalid` at the fields; at `to` when the days hold more payments than are counted at once
 */
export async function simulateTariff(
  db: Db,
  { from, to, ...form }: Question,
): Promise<Answer<typeof tariffs.simulate>> {
  const tariff = asTariff({ ...form, validFrom: from, validTo: to });
  const fields = Object.fromEntries(
    checkTariff(tariff).map(({ field, message }) => [field === 'validTo' ? 'to' : field, message]),
  );
  if (Object.keys(fields).length > 0) throw new Refusal('input.invalid', { fields });
  await demandKnown(db, form);
  let rows = db
    .selectFrom('payments as p')
    .innerJoin('settlements as s', 's.id', 'p.settlementId')
    .innerJoin('legalEntities as le', 'le.id', 'p.legalEntityId')
    .innerJoin('individuals as i', 'i.id', 'p.individualId')
    .select(['p.amount', 'p.feeAmount', 's.agreedAmount', 'p.valueDate'])
    .where('p.succeededAt', '>=', moscowMidnight(from))
    .where('p.succeededAt', '<', moscowMidnight(to, 1))
    .limit(mostPayments + 1);
  const { legalEntityId, legalEntityTypeId, individualCategoryId } = form;
  if (legalEntityId !== null) rows = rows.where('p.legalEntityId', '=', legalEntityId);
  if (legalEntityTypeId !== null) rows = rows.where('le.typeId', '=', legalEntityTypeId);
  if (individualCategoryId !== null) rows = rows.where('i.categoryId', '=', individualCategoryId);
  const found = await rows.execute();
  if (found.length > mostPayments)
    throw new Refusal('input.invalid', { fields: { to: 'За эти дни слишком много платежей: возьмите дни короче' } });
  const paid = found.map(
    (row): Paid => ({
      amount: kopecks(row.amount),
      feeAmount: kopecks(row.feeAmount),
      agreedAmount: kopecks(row.agreedAmount ?? row.amount),
      day: row.valueDate === null ? from : toDay(row.valueDate),
    }),
  );
  const rates = await ratesOf(db);
  const fees = paid.map((payment) => feeOfPayment(tariff, payment, vatOfService(tariff.vatBps, rates, payment.day)));
  return {
    payments: paid.length,
    paid: sumKopecks(paid.map(({ amount }) => amount)),
    chargedFee: sumKopecks(paid.map(({ feeAmount }) => feeAmount)),
    fee: sumKopecks(fees.map(({ amount }) => amount)),
    vat: sumKopecks(fees.map(({ vat }) => vat)),
  };
}

const nothing: Fee = { amount: kopecks(0), vat: kopecks(0) };

const feeOfPayment = (tariff: Tariff, { amount, agreedAmount }: Paid, vatBps: number): Fee =>
  tariff.base === 'paid_amount'
    ? feeOf(tariff, amount, vatBps)
    : nextFeePart(feeOf(tariff, agreedAmount, vatBps), nothing, amount, agreedAmount);
