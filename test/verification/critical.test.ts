import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rolesOf } from '#contract/kernel/access.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import { CRITICAL_PAPERS, criticalFields } from '#domain/parties/verification.ts';
import { FILE_SLOTS } from '#domain/values/file-kinds.ts';
import type { Client, Reply } from '#test/helpers/client.ts';
import { smallPaper } from '#test/helpers/files/multipart.ts';
import { makeScenario, type Player, type Scenario, type Target } from './helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

const people = { lastName: 'Новый', firstName: 'Новое', middleName: 'Новович', inn: '771234567859' };
const papers = { snils: '11223344595', passport: { series: '4511', number: '654321' } };
const morePapers = {
  passportIssuedAt: '2011-06-01',
  passportIssuedBy: 'ОВД Нового района',
  passportDepartment: '770-001',
  regAddress: 'г. Москва, Новая ул., д. 1',
};

/** Each form of what is verified: its operation, what is critical in it with another value, and what is not. */
const forms = [
  {
    name: 'a person',
    target: () => scenario.person,
    path: '',
    operation: individuals.update,
    critical: criticalFields.individuals,
    values: { ...people, ...papers, ...morePapers, birthDate: '1970-01-02' } as Record<string, unknown>,
    plain: [],
  },
  {
    name: 'a company',
    target: () => scenario.company,
    path: '',
    operation: legalEntities.update,
    critical: criticalFields.legalEntities,
    values: { fullName: 'Новая', shortName: 'Новая', kpp: '770701001', ogrn: '1027739609391' },
    plain: ['legalAddress', 'phone', 'email', 'site'],
  },
  {
    name: 'a representative',
    target: () => scenario.company,
    path: '/representative',
    operation: legalEntities.updateRepresentative,
    critical: criticalFields.representatives,
    values: {
      ...people,
      ...papers,
      basis: 'power_of_attorney',
      basisNumber: '77 АВ 1',
      basisDate: '2025-01-02',
      basisValidUntil: '2030-01-02',
      email: 'drugoy@example.test',
    },
    plain: ['position', 'phone'],
  },
] as const;

/** The operators who may send the form, as the contract says. */
const operatorsOf = (operation: (typeof forms)[number]['operation']): Player[] =>
  rolesOf(operation.def.access, 'operator').map((role) =>
    role === 'administrator' ? 'administrator' : (`operator:${role}` as Player),
  );

/** Puts the object back, verified, with the data it had: each case changes one field alone. */
async function verified(target: Target): Promise<void> {
  await scenario.run(`update individuals set last_name = 'Иванов', first_name = 'Иван', middle_name = null,
    birth_date = '1985-04-12', inn = '500100732259'`);
  await scenario.run(`update legal_entities set full_name = 'Прежняя', short_name = 'Прежняя', kpp = null, ogrn = '1027700132195'
    where id = ${scenario.company.id}`);
  await scenario.run(`update representatives set last_name = 'Кравцов', first_name = 'Алексей', middle_name = null,
    basis = 'charter', basis_number = '1', basis_date = null, basis_valid_until = null, inn = null, email = null`);
  await scenario.place(target, 'verified');
}

