import type { Day } from '#domain/values/days.ts';
import { reconcileDay } from '#server/modules/reconciliation/reconcile.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { agree, openPaymentScenario, seenSettlement } from '../../payments/helpers/scenario.ts';

export interface Difference {
  id: number;
  statementId: string | null;
  replacedLine: string | null;
  decisions: string[];
}

/** Days of the partner's statement as a test writes them, and those who decide what does not agree. */
export async function openStatements() {
  const scenario = await openPaymentScenario();
  const { app } = scenario.testApp;
  const accountant = scenario.platformAccountant;
  const path = '/internal/reconciliations/differences';
  return {
    scenario,
    accountant,
    path,
    decide: (id: number, body: object) => accountant.post(`${path}/${id}/decision`, body),
    queue: async (): Promise<Difference[]> => (await accountant.get(`${path}?filter[status]=open`)).body.items,
    /** A day of the partner's statement, each movement by its own number; whose it is only its purpose says. */
    compare: (day: Day, movements: readonly (readonly [id: string, amount: number, purpose?: string])[]) =>
      inSystemTransaction(app.database.db, 'reconciliation.byClock', (tx) =>
        reconcileDay(app, tx, {
          day,
          accountId: null,
          statement: {
            opening: 0,
            closing: 0,
            rows: movements.map(([id, amount, purpose = '']) => ({
              id,
              kind: 'transfer',
              key: null,
              amount,
              purpose,
              at: new Date(),
            })),
          },
        }),
      ),
    /** What stands on accounts by now, whatever day it is of. */
    accounts: async (): Promise<number[]> => {
      const rows = await scenario.run(
        `select account, sum(debit - credit)::bigint as sum from ledger_balances group by 1`,
      );
      return ['1010', '2010', '2030', '9100'].map((one) =>
        Number(rows.find(({ account }) => account === one)?.['sum'] ?? 0),
      );
    },
    /** The number of another agreement. */
    number: async (): Promise<string> => (await seenSettlement(scenario, await agree(scenario))).number,
    /** The second person agrees to what was proposed last. */
    byTwo: async () => {
      const { items } = (await scenario.operator.get('/api/approvals?filter[status]=pending')).body;
      return (await scenario.operator.post(`/api/approvals/${items[0].id}/decision`, { decision: 'approve' })).body;
    },
  };
}
