import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rolesOf, scopeOf } from '#contract/kernel/access.ts';
import { op } from '#contract/kernel/op.ts';
import { approvals } from '#contract/platform/approvals.ts';
import { appDefinition } from '#server/modules/index.ts';
import { defineLetter } from '#server/platform/jobs/letters.ts';
import { assembleApp } from '#server/platform/module.ts';
import { filesUnder } from '../helpers/files/files.ts';

const letters = { welcome: defineLetter({ subject: () => 'Здравствуйте', text: () => 'Вы здесь' }) };
const operation = op('GET /api/chats/{id}', { about: 'Беседа', access: 'anyone', on: { id: 'savedView' } });
const operations = [{ operation, handler: async () => undefined }];

it('every folder of server modules is a module of the same name', () => {
  const folders = readdirSync('src/server/modules', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = appDefinition.modules.map(({ name }) => name).filter((name) => name !== 'platform');
  expect(names.toSorted()).toEqual(folders.map(({ name }) => name).sort());
});

const rules = Object.entries(appDefinition.approvals);

it('what a module declares as proposed it also carries out', () => {
  const declared = filesUnder(['src/server/modules']).flatMap((file) => {
    const kinds =
      /interface ApprovalKinds[^{]*\{([^}]*(?:\{[^}]*\}[^}]*)*)\}/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    return [...kinds.matchAll(/'([\w.]+)': \{/g)].map(([, kind]) => kind);
  });
  expect(declared.length).toBeGreaterThan(5);
  expect(declared.filter((kind) => !rules.some(([carried]) => carried === kind))).toEqual([]);
});

it('what is proposed about something names it: its table, or its resource, says what people call one', () => {
  const { tables, resources } = appDefinition;
  const named = [
    ...Object.entries(tables).flatMap(([table, { name }]) => (name ? [table] : [])),
    ...Object.values(resources).flatMap((rule) => (rule?.name ? [rule.table] : [])),
  ];
  const nameless = rules.flatMap(([, { about }]) => Object.keys(about).filter((table) => !named.includes(table)));
  expect(nameless).toEqual([]);
});

it('two roles at least can decide what operators propose, so that one administrator is enough', () => {
  const deciders = rolesOf(approvals.decide.def.access, 'operator');
  const ofOperators = rules.filter(([, { by }]) => by === 'operators');
  const lonely = ofOperators.filter(([, { decides }]) => {
    const { access } = decides.def;
    return access === 'anyone' || rolesOf(access, 'operator').filter((role) => deciders.includes(role)).length < 2;
  });
  expect(lonely).toEqual([]);
  expect(ofOperators.length).toBeGreaterThan(5);
});

it('two modules cannot bring the same thing', () => {
  const modules = [
    { name: 'chats', letters },
    { name: 'mail', letters },
  ];
  expect(() => assembleApp(modules)).toThrow('letters: «welcome» is brought by both chats and mail');
});

it('an operation about objects that no module knows is not put together', () => {
  expect(() => assembleApp([{ name: 'chats', operations }])).toThrow('no module says what a «savedView» is');
  const resources = { savedView: { table: 'savedViews', scopes: {} } };
  expect(assembleApp([{ name: 'chats', operations, resources }]).operations).toEqual(operations);
});

it('what the system does by itself is called by the module that does it, and nothing else is', () => {
  const done = filesUnder(['src/server']).flatMap((file) => {
    const module = /^src\/server\/modules\/([^/]+)/.exec(file)?.[1] ?? 'platform';
    const calls = readFileSync(file, 'utf8').matchAll(
      /\b(?:inSystemTransaction|eachDue)\(\s*(?:[\w.!]+,\s*)?'([^']+)'/g,
    );
    return [...calls].map(([, name]) => `${module}: ${name}`);
  });
  const called = appDefinition.modules.flatMap(({ name, systemOperations = {} }) =>
    Object.keys(systemOperations).map((operation) => `${name}: ${operation}`),
  );
  const elsewhere = ['platform: system.bench', 'platform: system.test'];
  expect(called.filter((one) => !elsewhere.includes(one)).toSorted()).toEqual([...new Set(done)].toSorted());
});

it('what belongs to a person whom several companies have claims on says which of them it concerns', () => {
  const { operations: all, resources } = appDefinition;
  const shared = all.filter(
    ({ operation: { def } }) => def.access !== 'anyone' && scopeOf(def.access, 'employee') === 'counterparty',
  );
  const children = shared.flatMap(({ operation }) => Object.values(operation.def.on ?? {}).slice(1));
  const silent = children.filter((name) => resources[name]!.parent && !resources[name]!.scopes.counterparty);
  expect(silent).toEqual([]);
  expect(children.length).toBeGreaterThan(3);
});
