/**
 * `npm run operator -- --email E-MAIL --name 'ФАМИЛИЯ ИМЯ ОТЧЕСТВО'`: makes the first administrator of a configured
 * server and sends him a link for his password. What is not given is asked for. With an active administrator in place
 * it refuses; `--force` makes one more, for when nobody can get in any longer.
 *
 * `npm run operator -- --vouch E-MAIL`: whoever runs the machine vouches for an invited operator, where there is no second
 * administrator who could (docs/decisions/0120).
 */
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import * as z from 'zod';
import { email, name } from '#contract/kernel/fields.ts';
import { russianMessages } from '#contract/kernel/messages.ts';
import { createApp, prepareDatabase } from './app.ts';
import { createAccount } from './modules/auth/accounts.ts';
import { authLetters } from './modules/auth/letters.ts';
import { hashPassword } from './modules/auth/passwords.ts';
import { makeRestore, restoreMinutes } from './modules/auth/restore-tokens.ts';
import { vouchFromOutside } from './modules/operators/vouchers.commands.ts';
import type { App } from './platform/app.ts';
import { runCommand } from './platform/command.ts';
import { readConfig } from './platform/config.ts';
import type { Tx } from './platform/database/db.ts';
import { queueLetter } from './platform/jobs/letters.ts';
import { withOwner } from './platform/owner.ts';
import { pageUrl } from './platform/page-url.ts';
import { newToken } from './platform/secrets/secrets.ts';
import { inSystemTransaction } from './platform/state/write.ts';

const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url));

interface Person {
  email: string;
  lastName: string;
  firstName: string;
  middleName: string | null;
}

const personSchema = z.object({ email, lastName: name, firstName: name, middleName: name.nullable() });

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      force: { type: 'boolean', default: false },
      vouch: { type: 'string' },
    },
  });
  russianMessages();
  const config = readConfig(process.env);
  if (config.demo) throw new Error('В демонстрации администратор уже есть: admin@demo.test.');
  const work = values.vouch === undefined ? await makingFirst(values) : vouchingFor(values.vouch);
  await withOwner(config, async (owner) => {
    const running = await createApp(config, await prepareDatabase(owner, config.operatingCompanies), {
      webFolder,
      works: false,
    });
    try {
      await work(running.app);
    } finally {
      await running.close();
    }
  });
}

type Work = (app: App) => Promise<void>;

async function makingFirst(values: { email?: string; name?: string; force: boolean }): Promise<Work> {
  const person = readPerson(
    values.email ?? (await ask('Почта администратора: ')),
    values.name ?? (await ask('Фамилия, имя и отчество: ')),
  );
  return (app) => makeFirst(app, person, values.force);
}

/** A declaration, for the command runs before this line is read. */
function vouchingFor(login: string): Work {
  const parsed = email.safeParse(login);
  if (!parsed.success) throw new Error(`Почта: ${parsed.error.issues[0]!.message}`);
  return async (app) => {
    await inSystemTransaction(app.database.db, 'system.operator', (tx) => vouchFromOutside(tx, parsed.data));
    console.log(`За оператора ${parsed.data} поручились: он решает и о том, что предложил пригласивший.`);
  };
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return terminal.question(question).finally(() => terminal.close());
}

function readPerson(typedEmail: string, typedName: string): Person {
  const [lastName, firstName, ...rest] = typedName.trim().split(/\s+/);
  const parsed = personSchema.safeParse({
    email: typedEmail,
    lastName,
    firstName,
    middleName: rest.length > 0 ? rest.join(' ') : null,
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new Error(`${issue.path[0] === 'email' ? 'Почта' : 'Фамилия, имя и отчество'}: ${issue.message}`);
}

/** Makes the administrator with his link; where no letter can be sent, the link is told to whoever runs this. */
async function makeFirst(app: App, person: Person, force: boolean): Promise<void> {
  const passwordHash = await hashPassword(newToken());
  const link = await inSystemTransaction(app.database.db, 'system.operator', async (tx) => {
    if (!force) await demandNoAdministrator(tx);
    const accountId = await makeAdministrator(tx, person, passwordHash);
    const address = pageUrl(app, '/restore/$token', {
      token: await makeRestore(tx, { id: accountId, email: person.email }),
    });
    if (app.config.smtpUrl === undefined) return address;
    await queueLetter({ app, db: tx }, authLetters.restorePassword, person.email, { link: address });
    return null;
  });
  const text = link ?? `ссылка для пароля отправлена на ${person.email}`;
  console.log(`Администратор создан, ${restoreMinutes} минут действует: ${text}`);
}

async function demandNoAdministrator(tx: Tx): Promise<void> {
  // Two who run this at once must not both find nobody.
  await sql`lock table operators in share row exclusive mode`.execute(tx);
  const found = await tx
    .selectFrom('operators as o')
    .innerJoin('accounts as a', 'a.id', 'o.accountId')
    .innerJoin('roles as r', 'r.id', 'o.roleId')
    .select('o.id')
    .where('o.active', '=', true)
    .where('a.status', '=', 'active')
    .where('r.code', '=', 'administrator')
    .where('r.system', '=', true)
    .executeTakeFirst();
  if (found) throw new Error('Действующий администратор уже есть. Создать ещё одного: --force.');
}

async function makeAdministrator(tx: Tx, person: Person, passwordHash: string): Promise<number> {
  const { email, ...names } = person;
  const accountId = await createAccount(tx, 'operator', { email, phone: null, passwordHash });
  if (accountId === null) throw new Error(`Почта ${email} уже занята другой учётной записью.`);
  const role = await tx
    .selectFrom('roles')
    .select('id')
    .where('kind', '=', 'operator')
    .where('code', '=', 'administrator')
    .where('system', '=', true)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('operators')
    .values({ accountId, ...names, roleId: role.id })
    .execute();
  return accountId;
}