describe.each(forms)('of $name', ({ target, path, operation, critical, values, plain }) => {
  const send = async (client: Client, field: string, value: unknown) => {
    const { version } = (await scenario.clients.administrator.get(target().path + path)).body;
    return client.patch(target().path + path, { [field]: value, version });
  };
  const statusNow = async () => (await scenario.clients.administrator.get(target().path)).body.verificationStatus;

  test('each field that the form takes is critical or said to be plain', () => {
    const taken = Object.keys(operation.def.body.shape).filter((field) => field !== 'version' && field !== 'code');
    expect(taken.toSorted()).toEqual([...critical, ...plain].toSorted());
  });

  test.each(critical)(
    '«%s», changed by an operator, goes back to verification, which another one decides',
    async (field) => {
      for (const player of operatorsOf(operation)) {
        await verified(target());
        const reply = await send(scenario.clients[player], field, values[field as keyof typeof values]);
        expect([player, reply.status, await statusNow()]).toEqual([player, 200, 'pending']);
      }
      const last = scenario.clients[operatorsOf(operation).at(-1)!];
      expect((await scenario.make(last, target(), 'approve')).body.code).toBe('verification.own_edit');
      expect((await scenario.make(scenario.secondAdministrator, target(), 'approve')).status).toBe(200);
    },
  );

  test.each(critical)(
    '«%s», changed by the owner, is not changed before he has confirmed it by a code',
    async (field) => {
      await verified(target());
      const reply = await send(scenario.clients[target().owner], field, values[field as keyof typeof values]);
      expect([reply.body.code, await statusNow()]).toEqual(['code.needed', 'verified']);
    },
  );
});

test('the owner is told when an operator has changed what was verified', async () => {
  await verified(scenario.person);
  const { version } = (await scenario.clients.administrator.get(scenario.person.path)).body;
  await scenario.clients['operator:manager'].patch(scenario.person.path, { lastName: 'Другой', version });
  const { items } = (await scenario.clients.individual.get('/api/notifications')).body;
  expect(items[0].title).toBe('Оператор изменил проверенные данные: они проверяются заново');
});

/** Whose papers they are, and which of them verification does not look at. */
const slots = [
  { owner: 'individual', target: () => scenario.person, path: '', plain: ['income'] },
  { owner: 'legalEntity', target: () => scenario.company, path: '', plain: ['card'] },
  { owner: 'representative', target: () => scenario.company, path: '/representative', plain: [] },
] as const;

describe.each(slots)('a paper of $owner', ({ owner, target, path, plain }) => {
  const client = () => scenario.clients[target().owner];
  const slot = (kind: string) => `${target().path}${path}/file/${kind}`;
  const put = (kind: string): Promise<Reply> => {
    const form = new FormData();
    form.set('file', new File([smallPaper], 'скан.pdf'));
    return client().send('PUT', slot(kind), form);
  };
  const statusNow = async () => (await scenario.clients.administrator.get(target().path)).body.verificationStatus;

  test('is critical or said to be plain', () => {
    expect(Object.keys(FILE_SLOTS[owner]).toSorted()).toEqual([...CRITICAL_PAPERS[owner], ...plain].toSorted());
  });

  test.each(CRITICAL_PAPERS[owner])(
    '«%s», replaced or removed, goes back to verification, which another one decides',
    async (kind) => {
      await verified(target());
      // A paper that was not there before changes nothing of what was looked at.
      expect([(await put(kind)).status, await statusNow()]).toEqual([200, 'verified']);
      expect([(await put(kind)).status, await statusNow()]).toEqual([200, 'pending']);
      expect((await client().delete(slot(kind))).body.code).toBe('move.illegal');
      expect((await scenario.make(scenario.secondAdministrator, target(), 'approve')).status).toBe(200);
      expect([(await client().delete(slot(kind))).status, await statusNow()]).toEqual([204, 'pending']);
    },
  );

  test.each(plain)('«%s» is replaced and removed as ever', async (kind) => {
    await verified(target());
    expect([(await put(kind)).status, (await put(kind)).status]).toEqual([200, 200]);
    expect([(await client().delete(slot(kind))).status, await statusNow()]).toEqual([204, 'verified']);
  });
});

test('no operator puts a paper of somebody else, or takes one away', async () => {
  await verified(scenario.person);
  const form = new FormData();
  form.set('file', new File([smallPaper], 'скан.pdf'));
  const path = `${scenario.person.path}/file/passport`;
  for (const player of ['administrator', 'operator:manager', 'operator:verifier'] as const) {
    const client = scenario.clients[player];
    expect([(await client.send('PUT', path, form)).status, (await client.delete(path)).status]).toEqual([403, 403]);
  }
});
