import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { stateOf } from '../security/helpers/state.ts';

let testApp: Booted;
let operator: Client;
let head: Client;
let legalEntityId: number;
beforeAll(async () => {
  testApp = await boot();
  legalEntityId = await testApp.company();
  operator = (await testApp.operator('administrator')).client;
  head = (await testApp.employee({ legalEntityId, role: 'head' })).client;
});
afterAll(() => testApp.stop());

interface Edited {
  path: string;
  change: object;
}

/** Everything that people edit by its version: who edits it, where, and a change that is right by itself. */
const editable: { name: string; editor: () => Client; make: () => Promise<Edited> }[] = [
  {
    name: 'an individual',
    editor: () => operator,
    make: async () => ({
      path: `/api/individuals/${(await testApp.individual()).individualId}`,
      change: { lastName: 'Сидоров' },
    }),
  },
  {
    name: 'a company',
    editor: () => operator,
    make: async () => ({
      path: `/api/legal-entities/${await testApp.company()}`,
      change: { legalAddress: 'Москва' },
    }),
  },
  {
    name: 'an employee',
    editor: () => head,
    make: async () => ({
      path: `/api/legal-entities/${legalEntityId}/employees/${(await testApp.employee({ legalEntityId, role: 'observer' })).membershipId}`,
      change: { position: 'Аналитик' },
    }),
  },
  {
    name: 'an operator',
    editor: () => operator,
    make: async () => ({
      path: `/internal/operators/${(await testApp.operator('observer')).operatorId}`,
      change: { active: false },
    }),
  },
  {
    name: 'a role of employees',
    editor: () => head,
    make: async () => ({
      path: `/api/employee-roles/${(await head.post('/api/employee-roles', { name: 'Роль' })).body.id}`,
      change: { name: 'Другая' },
    }),
  },
  {
    name: 'a role of operators',
    editor: () => operator,
    make: async () => ({
      path: `/internal/operator-roles/${(await operator.post('/internal/operator-roles', { name: 'Роль' })).body.id}`,
      change: { name: 'Другая' },
    }),
  },
];

describe.each(editable)('a change of $name', ({ editor, make }) => {
  test('from a stale version is refused and writes nothing; from the present one it is done', async () => {
    const { path, change } = await make();
    const client = editor();
    const { version } = (await client.get(path)).body;
    const before = await stateOf(testApp);
    for (const stale of [version + 1, version + 100]) {
      const refused = await client.patch(path, { ...change, version: stale });
      expect(refused.status).toBe(409);
      expect(refused.body.code).toBe('version.stale');
    }
    expect(await stateOf(testApp)).toEqual(before);
    const done = await client.patch(path, { ...change, version });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ ...change, version: version + 1 });
    expect((await client.patch(path, { ...change, version })).body.code).toBe('version.stale');
  });

  test('names its version in the body or in If-Match', async () => {
    const { path, change } = await make();
    const client = editor();
    const { version } = (await client.get(path)).body;
    const nameless = await client.patch(path, change);
    expect(nameless.status).toBe(400);
    expect(nameless.body.fields).toHaveProperty('version');
    expect((await client.patch(path, change, { 'if-match': `"${version + 1}"` })).body.code).toBe('version.stale');
    expect((await client.patch(path, change, { 'if-match': `"${version}"` })).status).toBe(200);
  });
});

describe('sixteen people who edit one company', () => {
  const writers = 16;
  const editsEach = 4;
  const fields = ['shortName', 'legalAddress', 'site'] as const;
  type Company = Record<(typeof fields)[number], string | null> & { version: number };

  test('never overwrite what they have not seen', async () => {
    const path = `/api/legal-entities/${await testApp.company()}`;
    const done: { base: Company; result: Company; change: Partial<Company> }[] = [];
    let refused = 0;
    const edit = async (writer: number): Promise<void> => {
      for (let edits = 0; edits < editsEach; ) {
        const base: Company = (await operator.get(path)).body;
        const field = fields[(writer + edits) % fields.length]!;
        const change = { [field]: `${field} ${writer}.${edits}` };
        const reply = await operator.patch(path, { ...change, version: base.version });
        if (reply.status === 200) {
          done.push({ base, result: reply.body, change });
          edits++;
        } else {
          expect(reply.body.code).toBe('version.stale');
          refused++;
        }
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => edit(writer)));
    expect(refused).toBeGreaterThan(0);
    done.sort((a, b) => a.base.version - b.base.version);
    expect(done).toHaveLength(writers * editsEach);
    const told = (company: Company) => fields.map((field) => company[field]);
    for (const [index, { base, result, change }] of done.entries()) {
      expect(result.version).toBe(base.version + 1);
      expect(told(result)).toEqual(told({ ...base, ...change }));
      if (index > 0) expect(told(base)).toEqual(told(done[index - 1]!.result));
    }
    const final: Company = (await operator.get(path)).body;
    expect(told(final)).toEqual(told(done.at(-1)!.result));
  });
});
