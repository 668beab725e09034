import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { registryFile } from '#contract/kernel/file.ts';
import { contractCaps } from '#domain/money/overpayment-caps.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import type { Circumstances } from '#domain/registries/registry-checks.ts';
import { type RegistryKind, registryColumns } from '#domain/registries/registry-columns.ts';
import type { Column } from '#domain/registries/registry-rules.ts';
import { addDays, type Day, parseRussianDay } from '#domain/values/days.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { appDefinition as modules } from '../modules/index.ts';
import { compareRows, countVerdicts } from '../modules/registries/compare.ts';
import { foldTallies } from '../modules/registries/entries/tallies.ts';
import { loadDryRun } from '../modules/registries/loading/load-job.ts';
import { readRow } from '../modules/registries/reading/read-row.ts';
import type { ReadRow } from '../modules/registries/reading/reading.types.ts';
import { stageRows } from '../modules/registries/reading/staging.ts';
import { registryState } from '../modules/registries/stateful.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Files } from '../platform/files/files.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { transition } from '../platform/state/transition.ts';
import { inSystemTransaction } from '../platform/state/write.ts';
import { refusals } from '../platform/xlsx/read/refusal.ts';
import { asCharged } from './claim-figures.ts';
import { makeIndividual } from './factories.ts';
import {
  cededDaysAgo,
  cession,
  csvOf,
  type FileRow,
  fullRows,
  type GeneratedRegistry,
  seededRandom,
  simpleRows,
  withMistakes,
} from './registry-generator.ts';

/** Where the demonstration keeps things. */
interface DemoContext {
  db: Db;
  files: Files;
  secrets: Secrets;
  today: Day;
  /** Set off when the filling is to be left for a next start. */
  stopping: AbortSignal;
}

interface RegistryOptions {
  kind: RegistryKind;
  legalEntityId: number;
  name: string;
  rows: readonly FileRow[];
  replaces?: number;
}

const batchRows = 500;

const nextNumber = (kind: RegistryKind, legalEntityId: number) =>
  sql<number>`(select count(*) + 1 from registries where kind = ${kind} and legal_entity_id = ${legalEntityId})::int`;

/** What an interrupted filling has left: a creditor has each name once. */
const findRegistry = (
  db: Db,
  { kind, legalEntityId, name }: Pick<RegistryOptions, 'kind' | 'legalEntityId' | 'name'>,
) =>
  db
    .selectFrom('registries')
    .select(['id', 'status'])
    .where('kind', '=', kind)
    .where('legalEntityId', '=', legalEntityId)
    .where('name', '=', name)
    .executeTakeFirst();

/** A registry with its dry run, as a file of these rows would have become. */
async function makeDryRun(
  appDefinition: DemoContext,
  filters: RegistryOptions,
): Promise<{ id: number; status: string }> {
  appDefinition.stopping.throwIfAborted();
  return (
    (await findRegistry(appDefinition.db, filters)) ?? { id: await judge(appDefinition, filters), status: 'ready' }
  );
}

