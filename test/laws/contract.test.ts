import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contract, operations } from '#contract/index.ts';
import { kinds, needsPermission, type Resource, rolesOf, scopeOf } from '#contract/kernel/access.ts';
import { type ErrorCode, errors, statusOf } from '#contract/kernel/errors.ts';
import { isText, isWrite, type Operation, statusesOf, successOf } from '#contract/kernel/op.ts';
import { appDefinition } from '#server/modules/index.ts';
import { describeApi } from '#server/platform/http/openapi.ts';
import { readSpecification, shapeOf } from '../../scripts/docs/specification.ts';
import { fieldsOf } from '../access/helpers/sample.ts';
import { filesUnder } from '../helpers/files/files.ts';

const routes = operations.map(({ route }) => route);
const routesOf = (some: readonly Operation[]): string[] => some.map(({ route }) => route);
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('every operation', () => {
  test('says in Russian what it does, each in words of its own', () => {
    expect(operations.length).toBeGreaterThan(50);
    expect(routesOf(operations.filter(({ def }) => !/^[А-ЯЁ][^A-Za-z]{2,}$/.test(def.about)))).toEqual([]);
    const inGroups = operations.map(({ group, def }) => `${group}: ${def.about}`);
    expect(repeated(inGroups)).toEqual([]);
  });

  test('says who may ask, and means at least one kind of people', () => {
    const closed = operations.filter(
      ({ def }) => def.access !== 'anyone' && kinds.every((kind) => scopeOf(def.access as never, kind) === undefined),
    );
    expect(routesOf(closed)).toEqual([]);
  });

  test('gives a permission that it asks for to some role from the start, each role once', () => {
    const wrong = operations.filter(({ def: { access } }) => {
      if (access === 'anyone') return false;
      const asking = kinds.filter((kind) => needsPermission(access, kind)).map((kind) => rolesOf(access, kind));
      return asking.some((roles) => roles.length === 0 || repeated(roles).length > 0);
    });
    expect(routesOf(wrong)).toEqual([]);
  });

  test('names the object behind each id of its path, and no other', () => {
    const wrong = operations.filter(({ params, def }) => {
      const ids = params.filter((param) => !isText(param));
      return ids.join() !== Object.keys(def.on ?? {}).join() || repeated(params).length > 0;
    });
    expect(routesOf(wrong)).toEqual([]);
  });

  test('names objects that the server can find within every scope that it gives', () => {
    const missing = operations.flatMap(({ route, def }) =>
      Object.values(def.on ?? {}).flatMap((resource, index) =>
        kinds
          .map((kind) => (def.access === 'anyone' ? undefined : scopeOf(def.access, kind)))
          .filter((scope) => scope !== undefined && !isReachable(resource, index, scope))
          .map((scope) => `${route}: ${resource} by ${scope}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  const isReachable = (resource: Resource, index: number, scope: string): boolean => {
    const rule = appDefinition.resources[resource];
    return rule !== undefined && (index > 0 && rule.parent !== undefined ? true : scope in rule.scopes);
  };

  test('that reads and names no object says of what its rows are, where they are not the same to everybody', () => {
    const narrow = operations.filter((one) => {
      const { access } = one.def;
      const scopes = access === 'anyone' ? [] : kinds.map((kind) => scopeOf(access, kind));
      return (
        // A report may be asked for in a body.
        (!isWrite(one) || one.def.file) &&
        !one.params.some((param) => !isText(param)) &&
        scopes.some((scope) => scope && scope !== 'all')
      );
    });
    expect(routesOf(narrow.filter(({ def }) => !def.lists))).toEqual([]);
    // These have rows of nobody (templates, verified companies), of the session or the link itself, or a rule of their own:
    // views that colleagues share, and the search, each part of which goes by the right of its own list. What they answer to
    // whom is looked at in test/access/rows.test.ts all the same.
    expect(operations.filter(({ def }) => def.lists?.length === 0).map(({ code }) => code)).toEqual([
      'auth.me',
      'consents.mine',
      'own-data.archive',
      'registries.template',
      'simple-registries.template',
      'requests.creditors',
      'shown-files.get',
      'search.find',
      'notifications.choices',
      'saved-views.list',
    ]);
  });

  test('lists what the server can keep within every scope that it gives', () => {
    const wrong = operations.filter(({ def: { access, lists = [] } }) => {
      if (access === 'anyone') return lists.length > 0;
      const scopes = kinds.flatMap((kind) => scopeOf(access, kind) ?? []);
      return lists.some((resource) =>
        scopes.some((scope) => !appDefinition.resources[resource]?.scopes[scope] && scope !== 'all'),
      );
    });
    expect(routesOf(wrong)).toEqual([]);
  });

  test('has a code and an address of its own', () => {
    expect(repeated(operations.map(({ code }) => code))).toEqual([]);
    expect(repeated(routes.map(shapeOf))).toEqual([]);
    const modules = contract.map((module) => Object.values(module)[0]!.code.split('.')[0]!);
    expect(repeated(modules)).toEqual([]);
  });

  test('is answered by the server, which answers no other', () => {
    expect(appDefinition.operations.map(({ operation }) => operation.code).sort()).toEqual(
      operations.map(({ code }) => code).sort(),
    );
  });

  test('answers 201 only when it makes something, and reads have no body', () => {
    expect(routesOf(operations.filter((one) => successOf(one) === 201 && one.method !== 'POST'))).toEqual([]);
    expect(routesOf(operations.filter((one) => !isWrite(one) && (one.def.body || successOf(one) !== 200)))).toEqual([]);
  });

  test('of a creditor about a deal says which of its words its debtor reads', () => {
    const agreed: readonly string[] = ['settlement', 'request', 'payment', 'registryEntry', 'simpleEntry'];
    const silent = operations.flatMap(({ code, def }) => {
      const isOfCreditor = def.access !== 'anyone' && scopeOf(def.access, 'employee') !== undefined;
      if (!isOfCreditor || !Object.values(def.on ?? {}).some((on) => agreed.includes(on))) return [];
      const words = Object.keys(def.body?.shape ?? {}).filter((field) =>
        ['comment', 'reason', 'why', 'text'].includes(field),
      );
      return words.filter((field) => !def.toDebtor?.includes(field)).map((field) => `${code} ${field}`);
    });
    // Of a life event an operator reads, why a claim is withdrawn or looked at whole and why a call is denied stays with us, of what a head is asked his head does; why a request is declined is chosen from a list.
    expect(silent).toEqual([
      'life-events.enterByCreditor comment',
      'registries.withdrawEntry reason',
      'registries.reveal reason',
      'simple-registries.withdrawEntry reason',
      'simple-registries.reveal reason',
      'requests.decline reason',
      'settlements.askToOffer reason',
      'settlements.askToReschedule reason',
      'settlements.askToAccept reason',
      'settlements.decideAsked reason',
      'contacts.fail why',
    ]);
  });

  test('takes no unknown field in its body and its query', () => {
    const lax = operations.filter(({ def }) =>
      [def.query, def.body].some((schema) => schema?._zod.def.catchall?._zod.def.type !== 'never' && schema),
    );
    expect(routesOf(lax)).toEqual([]);
  });

  test('that changes an object with a version takes the version', () => {
    const changes = operations.filter(
      ({ method, path }) => (method === 'PATCH' || method === 'PUT') && hasVersion(path),
    );
    expect(routesOf(changes.filter(({ def }) => !def.body?.shape['version']))).toEqual([]);
    expect(routesOf(changes.filter(({ def }) => !def.errors?.includes('version.stale')))).toEqual([]);
    expect(changes.length).toBeGreaterThan(3);
  });

  const hasVersion = (path: string): boolean =>
    operations.some((one) => one.method === 'GET' && one.path === path && fieldsOf(one.def.out).includes('version'));
});

describe('refusals', () => {
  const sources = filesUnder(['src'])
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('kernel/errors.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'));

  test('are all used by something', () => {
    const unused = Object.keys(errors).filter((code) => !sources.some((text) => text.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });

  test('have a Russian sentence and a status that fits them', () => {
    const wrong = Object.entries(errors).filter(
      ([, [status, message]]) => !/^[А-ЯЁ]/.test(message) || status < 400 || message.endsWith('.'),
    );
    expect(wrong).toEqual([]);
  });

  test('of an operation are declared once, and none of them is a failure', () => {
    const wrong = operations.filter(({ def }) => {
      const declared: readonly ErrorCode[] = def.errors ?? [];
      return repeated(declared).length > 0 || declared.some((code) => statusOf(code) === 500);
    });
    expect(routesOf(wrong)).toEqual([]);
  });

  test('and successes are described in OpenAPI, every status in words', () => {
    const described = describeApi(operations, 'http://test') as {
      paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
    };
    for (const operation of operations) {
      const { responses } = described.paths[operation.path]![operation.method.toLowerCase()]!;
      expect(Object.keys(responses).map(Number)).toEqual(statusesOf(operation));
      expect(Object.values(responses).filter(({ description }) => /^\d/.test(description))).toEqual([]);
    }
  });
});

describe('the specification', () => {
  const asked = readSpecification().flatMap((section) => section.routes);

  test('is here whole: 228 operations, none twice', () => {
    expect(asked).toHaveLength(228);
    expect(repeated(asked)).toEqual([]);
  });

  test('is followed word for word by every operation that it has', () => {
    const shapes = new Map(asked.map((route) => [shapeOf(route), route]));
    const renamed = routes.filter((route) => shapes.has(shapeOf(route)) && shapes.get(shapeOf(route)) !== route);
    expect(renamed).toEqual([]);
    expect(routes.filter((route) => asked.includes(route)).length).toBeGreaterThan(40);
  });
});
