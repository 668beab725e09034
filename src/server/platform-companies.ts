/**
 * `npm run platform`: names the company that runs the platform and the credit organisation before the first start. What
 * neither the environment (`PLATFORM_NAME`) nor an option (`--platform-name`) sets is asked for. What is named already
 * stays: two people change it in the settings of the platform.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import {
  changesOfCompany,
  checkOperatingCompany,
  formatOperatingCompany,
  OPERATING_FIELDS,
  OPERATING_KINDS,
  type OperatingCompany,
  type OperatingField,
  type OperatingKind,
  operatingVariable,
} from '#domain/settings/operating-company.ts';
import { prepareDatabase } from './app.ts';
import { operatingCompaniesOf } from './modules/operating-companies/operating-companies.queries.ts';
import { runCommand } from './platform/command.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase, startTimeouts } from './platform/database/db.ts';
import { withOwner } from './platform/owner.ts';

const wasNamed = ' (уже названа иначе; меняют двое в настройках площадки)';

const kinds = Object.keys(OPERATING_KINDS) as OperatingKind[];
const fields = Object.keys(OPERATING_FIELDS) as OperatingField[];
/** `--platform-name` of `PLATFORM_NAME`. */
const optionOf = (kind: OperatingKind, field: OperatingField): string =>
  operatingVariable(kind, field).toLowerCase().replace('_', '-');

await runCommand(main);

async function main(): Promise<void> {
  const names = kinds.flatMap((kind) => fields.map((field) => optionOf(kind, field)));
  const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) });
  const given = values as Record<string, string | undefined>;
  const named: Partial<Record<OperatingKind, OperatingCompany>> = {};
  const { ask, close } = makeAsk();
  try {
    for (const kind of kinds) named[kind] = await readCompany(kind, given, ask);
  } finally {
    close();
  }
  await withOwner(readConfig(withoutCompanies(process.env)), async (owner) => {
    const database = openDatabase(await prepareDatabase(owner, named), 1, () => undefined, startTimeouts);
    try {
      const current = await operatingCompaniesOf(database.db);
      for (const kind of kinds) {
        const isAsTold = changesOfCompany(current[kind], named[kind]!).length === 0;
        const line = formatOperatingCompany(current[kind]);
        console.log(`${OPERATING_KINDS[kind].label}: ${line}${isAsTold ? '' : wasNamed}`);
      }
    } finally {
      await database.close();
    }
  });
}

/** What is told here is judged here: half of it may be in the environment. */
function withoutCompanies(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = new Set(kinds.flatMap((kind) => fields.map((field) => operatingVariable(kind, field))));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
}

/** @throws Error with one clear Russian line */
async function readCompany(
  kind: OperatingKind,
  given: Record<string, string | undefined>,
  ask: (question: string) => Promise<string>,
): Promise<OperatingCompany> {
  const { label } = OPERATING_KINDS[kind];
  const company: Partial<Record<OperatingField, string | null>> = {};
  for (const field of fields) {
    const known = given[optionOf(kind, field)] || process.env[operatingVariable(kind, field)];
    const isAsked = !known && (field !== 'licence' || kind === 'rnko');
    company[field] = (isAsked ? await ask(`${label}. ${OPERATING_FIELDS[field].label}: `) : known)?.trim() || null;
  }
  const [problem] = Object.entries(checkOperatingCompany(kind, company)) as [OperatingField, string][];
  if (problem) throw new Error(`${label}. ${OPERATING_FIELDS[problem[0]].label}: ${problem[1]}`);
  return company as OperatingCompany;
}

/** Answers may be typed or come through a pipe, all at once: one reader takes them all, line by line. */
function makeAsk() {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const lines = terminal[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    const { value, done } = await lines.next();
    return done ? '' : value;
  };
  return { ask, close: () => terminal.close() };
}
