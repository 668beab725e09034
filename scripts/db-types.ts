/**
 * `npm run db:types`: writes src/server/platform/database/schema.ts from a database that our migrations made.
 * With `--check` it only says whether the file is up to date.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionUrl, startEmbedded } from '#server/platform/database/embedded-postgres.ts';
import { migrate } from '#server/platform/database/migrate.ts';

const file = 'src/server/platform/database/schema.ts';
/** Columns whose CHECK lists the values of a type, as the states of a machine, are of that type: in each table of the pattern. */
const typedColumns = [
  { table: '\\w+', column: 'verificationStatus', type: 'VerificationStatus', from: '#domain/parties/verification.ts' },
  { table: 'AuditLog', column: 'action', type: 'AuditAction', from: '#contract/kernel/audit-action.ts' },
  { table: 'LifeEvents', column: 'status', type: 'LifeEventStatus', from: '#domain/parties/life-event.ts' },
  { table: 'RegistrationTokens', column: 'kind', type: 'Kind', from: '#contract/kernel/access.ts' },
  { table: 'Representatives', column: 'basis', type: 'RepresentativeBasis', from: '#domain/parties/signing-right.ts' },
];

function typeColumns(generated: string): string {
  return typedColumns.reduce((text, { table, column, type, from }) => {
    const declared = new RegExp(
      `(^export interface ${table} \\{\\n(?: {2}\\w+: .+;\\n)*? {2}${column}: .*)\\bstring\\b`,
      'gm',
    );
    return text
      .replace('import type { ColumnType } from "kysely";', `$&\nimport type { ${type} } from '${from}';`)
      .replaceAll(declared, `$1${type}`);
  }, generated);
}

/** Types the jsonb columns by what json-columns.ts says of them. */
function typeJson(generated: string): string {
  const tables = generated.replaceAll(/^export interface (\w+) \{\n(?: {2}\w+: .+;\n)+\}/gm, (text, name: string) => {
    const table = name[0]!.toLowerCase() + name.slice(1);
    return text.replaceAll(
      /^( {2}(\w+): .*)\bJson\b/gm,
      (_, before: string, column: string) => `${before}JsonColumn<'${table}', '${column}'>`,
    );
  });
  return tables
    .replace(/export type Json = [\s\S]+?(?=export type Timestamp)/, '')
    .replace('import type { ColumnType } from "kysely";', "$&\nimport type { JsonColumn } from './json-columns.ts';");
}

const folder = mkdtempSync(join(tmpdir(), 'ugovor-types-'));
const server = await startEmbedded({ dataDir: folder, durable: false });
try {
  await migrate(server.connection, 'src/server/migrations');
  const out = join(folder, 'schema.ts');
  execFileSync(process.execPath, [
    'node_modules/kysely-codegen/dist/cli/bin.js',
    '--dialect=postgres',
    `--url=${connectionUrl(server.connection)}`,
    '--camel-case',
    '--exclude-pattern=migrations',
    '--type-mapping={"int8":"number","date":"string"}',
    `--out-file=${out}`,
  ]);
  const fresh = typeJson(typeColumns(readFileSync(out, 'utf8')));
  if (process.argv.includes('--check')) {
    if (fresh !== readFileSync(file, 'utf8')) {
      console.error(`${file} не соответствует миграциям: запустите npm run db:types`);
      process.exitCode = 1;
    }
  } else {
    writeFileSync(file, fresh);
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