async function judge({ db, files, secrets, today }: DemoContext, filters: RegistryOptions): Promise<number> {
  const { kind, legalEntityId, name, rows, replaces } = filters;
  const file = await files.receive(Readable.from([Buffer.from(csvOf(kind, rows))]), `${name}.csv`, registryFile);
  return inSystemTransaction(db, 'system.demo', async (tx) => {
    const stored = await tx.insertInto('storedFiles').values(file).returning('id').executeTakeFirstOrThrow();
    const { id } = await tx
      .insertInto('registries')
      .values({
        kind,
        legalEntityId,
        name,
        number: nextNumber(kind, legalEntityId),
        fileId: stored.id,
        asOfDate: addDays(today, -1),
        basis: rows[0]?.['basis'] === 'Уступка' ? 'cession' : 'original',
        basisNumber: rows[0]?.['cessionRef'] ?? null,
        replacesId: replaces ?? null,
        status: 'ready',
        rowsRead: rows.length,
        bytesRead: file.size,
        headers: jsonText(registryColumns[kind].map(({ header, code }) => ({ header, column: code }))),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const registry = { id, kind, legalEntityId };
    const right = rows[0]?.['basis'] === 'Уступка' ? 'acquirer' : 'lender';
    const judged = rows.map((row, index) => stagedRow(kind, row, index + 2, { today, caps, right }));
    for (let from = 0; from < judged.length; from += batchRows) {
      await stageRows(tx, secrets, registry, judged.slice(from, from + batchRows));
    }
    await compareRows(tx, secrets, registry);
    const counts = jsonText(await countVerdicts(tx, id));
    await tx.updateTable('registries').set({ counts }).where('id', '=', id).execute();
    return id;
  });
}

const caps = contractCaps(KNOWN_RATES);

function stagedRow(kind: RegistryKind, row: FileRow, rowNo: number, circumstances: Circumstances): ReadRow {
  const columns: readonly Column[] = registryColumns[kind];
  const rawCells = columns.map(({ code }) => row[code] || null);
  return readRow(columns, rowNo, rawCells, circumstances);
}

/** The same, loaded. */
async function makeLoaded(appDefinition: DemoContext, filters: RegistryOptions): Promise<number> {
  const { id, status } = await makeDryRun(appDefinition, filters);
  if (status !== 'ready') return id;
  await appDefinition.db
    .updateTable('registries')
    .set({ loadRequestedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  const { secrets } = appDefinition;
  await loadDryRun({ appDefinition: modules, database: appDefinition, secrets }, id);
  return id;
}

/** A registry whose file says nothing that a table could be. */
async function makeRefused({ db, files, today }: DemoContext, legalEntityId: number): Promise<void> {
  if (await findRegistry(db, { kind: 'full', legalEntityId, name: 'Должники' })) return;
  const bytes = Buffer.from('Должники за март\nсписок пришлём позже\n');
  const file = await files.receive(Readable.from([bytes]), 'Должники.csv', registryFile);
  await inSystemTransaction(db, 'system.demo', async (tx) => {
    const stored = await tx.insertInto('storedFiles').values(file).returning('id').executeTakeFirstOrThrow();
    await tx
      .insertInto('registries')
      .values({
        kind: 'full',
        legalEntityId,
        name: 'Должники',
        number: nextNumber('full', legalEntityId),
        fileId: stored.id,
        asOfDate: today,
        basis: 'original',
        status: 'failed',
        failure: refusals.header,
      })
      .execute();
  });
}

/** A dry run that its creditor has not let in. */
async function makeWithdrawn(appDefinition: DemoContext, filters: RegistryOptions): Promise<void> {
  const { id, status } = await makeDryRun(appDefinition, filters);
  if (status !== 'ready') return;
  await inSystemTransaction(appDefinition.db, 'system.demo', (tx) =>
    transition({ db: tx, actor: null }, registryState(id), 'withdraw', {
      reason: 'Загружен не тот файл',
    }),
  );
}

/** Somebody whose claims the demonstration shows. */
interface DemoPerson {
  inn: string;
  lastName: string;
  firstName: string;
  middleName: string;
}
interface Cast {
  microlender: number;
  bank: number;
  collector: number;
  people: readonly DemoPerson[];
}

const from = (rows: Iterable<FileRow>): FileRow[] => [...rows];
/** Claims whose figures fit together. */
const claimsFrom = (rows: Iterable<FileRow>): FileRow[] => from(rows).map(asCharged);
/** The same claim for somebody else: whoever signs in to the demonstration has claims of his own. */
const about = (row: FileRow, { inn, lastName, firstName, middleName }: DemoPerson): FileRow => ({
  ...row,
  debtorInn: inn,
  lastName,
  firstName,
  middleName,
  birthDate: '12.03.1984',
  contactFlag: '',
});

/** The registries of three creditors: of all kinds, in all states, with mistakes, versions and decisions of debtors. */
export async function fillRegistries(
  appDefinition: DemoContext,
  { microlender, bank, collector, people }: Cast,
): Promise<void> {
  const of = (creditor: GeneratedRegistry['creditor'], seed: number): GeneratedRegistry => ({
    creditor,
    seed,
    today: appDefinition.today,
  });
  // Everybody has two debts that the newest registry still holds, and the first ones some that it does not.
  const loans = claimsFrom(fullRows(of('microlender', 11), 0, 1_200)).map((row, at) => {
    const debtor = people[at < 40 ? at : (at - 40) % 20];
    return debtor && at < 80 ? about(row, debtor) : row;
  });
  const first = await makeLoaded(appDefinition, {
    kind: 'full',
    legalEntityId: microlender,
    name: 'Портфель микрозаймов, март',
    rows: loans.slice(0, 1_150),
  });
  await makeLoaded(appDefinition, {
    kind: 'full',
    legalEntityId: microlender,
    name: 'Портфель микрозаймов, апрель',
    rows: partlyPaid(loans.slice(30)),
    replaces: first,
  });
  await makeLoaded(appDefinition, {
    kind: 'simple',
    legalEntityId: microlender,
    name: 'Поиск заёмщиков',
    rows: from(simpleRows(of('microlender', 12), 0, 500)).map((row, at) => (people[at] ? about(row, people[at]) : row)),
  });
  const credits = claimsFrom(fullRows(of('bank', 21), 0, 900)).map((row, at) =>
    at > 3 && people[at - 4] ? about(row, people[at - 4]!) : row,
  );
  await makeLoaded(appDefinition, {
    kind: 'full',
    legalEntityId: bank,
    name: 'Кредиты физлиц',
    rows: from(withMistakes(credits, 5, 0.05)),
  });
  await makeDryRun(appDefinition, {
    kind: 'full',
    legalEntityId: bank,
    name: 'Карты, новая выгрузка',
    rows: from(withMistakes(claimsFrom(fullRows(of('bank', 22), 0, 250)), 6, 0.1)),
  });
  const purchased = claimsFrom(fullRows(of('collector', 31), 0, 700)).map((row, at) =>
    people[at] ? about(row, people[at]) : row,
  );
  const deed = cession(appDefinition.today);
  const ceded = loans
    .slice(100)
    .filter(({ overdueFrom }) => (parseRussianDay(overdueFrom!) ?? '') < addDays(appDefinition.today, -cededDaysAgo))
    .slice(0, 30)
    .map((row) => ({ ...row, ...deed, externalId: '' }));
  await makeLoaded(appDefinition, {
    kind: 'full',
    legalEntityId: collector,
    name: 'Цессия 17/Ц',
    rows: [...purchased, ...ceded],
  });
  await makeRefused(appDefinition, bank);
  await makeWithdrawn(appDefinition, {
    kind: 'full',
    legalEntityId: collector,
    name: 'Цессия 18/Ц',
    rows: claimsFrom(fullRows(of('collector', 32), 0, 150)),
  });
  await inSystemTransaction(appDefinition.db, 'system.demo', answers);
  // Of some who have answered the creditor has sent the whole claim: the same people of the same portfolio.
  await makeLoaded(appDefinition, {
    kind: 'full',
    legalEntityId: microlender,
    name: 'По ответам заёмщиков',
    rows: claimsFrom(fullRows(of('microlender', 12), 60, 90)),
  });
  await foldTallies(appDefinition.db);
}

/** A month later: every fourth debtor has paid a hundred roubles. Charges may have come to their end by the law, so that none grows. */
function partlyPaid(rows: readonly FileRow[]): FileRow[] {
  const less = (text: string): string => {
    const [roubles = '0', rest = '00'] = text.split(',');
    return `${Number(roubles) - 100},${rest}`;
  };
  return rows.map((row, at) =>
    at % 4 === 0 ? { ...row, principal: less(row['principal']!), total: less(row['total']!) } : row,
  );
}

const debtorEmail = (number: number): string => `debtor-${number}@people.test`;

/** Debtors who have come to the platform and answered, beside the people one can sign in as: so that every status can be seen. */
async function answers(tx: Tx): Promise<void> {
  if (await tx.selectFrom('accounts').select('id').where('email', '=', debtorEmail(1)).executeTakeFirst()) return;
  const roll = seededRandom(77);
  const entries = await tx
    .selectFrom('simpleRegistryEntries')
    .select(['id', 'lastName', 'firstName', 'middleName', 'debtorInn as inn', 'phone'])
    .where('individualId', 'is', null)
    .orderBy('id')
    .limit(120)
    .execute();
  const known = new Map<string, number>();
  for (const { id, ...person } of entries) {
    // Nobody signs in as they do: no password has this hash.
    const account = { email: debtorEmail(known.size + 1), passwordHash: 'none', isUnaskedOfHealth: true };
    const individualId =
      known.get(person.inn) ??
      (await makeIndividual(tx, { ...person, ...account, verificationStatus: 'verified' })).individualId;
    known.set(person.inn, individualId);
    const status = roll.one(['notification_sent', 'accepted_by_individual', 'rejected_by_individual'] as const);
    const reason = roll.one(['not_mine', 'paid', 'wrong_amount'] as const);
    const decided = status === 'notification_sent' ? null : sql<Date>`now() - interval '1 day' * ${roll.whole(1, 20)}`;
    await tx
      .updateTable('simpleRegistryEntries')
      .set({
        individualId,
        status,
        notifiedAt: sql<Date>`now() - interval '21 days'`,
        notificationChannel: 'inside',
        decisionAt: decided,
        acceptedAt: status === 'accepted_by_individual' ? decided : null,
        rejectReason: status === 'rejected_by_individual' ? reason : null,
      })
      .where('id', '=', id)
      .execute();
    await tx
      .insertInto('statusHistory')
      .values({
        machine: 'registry-entry',
        objectType: 'simpleRegistryEntries',
        objectId: id,
        move: 'notify',
        fromStatus: 'search',
        toStatus: status,
      })
      .execute();
  }
}
