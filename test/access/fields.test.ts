import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { operations } from '#contract/index.ts';
import { isWrite, type Operation } from '#contract/kernel/op.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { mailbox } from '#contract/platform/system.ts';
import { boot } from '../helpers/boot.ts';
import type { Reply } from '../helpers/client.ts';
import { bodyFor } from '../helpers/files/multipart.ts';
import { operatingCompanies } from '../helpers/operating.ts';
import { type Actor, makeWorld, type World } from './helpers/actors.ts';
import { addressOf, fromNowhere } from './helpers/addresses.ts';
import { expected, targetsOf } from './helpers/matrix.ts';
import { fieldsOf, sample, strays } from './helpers/sample.ts';
import { differences, snapshot } from './helpers/tables.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.testApp.stop());

/** Everybody whom the operation lets in, with the address of an object he may take it to. */
function allowed(operation: Operation, targets = targetsOf(operation)): { actor: Actor; path: string }[] {
  return world.actors.flatMap((actor) =>
    targets
      .filter((target) => target !== 'absent' && expected(operation, actor.person, target) === '✓')
      .flatMap((target) => addressOf(world, actor, operation, target) ?? [])
      .map((path) => ({ actor, path })),
  );
}

/** The last of them, who in most cases is an administrator, with an object of the home company. */
const somebody = (operation: Operation): { actor: Actor; path: string } =>
  allowed(
    operation,
    targetsOf(operation).filter((target) => target !== 'foreign'),
  ).at(-1)!;

const bodyOf = ({ def }: Operation, which: 'required' | 'all'): Record<string, unknown> =>
  sample(def.body!, which) as Record<string, unknown>;

