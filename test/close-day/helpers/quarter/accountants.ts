import { expect } from 'vitest';
import { moscowDay } from '#domain/values/days.ts';
import { issuerDetails } from '../../../helpers/invoice-facts.ts';
import { seenSettlement } from '../../../payments/helpers/scenario.ts';
import type { Context } from './context.ts';

/** What the accountants of the platform and of its creditors do, and what the partner brings them. */
export function accountantsOf({ stage, dice, desk, count, ok, running, decideLine }: Context) {
  const { accountant, bank, decide, run } = stage;
  const payNow = async (legalEntityId: number): Promise<void> => {
    const { free, account } = (await accountant.get(`/api/legal-entities/${legalEntityId}/balance`)).body;
    const made = await ok(
      accountant.post(`/internal/legal-entities/${legalEntityId}/payouts`, {
        amount: free,
        account: { id: account.id, version: account.version },
      }),
    );
    await expect.poll(async () => (await accountant.get(`/api/payouts/${made.id}`)).body.status).toBe('succeeded');
    count('payout by hand');
  };
  return {
    /** Money of nobody, and what the partner takes for his work. */
    strangeMoney: async (): Promise<void> => {
      await decideLine(await bank.transfer(dice.whole(1_000, 90_000), 'Без назначения'), { decision: 'unmatched' });
      await decideLine(await bank.transfer(-dice.whole(100, 2_000), 'Комиссия за день'), { decision: 'commission' });
      count('unknown money');
      count('commission');
    },
    /** Money held as nobody's is counted to an agreement. */
    assignHeld: async (): Promise<void> => {
      const [held] = await desk.queue('held');
      const found = await running();
      if (!held || !found) return;
      const { number } = await seenSettlement(found.agreement.side, found.agreement.id);
      await ok(desk.decide(held.id, { decision: 'assign', settlement: number }));
      count('held money assigned');
    },
    tellIssuer: async (): Promise<void> => {
      await ok(accountant.post('/internal/invoices/issuer', { ...issuerDetails, version: null }));
      await decide();
    },
    /** The creditors pay what was invoiced: some to the bank, some through the partner, some of it only in part. */
    payInvoices: async (): Promise<void> => {
      const { items } = (await accountant.get('/api/invoices?filter[status][]=issued&limit=100')).body;
      for (const [no, { id, number, open }] of items.entries()) {
        if (open === 0) continue;
        if (no % 2 === 0) {
          const amount = dice.chance(0.5) ? open : dice.whole(1, open);
          const paidOn = moscowDay(new Date());
          await ok(
            accountant.post(`/internal/invoices/${id}/payments`, {
              amount,
              paidOn,
              reference: `${id}-${number}`,
            }),
          );
          await decide();
          count('invoice paid to the bank');
        } else {
          const line = await bank.transfer(open, `Оплата счёта ${number}`);
          await decideLine(line, { decision: 'invoice', invoice: number });
          count('invoice paid through the partner');
        }
      }
    },
    /** A payout of the night waits at the bank, and is refused; the accountant has asked and sends it once more. */
    refusedPayout: async (): Promise<void> => {
      const { items } = (await accountant.get('/api/payouts?filter[status][]=processing&limit=100')).body;
      for (const { id, legalEntityId } of items) {
        const [row] = await run('select partner_key from payouts where id = $1', [id]);
        await bank.finishPayout(row!['partner_key'] as string, 'failed');
        await expect.poll(async () => (await accountant.get(`/api/payouts/${id}`)).body.status).toBe('failed');
        await bank.payOutAtOnce(true);
        count('payout refused');
        await payNow(legalEntityId);
      }
      await bank.payOutAtOnce(true);
    },
    /** The bank of a creditor sends back what has come last; it is paid again. */
    returnedPayout: async (): Promise<void> => {
      const { items } = (await accountant.get('/api/payouts?filter[status][]=succeeded&limit=100')).body;
      const [last] = items;
      if (!last) return;
      const [row] = await run('select partner_key from payouts where id = $1', [last.id]);
      await bank.finishPayout(row!['partner_key'] as string, 'returned');
      await expect.poll(async () => (await accountant.get(`/api/payouts/${last.id}`)).body.status).toBe('returned');
      count('payout returned');
      await payNow(last.legalEntityId);
    },
  };
}
