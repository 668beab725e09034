import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import type { Client } from '../helpers/client.ts';
import { agreed, three } from '../settlements/helpers/addenda.ts';
import { openBargaining } from '../settlements/helpers/bargaining.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';

let scenario: Scenario;
let observer: Client;
/** The same at the company, and a head at another one. */
let both: Client;
let paths: string[];
beforeAll(async () => {
  scenario = await makeScenario();
  const { testApp, company, registry, debtorId } = scenario;
  const at = { legalEntityId: company, role: 'observer', power: null } as const;
  ({ client: observer } = await testApp.employee(at));
  const two = await testApp.employee(at);
  both = two.client;
  const other = await testApp.company({ inn: '7728168971', verificationStatus: 'verified' });
  await scenario.run(
    `insert into memberships (employee_id, legal_entity_id, role_id, position)
      select $1, $2, id, 'Директор' from roles where kind = 'employee' and code = 'head' and system`,
    [two.employeeId, other],
  );
  await scenario.run(
    `insert into representatives (legal_entity_id, last_name, first_name, inn, phone, email, basis)
      values ($1, 'Кравцов', 'Алексей', '500100732259', '+79161234567', 'kravtsov@alpha.test', 'charter')`,
    [company],
  );
  const { id, request } = await openBargaining(scenario);
  const settlement = await agreed(scenario, three);
  await scenario.run(
    `insert into life_events (kind, since, individual_id, legal_entity_id, side, status, comment, reason, entered_by)
      values ('illness', ${MOSCOW_TODAY}, $1, $2, 'creditor', 'in_force', 'Диагноз из справки', 'Подтверждено',
        (select min(id) from accounts))`,
    [debtorId, company],
  );
  await scenario.run(
    `insert into approvals (kind, object_type, object_id, reason, maker_id, expires_at)
      select 'verification.block', t, i, 'Подозрение оператора', (select min(id) from accounts), now() + interval '1 day'
      from (values ('individuals', $1::bigint), ('legalEntities', $2::bigint)) as v (t, i)`,
    [debtorId, company],
  );
  const own = `/api/legal-entities/${company}`;
  paths = [
    own,
    ...['representative', 'employees', 'payment-details', 'policy', 'loans', 'individual-questionnaires'].map(
      (part) => `${own}/${part}`,
    ),
    ...['simple-requests', `registries/${registry}`, `registries/${registry}/entries`].map((part) => `${own}/${part}`),
    `/api/loans/${id}`,
    `/api/loans/${settlement}`,
    `/api/individuals/${debtorId}`,
    `/api/individuals/${debtorId}/questionnaires/${request.id}`,
  ];
});
afterAll(() => scenario.testApp.stop());

test('a right in another company shows nothing more of this one', async () => {
  let found = 0;
  for (const path of paths) {
    const [one, two] = [await observer.get(path), await both.get(path)];
    expect([path, two.status]).toEqual([path, one.status]);
    // A refusal bears a number of its own.
    if (one.status !== 200) continue;
    expect([path, two.body]).toEqual([path, one.body]);
    found += 1;
  }
  expect(found).toBeGreaterThan(6);
});
