import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { type Actor, makeWorld, type World } from './helpers/actors.ts';
import { addressOf } from './helpers/addresses.ts';
import { makeCustomReaders } from './helpers/custom-roles.ts';
import { expected, targetsOf } from './helpers/matrix.ts';
import { isWord, type Planted, plant, plantedColumns } from './helpers/planted.ts';
import { bytesFrom } from './helpers/reading.ts';

/**
 * What is said of changes shows nobody more than the cards do. Whatever tells what stood before and after is found in the
 * answers themselves, the columns by their classes, and the people in the access matrix.
 */
let world: World;
let actors: readonly Actor[];
let columns: Planted[];
beforeAll(async () => {
  world = await makeWorld();
  actors = [...world.actors, ...(await makeCustomReaders(world))];
  const { owner } = world.testApp;
  await owner.query(`insert into representatives (legal_entity_id, last_name, first_name) select id, 'Иванов', 'Иван' from legal_entities
    on conflict do nothing`);
  const all = await plantedColumns(owner);
  // Names are shown; addresses are not.
  columns = all.filter((one) => !isWord(one) || one.core === 'address');
  await plant(owner, columns, 'alike');
  for (const { table, column, where } of columns) {
    await owner.query(
      `insert into audit_log (kind, operation, action, object_type, object_id, before, after)
       select 'operator', 'system.test', 'update', $1, id, jsonb_build_object($2::text, ${column}), jsonb_build_object($2::text, ${column})
       from ${table} where ${where}`,
      [table, column],
    );
  }
  // Each entry has had a version in which other people stood.
  await owner.query(`insert into registry_entry_versions (entry_id, version, registry_id, content, created_at)
    select id, 0, registry_id, to_jsonb(e) || '{"debtor_inn": "500100732259", "phone": "+79161234567", "email": "former@perya.example"}', now()
    from registry_entries e`);
});
afterAll(() => world.testApp.stop());

const readings = operations.filter(
  ({ method, def, code }) => method === 'GET' && !def.file && !code.startsWith('debug.'),
);

/** Texts of answers: what tells of changes, by the operation, and all the rest. */
interface Texts {
  card: string;
  changes: Map<string, string>;
}

/** What somebody is given of his own and of others. */
async function readAll(actor: Actor): Promise<Texts> {
  const texts: Texts = { card: '', changes: new Map() };
  for (const operation of readings) {
    for (const target of targetsOf(operation)) {
      const isOpen = target !== 'absent' && expected(operation, actor.person, target) === '✓';
      const path = isOpen && addressOf(world, actor, operation, target);
      if (!path) continue;
      const { bytes } = await bytesFrom(actor.client, path);
      divide(JSON.parse(bytes.toString() || 'null'), texts, operation.code);
    }
  }
  return texts;
}

/** Whatever stood before and stands after belongs to a change; the rest stands on the card. */
function divide(answer: unknown, texts: Texts, code: string): void {
  if (Array.isArray(answer)) for (const one of answer) divide(one, texts, code);
  else if (typeof answer !== 'object' || answer === null) texts.card += `${String(answer)}\n`;
  else {
    for (const [key, value] of Object.entries(answer)) {
      if (key !== 'before' && key !== 'after') divide(value, texts, code);
      else texts.changes.set(code, `${texts.changes.get(code) ?? ''}${JSON.stringify(value)}\n`);
    }
  }
}

/** What the database keeps of a verified ИНН stands on no card: whoever sees the ИНН itself may see it. */
const onCards = ({ table, column, value }: Planted): string =>
  column === 'verified_inn' ? columns.find((one) => one.table === table && one.column === 'inn')!.value : value;

test('no history shows somebody what the cards mask from him', { timeout: 600_000 }, async () => {
  const leaks: string[] = [];
  const seen = new Set<string>();
  // A person reaches nobody but himself, and of himself nothing is hidden.
  for (const actor of actors.filter(({ person }) => person.kind !== 'individual')) {
    const { card, changes } = await readAll(actor);
    for (const [code, text] of changes) {
      const shown = columns.filter(({ value }) => text.includes(value));
      if (shown.length > 0) seen.add(code);
      const hidden = shown.filter((one) => !card.includes(onCards(one)));
      leaks.push(...hidden.map(({ name }) => `${code} × ${actor.person.name}: ${name}`));
    }
  }
  expect(leaks).toEqual([]);
  // Of each of these somebody sees the values.
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([
      'audit.list',
      'claims.get',
      'individuals.history',
      'legal-entities.history',
      'registries.entry',
    ]),
  );
});
