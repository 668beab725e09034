import { PassThrough, type Readable } from 'node:stream';
import { sql } from 'kysely';
import { documentStream } from '#server/modules/documents/documents.queries.ts';
import { openNumber } from '#server/modules/payment-details/payment-details.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/database/db.ts';
import {
  columnsOf,
  type Holding,
  holdingsOf,
  inTable,
  isShown,
  type Subject,
} from '#server/platform/database/tables.ts';
import { safeName } from '#server/platform/files/files.ts';
import { servedToNobody } from '#server/platform/files/virus/scanned.ts';
import { describeError } from '#server/platform/log/log.ts';
import { columnWords } from './words.ts';

type Row = Record<string, unknown>;

/** A person's own data as one archive: what tables hold of him as readable JSON, his documents and his files. */
export async function makeArchive(app: App, db: Db, subject: Subject): Promise<Readable> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const sections: Record<string, Row[]> = {};
  for (const holding of holdingsOf(app.appDefinition.tables)) {
    if (holding.title) sections[holding.title] = await shownRows(app, db, holding, subject);
  }
  const contents = { составлено: new Date().toISOString(), разделы: sections };
  zip.addBuffer(Buffer.from(JSON.stringify(contents, null, 2)), 'данные.json');
  for (const { key, name, id } of await filesOf(app, db, subject)) {
    zip.addReadStreamLazy(`файлы/${id} ${safeName(name)}`, (take) => take(null, app.files.read(key)));
  }
  for (const { id, number, kind, fileKey } of await documentsOf(db, subject)) {
    const name = `документы/${safeName(`${number} ${kind} ${id}`)}.pdf`;
    zip.addReadStreamLazy(name, (take) => take(null, documentStream(app, fileKey!)));
  }
  zip.end();
  const output = new PassThrough();
  zip.once('error', (error: Error) => output.destroy(error));
  return zip.outputStream.pipe(output);
}

/** Rows of one table with the columns that may be shown, opened where they are sealed. */
async function shownRows(app: App, db: Db, { table, of, hides }: Holding, subject: Subject): Promise<Row[]> {
  const keys = columnsOf(app.appDefinition.tables, table, (name) => !isShown(name));
  const hidden = new Set([...keys, ...(hides?.(subject) ?? [])]);
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(t)::text as text from ${sql.table(table)} t where ${of(subject)}`.execute(db);
  return rows.map(({ text }) => {
    const row = JSON.parse(text) as Row;
    const shown = Object.entries(row).filter(([column]) => !hidden.has(column));
    return Object.fromEntries(shown.map(([column, value]) => inWords(app, table, column, value)));
  });
}

/** A column by what people call it, with its value, opened where it is sealed. */
function inWords(app: App, table: string, column: string, value: unknown): [string, unknown] {
  const plain = column.replace(/_sealed$/, '');
  const isSealed = plain !== column && typeof value === 'string';
  return [columnWords[plain] ?? plain, isSealed ? open(app, table, plain, value) : value];
}

/** One value that cannot be read must not cost its owner all the others. */
function open(app: App, table: string, column: string, sealed: string): unknown {
  try {
    if (table === 'paymentDetails') return openNumber(app.secrets, sealed);
    return app.secrets.open(`${inTable(table)}.${column}`, sealed);
  } catch (error) {
    app.log.error({ table, column, error: describeError(error) }, 'sealed value not opened');
    return 'не читается';
  }
}

const filesOf = ({ appDefinition: { tables } }: App, db: Db, subject: Subject) =>
  db
    .selectFrom('ownedFiles as o')
    .innerJoin('storedFiles as f', 'f.id', 'o.fileId')
    .select(['o.id', 'f.key', 'f.name'])
    .where('o.deletedAt', 'is', null)
    // What the scanner holds nobody is served, its owner neither.
    .where('f.scan', 'not in', servedToNobody)
    .where((eb) =>
      eb.or([
        eb('o.id', 'in', sql<number>`(select id from owned_files where ${tables['ownedFiles']!.person!.of(subject)})`),
        // What he has sent in a chat is kept for as long as the chat is; what others have sent is theirs.
        eb.and([eb('o.chatId', 'is not', null), eb('f.createdBy', '=', subject.accountId)]),
      ]),
    )
    .orderBy('o.id')
    .execute();

const documentsOf = (db: Db, { individualId }: Subject) =>
  db
    .selectFrom('issuedDocuments')
    .select(['id', 'number', 'kind', 'fileKey'])
    .where('individualId', '=', individualId)
    .where('fileKey', 'is not', null)
    .orderBy('id')
    .execute();
