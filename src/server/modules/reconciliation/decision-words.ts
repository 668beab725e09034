import { decisionTitle } from '#domain/money/reconciliation.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { agreementOf, type DecideInput, invoiceOf, type LockedRow } from './book-difference.ts';

/** What the second person decides about: which line it is and what its payer has written, where its money is to go, and why. */
export async function inWords(tx: Tx, row: LockedRow, told: DecideInput, sums: readonly string[]): Promise<string> {
  const line = [
    ...(row.statementId === null ? [] : [`№ ${row.statementId}`]),
    ...(row.replacedLine === null ? [] : [`раньше № ${row.replacedLine}`]),
  ];
  return [
    [`Строка выписки за ${formatDay(row.day as Day)}`, ...line, ...sums].join(', '),
    `Назначение: ${row.purpose ? `«${row.purpose}»` : 'не указано'}`,
    `${decisionTitle(told.decision, row.rest)}${await whereTo(tx, told)}`,
    ...(told.comment ? [told.comment] : []),
  ].join('. ');
}

/** Whose the money would be, where that is told. @throws Refusal `input.invalid` */
async function whereTo(tx: Tx, { decision, settlement, invoice }: DecideInput): Promise<string> {
  if (decision === 'assign') {
    const { number, creditor } = await agreementOf(tx, settlement);
    return ` ${number}, кредитор ${creditor}`;
  }
  if (decision !== 'invoice') return '';
  const { number, creditor, open } = await invoiceOf(tx, invoice);
  return ` ${number}, плательщик ${creditor}, осталось оплатить ${formatMoney(kopecks(open))}`;
}
