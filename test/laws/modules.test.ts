import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scopeOf } from '#contract/kernel/access.ts';
import { op } from '#contract/kernel/op.ts';
import { decidedBy } from '#contract/platform/approvals.ts';
import { appDefinition } from '#server/modules/index.ts';
import { defineLetter } from '#server/platform/jobs/letters.ts';
import { assemble } from '#server/platform/module.ts';
import { filesUnder } from '../helpers/files/files.ts';

const letters = { welcome: defineLetter({ subject: () => 'Здравствуйте', text: () => 'Вы здесь' }) };
const operation = op('GET /api/chats/{id}', { about: 'Беседа', access: 'anyone', on: { id: 'savedView' } });
const operations = [{ operation, handler: async () => undefined }];

it('every folder of server modules is a module of the same name', () => {
  const folders = readdirSync('src/server/modules', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = appDefinition.modules.map(({ name }) => name).filter((name) => name !== 'platform');
  expect(names.toSorted()).toEqual(folders.map(({ name }) => name).sort());
});

it('what can be approved by a second person is carried out by a module', () => {
  expect(Object.keys(appDefinition.approvals).sort()).toEqual(Object.keys(decidedBy).sort());
});

it('two modules cannot bring the same thing', () => {
  const modules = [
    { name: 'chats', letters },
    { name: 'mail', letters },
  ];
  expect(() => assemble(modules)).toThrow('letters: «welcome» is brought by both chats and mail');
});

it('an operation about objects that no module knows is not put together', () => {
  expect(() => assemble([{ name: 'chats', operations }])).toThrow('no module says what a «savedView» is');
  const resources = { savedView: { table: 'savedViews', scopes: {} } };
  expect(assemble([{ name: 'chats', operations, resources }]).operations).toEqual(operations);
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
