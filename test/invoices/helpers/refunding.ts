import { expect } from 'vitest';
import type { Reply } from '../../helpers/client.ts';
import { refundSteps } from '../../payments/helpers/refunds.ts';
import type { openPaymentScenario } from '../../payments/helpers/scenario.ts';
import { tenthAgo } from './invoicing.ts';

const reason = 'Платёж будет возвращён';

/** How fees of an invoice come back with payments, and are taken off it by hand. */
export function refunding(scenario: Awaited<ReturnType<typeof openPaymentScenario>>, decide: () => Promise<Reply>) {
  const steps = refundSteps(scenario);
  const accountant = scenario.platformAccountant;
  return {
    /** Some of a payment goes back in a month, half of what was paid. */
    refund: async (paymentId: number, amount: number, month: number): Promise<void> => {
      await steps.propose(paymentId, amount, true);
      expect((await steps.decide(paymentId)).body.status).toBe('approved');
      await expect.poll(async () => (await steps.card(paymentId)).refunds[0]?.status).toBe('succeeded');
      await scenario.run('alter table ledger_entries disable trigger append_only');
      await scenario.run(`update ledger_entries set value_date = $2 where payment_id = $1 and kind = 'refunded'`, [
        paymentId,
        tenthAgo(month),
      ]);
      await scenario.run('alter table ledger_entries enable trigger append_only');
    },
    lower: async (id: number, asked: object): Promise<void> => {
      const proposed = await accountant.post(`/internal/invoices/${id}/corrections`, { reason, ...asked });
      expect(proposed.status, proposed.text).toBe(200);
      expect((await decide()).body.status).toBe('approved');
    },
    settle: (id: number, counted: number, line: object = {}): Promise<Reply> =>
      accountant.post(`/internal/invoices/${id}/returned`, { counted, reason, ...line }),
  };
}
