import { messageOf, Refusal } from '#contract/kernel/errors.ts';
import { contractCaps } from '#domain/money/overpayment-caps.ts';
import { moscowDay } from '#domain/values/days.ts';
import { interestRightOf } from '#server/modules/legal-entities/legal-entities.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { expectMany } from '#server/platform/database/lookup.ts';
import { FileLost } from '#server/platform/files/store.ts';
import { demandServed } from '#server/platform/files/virus/scanned.ts';
import { isPassing } from '#server/platform/http/refusals.ts';
import { describeError } from '#server/platform/log/log.ts';
import { type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import { compareRows, countAbsent, countVerdicts } from '../compare.ts';
import type { RegistryKey } from '../kinds.ts';
import { postRegistryMessage } from '../messages.ts';
import { registryState } from '../stateful.ts';
import { readInThread } from './reading.ts';
import type { PackedWorkerMessage, ReadingEnd, ReadingHead } from './reading.types.ts';
import { savedMapping } from './saved-mapping.ts';
import { stagePacked } from './staging.ts';

/** Comparing fifty thousand rows with millions takes seconds, not more. */
const longestMs = 120_000;

const lostFailure = 'Файла этого реестра нет в хранилище. Загрузите его ещё раз';
const unknownFailure = 'Прочитать файл не удалось. Мы уже знаем об ошибке';

/** A registry being read, and the number of this attempt. */
interface Reading extends RegistryKey {
  run: number;
  key: string;
  scan: string;
  replacesId: number | null;
}

/** Another attempt has taken the registry over, or somebody has withdrawn it. */
class Superseded extends Error {}

const systemTransition = (tx: Tx): TransitionContext => ({ db: tx, actor: null });

export const enqueueReading = (app: App, db: Db, registryId: number): Promise<void> =>
  app.jobs.add(db, 'read-registry', { registryId }, { key: `read-registry:${registryId}` });

/**
 * Reads an uploaded file into the dry run. Each attempt begins anew and takes the registry away from any earlier one
 * that is still alive; so whenever a process dies, the next attempt starts clean, and rows are never there twice.
 */
export async function readRegistry(app: App, { registryId }: { registryId: number }): Promise<void> {
  const reading = await begin(app, registryId);
  if (!reading) return;
  try {
    await takeRows(app, reading);
    await finish(app, reading);
  } catch (error) {
    if (error instanceof Superseded) return;
    // Trouble with the database or the storage passes, and the job is tried again; the same file would fail the same way
    // for ever.
    if (isPassing(error)) throw error;
    const refused = refusalOf(error);
    if (refused === null) app.log.error({ registryId, error: describeError(error) }, 'file not read');
    await refuse(app, reading, refused ?? unknownFailure);
  }
}

/** What is wrong with the file itself, or null when it is our defect. */
function refusalOf(error: unknown): string | null {
  if (error instanceof FileRefused) return error.message;
  if (error instanceof FileLost) return lostFailure;
  return error instanceof Refusal && error.code === 'file.infected' ? messageOf(error.code) : null;
}

/** @returns null when there is nothing to read any more */
function begin(app: App, registryId: number): Promise<Reading | null> {
  return inSystemTransaction(app.database.db, 'registries.read', async (tx) => {
    const row = await tx
      .selectFrom('registries as r')
      .innerJoin('storedFiles as f', 'f.id', 'r.fileId')
      .select(['r.id', 'r.kind', 'r.legalEntityId', 'r.status', 'r.run', 'r.replacesId', 'f.key', 'f.scan'])
      .where('r.id', '=', registryId)
      .forUpdate('r')
      .executeTakeFirst();
    if (row?.status !== 'uploaded' && row?.status !== 'validating') return null;
    if (row.status === 'uploaded') await transition(systemTransition(tx), registryState(registryId), 'validate');
    await expectMany(tx, longestMs);
    for (const table of ['registryVerdicts', 'registryProblems', 'registryRows'] as const) {
      await tx.deleteFrom(table).where('registryId', '=', registryId).execute();
    }
    const run = row.run + 1;
    await tx
      .updateTable('registries')
      .set({ run, phase: 'reading', rowsRead: 0, bytesRead: 0, failure: null })
      .where('id', '=', registryId)
      .execute();
    return { ...row, kind: row.kind as RegistryKey['kind'], run };
  });
}

async function takeRows(app: App, reading: Reading): Promise<void> {
  demandServed(reading.scan);
  const mapping = await savedMapping(app.database.db, reading);
  const saved = Object.keys(mapping).length > 0;
  await using file = await app.files.localFile(reading.key);
  const job = {
    kind: reading.kind,
    registryId: reading.id,
    file: file.sealed,
    keys: app.keys.now(),
    mapping,
    mostRows: app.config.registryRows,
    today: moscowDay(new Date()),
    caps: contractCaps(await ratesOf(app.database.db)),
    right: await interestRightOf(app.database.db, reading.legalEntityId),
  };
  for await (const message of readInThread(job)) {
    await step(app, reading, (tx) => takeMessage(tx, reading, message, saved));
  }
}

/** One short transaction of an attempt that is still the latest. @throws Superseded */
function step(app: App, { id, run }: Reading, work: (tx: Tx) => Promise<void>): Promise<void> {
  return inSystemTransaction(app.database.db, 'registries.read', async (tx) => {
    const held = await tx
      .selectFrom('registries')
      .select('id')
      .where('id', '=', id)
      .where('run', '=', run)
      .where('status', '=', 'validating')
      .forUpdate()
      .executeTakeFirst();
    if (!held) throw new Superseded();
    await work(tx);
  });
}

async function takeMessage(tx: Tx, reading: Reading, message: PackedWorkerMessage, mapped: boolean): Promise<void> {
  const registry = tx.updateTable('registries').where('id', '=', reading.id);
  if ('head' in message) {
    await registry.set({ headers: jsonText(headersOf(message.head)), mapped }).execute();
    await noteFileProblems(tx, reading.id, message.head);
  } else if ('staged' in message) {
    await stagePacked(tx, reading.kind, message.staged);
    const { rows, bytesDone } = message.progress;
    await registry.set({ rowsRead: rows, bytesRead: bytesDone }).execute();
  } else if ('end' in message) {
    await registry.set({ notes: jsonText(notesOf(message.end)), phase: 'comparing' }).execute();
  }
}

const headersOf = ({ headings }: ReadingHead) => headings.map(({ title, code }) => ({ header: title, column: code }));

/** What is wrong with the file as a whole is at its header's row. */
async function noteFileProblems(tx: Tx, registryId: number, { problems, headerRow }: ReadingHead): Promise<void> {
  for (const { column, severity, code, message, masked } of problems) {
    await tx
      .insertInto('registryProblems')
      .values({
        registryId,
        rowNo: headerRow,
        foundIn: 'file',
        columnCode: column,
        severity,
        code,
        message,
        value: masked,
      })
      .execute();
  }
}

function notesOf({ hints, footers, empty }: ReadingEnd): string[] {
  return [
    ...(hints.length > 0 ? ['Строка подсказок шаблона пропущена'] : []),
    ...(footers.length > 0 ? [`Строки итогов пропущены: ${footers.slice(0, 10).join(', ')}`] : []),
    ...(empty > 0 ? [`Пустых строк: ${empty}`] : []),
  ];
}

const finish = (app: App, reading: Reading): Promise<void> =>
  step(app, reading, async (tx) => {
    await expectMany(tx, longestMs);
    await compareRows(tx, app.secrets, reading);
    const counts = await countVerdicts(tx, reading.id);
    if (counts.rows === 0) throw new FileRefused('empty', 'В файле нет ни одной строки с данными');
    const absent = await countAbsent(tx, reading, reading.replacesId);
    const set = { counts: jsonText(counts), absent, phase: null };
    await transition(systemTransition(tx), registryState(reading.id), 'judge', { set });
    await postRegistryMessage(tx, reading.id, 'ready', { ...counts });
  });

const refuse = (app: App, reading: Reading, failure: string): Promise<void> =>
  step(app, reading, async (tx) => {
    await transition(systemTransition(tx), registryState(reading.id), 'fail', {
      set: { failure, phase: null },
    });
    await postRegistryMessage(tx, reading.id, 'failed', {});
  }).catch((error: unknown) => {
    if (!(error instanceof Superseded)) throw error;
  });
