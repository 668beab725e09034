import { expect } from 'vitest';
import { addDays, addMonths, type Day, moscowDay } from '#domain/values/days.ts';
import { monthEnd, monthOf } from '#domain/values/months.ts';
import type { Client, Reply } from '../../helpers/client.ts';
import { issuerDetails } from '../../helpers/invoice-facts.ts';
import { agree } from '../../payments/helpers/scenario.ts';
import type { Scenario } from '../../settlements/helpers/scenario.ts';

export const today = moscowDay(new Date());

/** The first day of the month so many months ago. */
export const monthAgo = (months: number): Day => addMonths(monthOf(today), -months);

/** A tariff of 5 %, VAT within it, that is invoiced. */
export const invoicedTariff = (scenario: Scenario): Promise<unknown> =>
  scenario.run(`insert into tariffs (name, payer, base, rate_bps, vat_mode, vat_bps, collect, valid_from)
    values ('По счёту', 'creditor', 'paid_amount', 500, 'included', 2200, 'invoice', '2020-01-01')`);

/** How the accountants of a platform invoice, and how a test lets time pass. */
export function invoicing(scenario: Scenario, accountant: Client) {
  const { operator, company } = scenario;
  const decide = async (client: Client = operator): Promise<Reply> => {
    const { items } = (await client.get('/api/approvals?filter[status]=pending')).body;
    return client.post(`/api/approvals/${items[0].id}/decision`, { decision: 'approve' });
  };
  /** Lets everything that the ledger has of a payment be of another day. */
  const book = async (paymentId: number, day: Day): Promise<void> => {
    await scenario.run('alter table ledger_entries disable trigger append_only');
    await scenario.run('update ledger_entries set value_date = $2 where payment_id = $1', [paymentId, day]);
    await scenario.run('alter table ledger_entries enable trigger append_only');
  };
  /** The fees of the ledger that no living paper has, one by one. */
  const uncoveredFees = async (): Promise<number> => {
    const [found] = await scenario.run(`
      select coalesce(sum(case l.side when 'debit' then l.amount else -l.amount end), 0)::bigint as sum
      from ledger_lines l join ledger_entries e on e.id = l.entry_id where l.account = '1200' and e.kind in ('fee', 'refunded')
        and not exists (select from invoice_rows r where r.entry_id = e.id and r.released_at is null)`);
    return Number(found!['sum']);
  };
  return {
    decide,
    book,
    card: async (id: number, client: Client = accountant) => (await client.get(`/api/invoices/${id}`)).body,
    issue: (month: Day): Promise<Reply> => accountant.post(`/internal/legal-entities/${company}/invoices`, { month }),
    tellIssuer: async (): Promise<void> => {
      const told = await accountant.post('/internal/invoices/issuer', { ...issuerDetails, version: null });
      expect(told.status, told.text).toBe(204);
      expect((await decide()).body.status).toBe('approved');
    },
    /** A debtor pays past the platform, both say so; the fee is 5 % and is of a month that is over. @returns the payment */
    charge: async (amount: number, day: Day): Promise<number> => {
      const id = await agree(scenario);
      const stated = await scenario.debtor.post(`/api/individuals/${scenario.debtorId}/loans/${id}/outside-payments`, {
        amount,
        paidOn: today,
      });
      const paymentId = stated.body.id as number;
      const confirmed = await scenario.accountant.post(`/api/legal-entities/${company}/payments/${paymentId}/answer`, {
        answer: 'confirm',
      });
      expect(confirmed.status, confirmed.text).toBe(200);
      await book(paymentId, day);
      return paymentId;
    },
    /** What adds up does. */
    expectTotals: async (): Promise<void> => {
      for (const months of [0, 1, 2, 3]) {
        const { body } = await accountant.get(`/internal/invoices/totals?month=${monthAgo(months)}`);
        const { withheld, invoiced, onTop, turnover, uncovered } = body;
        expect(withheld + invoiced + onTop).toBe(turnover);
        expect(uncovered).toBe(await uncoveredFees());
      }
    },
  };
}

/** The tenth of a month so many months ago, and its last day. */
export const tenthAgo = (months: number): Day => addDays(monthAgo(months), 9);
export const endAgo = (months: number): Day => monthEnd(monthAgo(months));
