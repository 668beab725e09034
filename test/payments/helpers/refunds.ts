import type { Reply } from '../../helpers/client.ts';
import type { openPaymentScenario } from './scenario.ts';

export const refundReason = 'Заплачено по ошибке, просит вернуть';

/** How a refund is proposed by one person and decided by another; the accountant proposes. */
export function refundSteps(scenario: Awaited<ReturnType<typeof openPaymentScenario>>) {
  const accountant = scenario.platformAccountant;
  const card = async (id: number, client = accountant) => (await client.get(`/api/payments/${id}`)).body;
  return {
    card,
    propose: (id: number, amount: number, makesLate?: boolean): Promise<Reply> =>
      accountant.post(`/internal/payments/${id}/refunds`, {
        amount,
        reason: refundReason,
        ...(makesLate && { makesLate }),
      }),
    /** The second person decides what waits about a payment. */
    decide: async (id: number, decision = 'approve'): Promise<Reply> => {
      const [waiting] = (await card(id, scenario.operator)).pendingApprovals;
      return scenario.operator.post(`/api/approvals/${waiting.id}/decision`, { decision });
    },
    /** The key under which the partner knows the last refund of a payment. */
    refundKey: async (id: number): Promise<string> =>
      (await scenario.run('select partner_key from refunds where payment_id = $1 order by id desc limit 1', [id]))[0]![
        'partner_key'
      ] as string,
  };
}
