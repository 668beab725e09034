import { afterAll, expect, test } from 'vitest';
import { makeScenario } from '../settlements/helpers/scenario.ts';

const scenario = await makeScenario();
afterAll(() => scenario.testApp.stop());

test('a request that was closed before any bargaining says by whom: its author, or an operator', async () => {
  const own = `/api/individuals/${scenario.debtorId}/questionnaires`;
  const entry = await scenario.claim();
  const first = (await scenario.requestOf(entry)).body;
  expect(first.withdrawnBy).toBeNull();
  expect((await scenario.debtor.delete(`${own}/${first.id}`)).status).toBe(204);
  const { id, version } = (await scenario.requestOf(entry)).body;
  const inside = `/internal/questionnaires/individuals/${scenario.debtorId}/requests/${id}`;
  const closed = await scenario.operator.post(`${inside}/withdraw`, { reason: 'Подана дважды', version });
  expect([closed.status, closed.body.withdrawnBy]).toEqual([200, 'operator']);
  const { items } = (await scenario.debtor.get(own)).body;
  expect(items.map((one: { id: number; withdrawnBy: string | null }) => [one.id, one.withdrawnBy])).toEqual([
    [id, 'operator'],
    [first.id, 'individual'],
  ]);
});
