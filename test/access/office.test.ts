import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { rolesOf } from '#contract/kernel/access.ts';
import { defaultFee } from '#domain/money/tariff.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { toDay } from '#domain/values/days.ts';
import { texts as home } from '#web/pages/home/texts.ts';
import { type Booted, boot, type Signed } from '../helpers/boot.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

/** What the front page may say only once the platform does it: by the words, the module that does. */
const promises = [
  ['chats', /переписыва|чат/i],
  ['contacts', /каждый шаг записан/i],
] as const;

test.each(promises)('the front page promises nothing of «%s» before it is there', (module, words) => {
  const isThere = operations.some(({ code }) => code.startsWith(`${module}.`));
  const said = JSON.stringify(home).match(words)?.[0];
  expect(isThere ? undefined : said).toBeUndefined();
});

describe('the table of what a company has', () => {
  const exports = operations.filter(
    ({ path, method, def }) => method === 'GET' && path.includes('/exports/excel') && def.on?.['id'] === 'legalEntity',
  );

  test.each(exports.map((operation) => [operation.code, operation] as const))(
    'is open to the administrator by «%s»',
    async (_, { path, def }) => {
      expect(def.access === 'anyone' ? [] : rolesOf(def.access, 'operator')).toContain('administrator');
      const { client } = await testApp.operator('administrator');
      const reply = await client.get(path.replace('{id}', String(await testApp.company())));
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        200,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ]);
    },
  );
});

test('what accountants propose is decided by another accountant, never by a manager', async () => {
  const [maker, other, manager] = [
    await testApp.operator('accountant'),
    await testApp.operator('accountant'),
    await testApp.operator('manager'),
  ];
  await maker.client.post('/api/dictionaries/tariff/items', {
    ...defaultFee(KNOWN_RATES, toDay('2026-11-20')),
    name: 'Новый',
    legalEntityId: null,
    validFrom: '2032-01-01',
    validTo: '2032-12-31',
  });
  const { items } = (await other.client.get('/api/approvals?filter[status]=pending')).body;
  const [{ id, mayDecide }] = items;
  expect(mayDecide).toBe(true);
  const decide = ({ client }: Signed) => client.post(`/api/approvals/${id}/decision`, { decision: 'approve' });
  expect((await manager.client.get('/api/approvals?filter[status]=pending')).body.items[0].mayDecide).toBe(false);
  expect((await decide(manager)).status).toBe(403);
  expect((await decide(maker)).body.code).toBe('approval.own');
  expect((await decide(other)).body.status).toBe('approved');
});

describe('the audit', () => {
  test.each(['accountant', 'observer'] as const)('shows the %s only what cards show him of people', async (role) => {
    const secrets = {
      inn: '771234567859',
      phone: `+7916123778${role.length % 10}`,
      email: `${role}-secret@test.example`,
    };
    const administrator = (await testApp.operator('administrator')).client;
    const { individualId, client } = await testApp.individual({ email: secrets.email, phone: secrets.phone });
    await administrator.patch(`/api/individuals/${individualId}`, { inn: secrets.inn, version: 1 });
    const newcomer = `${role}-invited@test.example`;
    const roles = (await administrator.get('/internal/operator-roles')).body.items;
    await administrator.post('/internal/operators/invitations', { email: newcomer, roleId: roles[0].id });
    const reader = (await testApp.operator(role)).client;
    const seenBy = async (who: typeof client) => (await who.get('/internal/audit-log?limit=100')).text;
    const whole = await seenBy(administrator);
    const masked = await seenBy(reader);
    for (const one of [...Object.values(secrets), newcomer]) {
      expect(whole, one).toContain(one);
      expect(masked, one).not.toContain(one);
    }
    expect(masked).toContain('77******59');
    expect(masked).toContain('a***@test.example'.replace('a', role.charAt(0)));
    expect((await reader.get(`/api/individuals/${individualId}`)).body).toMatchObject({ inn: '77******59' });
  });
});
