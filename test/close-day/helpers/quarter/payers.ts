import { expect } from 'vitest';
import { addDays, type Day } from '#domain/values/days.ts';
import { agree, payFully, seenPayment, seenSettlement } from '../../../payments/helpers/scenario.ts';
import type { Context } from './context.ts';

const reason = 'Заплачено по ошибке, просят вернуть';

/** What debtors and their creditors do, and what goes back to whoever has paid. */
export function payersOf({ stage, dice, agreements, paid, count, ok, running, decideLine }: Context) {
  const { accountant, bank, debtor, debtorId, decide, run, sides } = stage;
  return {
    agree: async (day: Day): Promise<void> => {
      const side = sides[agreements.length % sides.length]!;
      const plan = {
        kind: 'equal',
        amount: dice.whole(3_000_001, 3_700_000),
        payments: dice.whole(2, 5),
        firstDate: addDays(day, dice.whole(3, 25)),
        downPayment: 0,
      };
      agreements.push({ id: await agree(side, plan), side });
      count('agreement');
    },
    /** Some of a running agreement is paid: a row, more or less than one, or all. @param to of this creditor */
    pay: async (to?: string): Promise<void> => {
      const found = await running(agreements.filter(({ side }) => to === undefined || side.name === to));
      if (!found) return;
      const { agreement, rest } = found;
      const { schedule } = await seenSettlement(agreement.side, agreement.id);
      const open = schedule
        .map((row: { amount: number; paid: number }) => row.amount - row.paid)
        .filter((sum: number) => sum > 0);
      const part = dice.whole(Math.min(rest, 10_000), rest);
      const amount = dice.one([open[0], open[0] + (open[1] ?? 0), Math.ceil(open[0] / 3), part, part, rest]);
      paid.push({ id: await payFully(agreement.side, agreement.id, amount), agreement });
      count(amount === open[0] ? 'payment of a row' : amount === rest ? 'payment of the rest' : 'payment of a part');
    },
    /** Of one of the last payments some is returned, or would be. @param of to this creditor */
    refund: async (of?: string): Promise<void> => {
      const last = paid.filter(({ agreement }) => of === undefined || agreement.side.name === of).toReversed();
      for (const { id, agreement } of last.slice(0, 6)) {
        const { refundable } = (await accountant.get(`/api/payments/${id}`)).body;
        if (!refundable) continue;
        const amount = dice.chance(0.4) ? refundable : dice.whole(1, refundable);
        const isAsked = dice.chance(0.5) && (await seenPayment(agreement.side, id)).moves.includes('askRefund');
        if (isAsked) {
          await ok(debtor.post(`/api/individuals/${debtorId}/payments/${id}/refund-request`, { amount, reason }));
        }
        await ok(accountant.post(`/internal/payments/${id}/refunds`, { amount, reason, makesLate: true }));
        const isFailing = of === undefined && dice.chance(0.2);
        await bank.returnAtOnce(!isFailing);
        await decide();
        const status = async () => (await accountant.get(`/api/payments/${id}`)).body.refunds[0]?.status;
        if (isFailing) {
          await expect.poll(status).toBe('processing');
          const [row] = await run('select partner_key from refunds where payment_id = $1 order by id desc limit 1', [
            id,
          ]);
          await bank.finishRefund(row!['partner_key'] as string, 'failed');
        }
        await expect.poll(status).toBe(isFailing ? 'failed' : 'succeeded');
        count(isFailing ? 'refund refused' : isAsked ? 'refund asked for' : 'refund');
        return;
      }
    },
    /** Both say that it was paid past the platform on a day. */
    payOutside: async (paidOn: Day, isOld = false): Promise<void> => {
      const found = await running(isOld ? agreements.slice(0, 6) : agreements);
      if (!found) return;
      const { agreement, rest } = found;
      const { side, id } = agreement;
      const stated = await debtor.post(`/api/individuals/${debtorId}/loans/${id}/outside-payments`, {
        amount: dice.whole(Math.min(10_000, rest), Math.min(rest, 900_000)),
        paidOn,
      });
      expect(stated.status, stated.text).toBe(201);
      const answer = `/api/legal-entities/${side.company}/payments/${stated.body.id}/answer`;
      await ok(side.accountant.post(answer, { answer: 'confirm' }));
      count(isOld ? 'late outside payment' : 'outside payment');
    },
    /** Somebody transfers more than he owes, with the number of his agreement. */
    transfer: async (): Promise<void> => {
      const found = await running();
      if (!found) return;
      const { number } = await seenSettlement(found.agreement.side, found.agreement.id);
      const line = await bank.transfer(found.rest + dice.whole(1, 50_000), `Оплата по ${number}`);
      await decideLine(line, { decision: 'assign', settlement: number });
      count('overpaid transfer');
    },
  };
}
