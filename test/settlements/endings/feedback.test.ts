import { expect, test } from 'vitest';
import { agree, openPaymentScenario, payFully, seenSettlement } from '../../payments/helpers/scenario.ts';

const scenario = await openPaymentScenario();

const rate = (id: number, body: object) =>
  scenario.debtor.put(`/api/individuals/${scenario.debtorId}/loans/${id}/rate`, body);

test('what a debtor thinks of a settlement is kept at once, published when somebody has read it, and judged anew when it changes', async () => {
  const id = await agree(scenario);
  expect((await rate(id, { rating: 5 })).body.code).toBe('move.illegal');
  await payFully(scenario, id, 3_000_000);
  expect((await rate(id, { rating: 6 })).status).toBe(400);
  const rated = await rate(id, { rating: 5, text: 'Всё честно' });
  expect(rated.body.feedback).toEqual({ rating: 5, text: 'Всё честно', status: 'moderation', reason: null });
  const waiting = (await scenario.operator.get('/internal/feedback?filter[status]=moderation')).body.items;
  expect(waiting).toMatchObject([{ id, rating: 5, text: 'Всё честно' }]);
  const judge = (body: object) => scenario.operator.put(`/api/loans/${id}/feedback/moderation`, body);
  expect((await judge({ move: 'reject' })).body.fields.reason).toContain('Назовите причину');
  expect((await judge({ move: 'publish' })).body.status).toBe('published');
  expect((await judge({ move: 'publish' })).body.code).toBe('move.illegal');
  expect((await rate(id, { rating: 4 })).body.feedback).toMatchObject({
    rating: 4,
    text: null,
    status: 'moderation',
  });
  expect((await judge({ move: 'reject', reason: 'Не по делу' })).body).toMatchObject({ status: 'rejected' });
  expect((await seenSettlement(scenario, id)).feedback).toMatchObject({ status: 'rejected', reason: 'Не по делу' });
  await scenario.run(
    `update settlements set status = 'closed', close_reason = 'fulfilled', closed_at = now() - interval '31 days' where id = $1`,
    [id],
  );
  expect((await rate(id, { rating: 3 })).body.code).toBe('move.illegal');
  await scenario.run(`update settlements set status = 'paid', close_reason = null, closed_at = null where id = $1`, [
    id,
  ]);
});
