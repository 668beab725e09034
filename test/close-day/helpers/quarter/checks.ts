import { expect } from 'vitest';
import { type AccountCode, growsByDebit } from '#domain/money/ledger-accounts.ts';
import type { Day } from '#domain/values/days.ts';
import { monthEnd } from '#domain/values/months.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import type { Recount } from './recount.ts';
import type { Quarter } from './stage.ts';

/** Sums by account, those of nothing left out. */
type Totals = ReadonlyMap<string, number>;
const withoutZeros = (totals: Totals): Totals => new Map([...totals].filter(([, sum]) => sum !== 0));

/** What the program shows of a quarter beside what has happened, counted anew. */
export function checksOf({ testApp, accountant, sides, run, rest }: Quarter, recount: Recount) {
  /** The balances of all accounts at the end of a month as the desk shows them, on the debit of each. */
  const shownOf = async (month: Day): Promise<Totals> => {
    const period = `from=${month}&to=${monthEnd(month)}`;
    const rows: { account: AccountCode; closing: number }[] = (
      await accountant.get(`/internal/ledger/trial-balance?${period}`)
    ).body.rows;
    return withoutZeros(
      new Map(rows.map(({ account, closing }) => [account, growsByDebit(account) ? closing : -closing])),
    );
  };
  return {
    shownOf,
    /** The books balance and are what has happened, and so is what each creditor is shown to be owed. */
    async day(day: Day): Promise<void> {
      await rest();
      const broken = await brokenLedger(testApp.app.database.db);
      await recount.again();
      expect([day, broken, await recount.differing()]).toEqual([day, [], []]);
      const owed = await recount.owed();
      for (const { company, head } of sides) {
        const { body } = await head.get(`/api/legal-entities/${company}/balance`);
        expect([day, company, body.owed]).toEqual([day, company, owed.get(company) ?? 0]);
      }
    },
    /** The statement of the partner is what has happened up to the end of a day. */
    async statement(day: Day): Promise<void> {
      await recount.again();
      const [row] = await run('select closing::int from reconciliations where day = $1 order by id desc limit 1', [
        day,
      ]);
      expect([day, (await recount.totals(day)).get('1010') ?? 0]).toEqual([day, row?.['closing']]);
    },
    /** A month that is over: its balances, its fees by their ways, its invoices with VAT and corrections. @returns the balances */
    async month(month: Day): Promise<Totals> {
      const totals = withoutZeros(await recount.totals(monthEnd(month)));
      expect(await shownOf(month)).toEqual(totals);
      const { body } = await accountant.get(`/internal/invoices/totals?month=${month}`);
      const { withheld, invoiced, turnover } = body;
      expect([{ withheld, invoiced }, withheld + invoiced]).toEqual([await recount.fees(month), turnover]);
      const papers = await run(
        `select holder::int, month::text, sum(invoice)::int as invoice, sum(vat)::int as vat, sum(corrected)::int as corrected
        from (select legal_entity_id as holder, month, amount as invoice, vat, 0 as corrected from invoices where status <> 'cancelled'
          union all
          select legal_entity_id, date_trunc('month', issued_on)::date, 0, 0, amount from invoice_corrections) p
        where month <= $1 group by 1, 2 order by 1, 2`,
        [month],
      );
      expect(papers).toEqual(await recount.invoiced(month));
      return totals;
    },
  };
}