describe('a write takes only the fields that it declares', () => {
  /** What somebody would like to slip in: the fields of the answer and those that mean power or money. */
  const tempting = ['role', 'status', 'verified', 'balance', 'rate', 'version', 'createdBy', 'constructor'];
  // What a partner sends is judged behind his signature, which the fuzz has.
  const writes = operations.filter((operation) => isWrite(operation) && operation.def.body && !operation.def.signed);

  test('and refuses any other by name, changing nothing', async () => {
    const before = await snapshot(world.testApp.app.database.db);
    for (const operation of writes) {
      const { actor, path } = somebody(operation);
      const good = bodyOf(operation, 'required');
      const own = Object.keys(operation.def.body!.shape);
      // The parser of forms refuses names of Object.prototype by itself, before it gives any field.
      const extra = [...fieldsOf(operation.def.out), ...tempting].filter(
        (field) => !own.includes(field) && !(operation.def.upload && field in {}),
      );
      const send = (more: readonly string[]): Promise<Reply> => {
        const { body, headers } = bodyFor(operation, {
          ...good,
          ...Object.fromEntries(more.map((field) => [field, 1])),
        });
        return actor.client.send(operation.method, path, body, { ...headers, ...fromNowhere() });
      };
      const reply = await send(extra);
      expect([reply.status, reply.body.fields], operation.route).toEqual([
        400,
        Object.fromEntries(extra.map((field) => [field, 'Неизвестное поле'])),
      ]);
      // The parsers refuse this name before anybody looks at fields.
      expect((await send(['__proto__'])).status, operation.route).toBe(400);
    }
    expect(differences(before, await snapshot(world.testApp.app.database.db))).toEqual([]);
    expect(writes.length).toBeGreaterThan(10);
  });

  test('and a change of everything it declares changes nothing else', async () => {
    // Whoever holds a power of attorney keeps the name that stands in it (docs/decisions/0112).
    await world.testApp.owner.query(`update powers_of_attorney set status = 'revoked'`);
    // What a one-time code confirms is tried with its own letters (payment-details.test.ts).
    const changes = writes.filter(
      ({ method, def: { body } }) => method === 'PATCH' && body!.shape['version'] && !body!.shape['code'],
    );
    for (const operation of changes) {
      const { actor, path } = somebody(operation);
      const before = await snapshot(world.testApp.app.database.db);
      const { version } = (await actor.client.get(path)).body;
      const body = { ...bodyOf(operation, 'all'), ...references(operation), version };
      const reply = await actor.client.send(operation.method, path, body);
      expect(reply.status, `${operation.route}: ${reply.text}`).toBe(200);
      const changed = differences(before, await snapshot(world.testApp.app.database.db));
      const undeclared = changed.filter((one) => !mayChange(operation, one));
      expect(undeclared, operation.route).toEqual([]);
      expect(changed.length, operation.route).toBeGreaterThan(2);
    }
    expect(changes.length).toBeGreaterThan(3);
  });

  /** Ids in a body must be those of something that is there. */
  const references = ({ code }: Operation): Record<string, number> => {
    if (code === 'operators.update') return { roleId: world.operatorRole };
    return code === 'employees.update' ? { roleId: world.home.role } : {};
  };

  /** A declared field, sealed or not, and what every change of a row carries along: who made it, when. */
  function mayChange({ code, def }: Operation, changed: string): boolean {
    // What an operator has proposed ends with his right to propose it, and who would have decided is told.
    if (
      code === 'operators.update' &&
      /^(approvals\.(status|decided_at|decision_reason)|\+notifications|\+deliveries)$/.test(changed)
    )
      return true;
    const column = changed.split('.')[1]?.replace(/_sealed$/, '');
    const declared = Object.keys(def.body!.shape).map((field) =>
      field === 'group' ? 'group_name' : field.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`),
    );
    return column !== undefined && [...declared, 'updated_at', 'editors', 'search'].includes(column);
  }
});

describe('an answer', () => {
  /** The address with what the query must have; a sum is all that is owed there, as less may not be paid. */
  function asked({ def }: Operation, path: string): string {
    if (!def.query) return path;
    const query = sample(def.query, 'required') as Record<string, string>;
    return `${path}?${new URLSearchParams({ ...query, ...('amount' in query && { amount: '100' }) })}`;
  }

  test('holds only the fields that its operation declares, whoever asks', async () => {
    let read = 0;
    for (const operation of operations.filter((one) => !isWrite(one) && one.def.out)) {
      for (const { actor, path } of allowed(operation)) {
        const reply = await actor.client.get(asked(operation, path), fromNowhere());
        // There may be nothing to read yet, as an agreement where no offer lies on the table, and while the two bargain no payment has a price.
        if (reply.body.code === 'document.absent') continue;
        if (operation.code === 'payments.quote' && reply.body.code === 'move.illegal') continue;
        // No reminder has sent its link here.
        if (operation.code === 'payment-days.link' && reply.body.code === 'token.dead') continue;
        // Nor is any day sealed here.
        if (operation.code === 'close-day.checkSeal' && reply.body.code === 'object.absent') continue;
        expect(reply.status, `${operation.route} × ${actor.person.name}`).toBe(200);
        expect(strays(operation.def.out!, reply.body), `${operation.route} × ${actor.person.name}`).toEqual([]);
        read++;
      }
    }
    expect(read).toBeGreaterThan(operations.length);
  });

  test('of a refusal holds a code, a sentence, an incident and the refused fields', async () => {
    const { client } = world.actors.find(({ person }) => person.role === 'administrator')!;
    const replies = [
      await world.actors[0]!.client.get('/api/auth/me'),
      await client.get('/api/individuals?limit=1000'),
      await client.get('/api/legal-entities/0'),
      await client.send('POST', '/api/auth/signin', 'not json', { 'content-type': 'application/json' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 400, 404, 400]);
    for (const { body } of replies) {
      const { fields = {}, ...rest } = body;
      expect(rest).toEqual({ code: expect.any(String), message: expect.any(String), incident: expect.any(String) });
      expect(Object.values(fields).every((message) => typeof message === 'string')).toBe(true);
    }
  });

  test('to somebody without a session holds nothing about people', async () => {
    const testApp = await boot({ demo: false });
    const company = await testApp.company({ inn: '7736050003' });
    await testApp.employee({ legalEntityId: company, role: 'head' });
    await testApp.individual({ lastName: 'Единственный', inn: '500100732259', phone: '+79161234567' });
    const secrets = ['Единственный', '500100732259', '79161234567', '@', '7736050003'];
    const open = operations.filter(({ method, def }) => method === 'GET' && def.access === 'anyone');
    const asked: Readonly<Record<string, string>> = { 'consents.publicDocument': '?kind=privacy-policy' };
    const read = async ({ code, path }: Operation): Promise<Reply> =>
      testApp.anonymous().get(path + (asked[code] ?? ''));
    const texts = await Promise.all(
      open.map(async (operation) => ({ route: operation.route, ...(await read(operation)) })),
    );
    // Who runs the platform is everybody's to know.
    const own = Object.values(operatingCompanies).map(({ email }) => email ?? '');
    const told = texts.map(({ route, text }) => ({
      route,
      text: own.reduce((rest, email) => rest.replaceAll(email, ''), text),
    }));
    expect(told.filter(({ text }) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    expect(texts.find(({ route }) => route === mailbox.list.route)?.status).toBe(404);
    await testApp.stop();
  });
});

describe('the measure of answers', () => {
  test('finds a field that nobody declared', () => {
    const schema: z.ZodType = individuals.list.def.out;
    expect(strays(schema, { items: [{ id: 1, passwordHash: 'x' }], total: 1 })).toEqual(['.items[0].passwordHash']);
  });
});
