import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { paper, registryFile } from '#contract/kernel/file.ts';
import { makeCompany, makeEmployee, roleByCode } from '#server/demo/factories.ts';
import { sealNumber } from '#server/modules/payment-details/payment-details.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import type { Files } from '#server/platform/files/files.ts';
import { hashToken, newToken, type Secrets } from '#server/platform/secrets/secrets.ts';
import { smallPaper, smallTable } from '../../helpers/files/multipart.ts';
import { MOSCOW_TODAY } from '../../helpers/moscow-today.ts';
import { makeContact } from './contacts.ts';

export const passwordHash = 'nobody signs in with a password here';

/** What one company has: the ids that its people reach and others must not. */
export interface Company {
  id: number;
  membership: number;
  /** What its holder may sign. */
  power: number;
  /** Whoever has that place. */
  employee: number;
  account: number;
  /** An invitation that waits. */
  invitation: number;
  /** A role of its own that has no permissions. */
  role: number;
}

export async function makeWithEmployees(tx: Tx, inn: string): Promise<Company> {
  const id = await makeCompany(tx, { inn });
  await tx.insertInto('representatives').values({ legalEntityId: id }).execute();
  const { membershipId, employeeId, accountId, powerId } = await makeEmployee(tx, {
    passwordHash,
    legalEntityId: id,
    role: 'observer',
  });
  const { accountId: headAccount } = await makeEmployee(tx, { passwordHash, legalEntityId: id, role: 'head' });
  return {
    id,
    membership: membershipId,
    power: powerId!,
    employee: employeeId,
    account: accountId,
    invitation: await makeInvitation(tx, id, headAccount),
    role: await makeRole(tx, 'employee', id),
  };
}

async function makeInvitation(tx: Tx, legalEntityId: number, createdBy: number): Promise<number> {
  const made = await tx
    .insertInto('registrationTokens')
    .values({
      kind: 'employee',
      email: `invited-${legalEntityId}@test.example`,
      tokenHash: hashToken(newToken()),
      legalEntityId,
      roleId: await roleByCode(tx, 'employee', 'observer'),
      createdBy,
      expiresAt: sql<Date>`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** A document that an account has signed. */
export async function makeConsent(tx: Tx, accountId: number): Promise<number> {
  const made = await tx
    .insertInto('consents')
    .columns(['accountId', 'documentId'])
    .expression((eb) =>
      eb
        .selectFrom('consentDocuments')
        .select([sql<number>`${accountId}::bigint`.as('accountId'), 'id as documentId'])
        .where('kind', '=', 'marketing'),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** What a company knows of a debtor: a registry of each kind with one entry, the simple one accepted by him. */
export interface Claims {
  registry: number;
  entry: number;
  simpleRegistry: number;
  simpleEntry: number;
  /** A call about the entry. */
  contact: number;
}

export async function makeClaims(tx: Tx, fileId: number, legalEntityId: number, individualId: number): Promise<Claims> {
  const registry = await makeRegistry(tx, fileId, legalEntityId, 'full');
  const simpleRegistry = await makeRegistry(tx, fileId, legalEntityId, 'simple');
  const entry = await makeEntry(tx, { legalEntityId, registryId: registry, individualId });
  const simpleEntry = await makeSimpleEntry(tx, { legalEntityId, registryId: simpleRegistry, individualId });
  const contact = await makeContact(tx, { legalEntityId, registryEntryId: entry, individualId });
  return { registry, entry, simpleRegistry, simpleEntry, contact };
}

/** A file that is really in the storage. */
export async function makeFile(tx: Tx, files: Files): Promise<number> {
  const stored = await files.receive(Readable.from([Buffer.from(smallTable)]), 'реестр.csv', registryFile);
  const made = await tx.insertInto('storedFiles').values(stored).returning('id').executeTakeFirstOrThrow();
  return made.id;
}

/** A paper that is really in the storage. */
export async function makePaper(tx: Tx, files: Files): Promise<number> {
  const stored = await files.receive(Readable.from([Buffer.from(smallPaper)]), 'паспорт.pdf', paper);
  const made = await tx.insertInto('storedFiles').values(stored).returning('id').executeTakeFirstOrThrow();
  return made.id;
}

/** A kind of file that its owner has, by the beginning of the path. */
export const kindOf = (path: string): string => {
  if (path.includes('/questionnaires/')) return 'contract';
  if (path.includes('/files/{kind}')) return 'other';
  return path.startsWith('/api/legal-entities/{id}/file/') ? 'charter' : 'passport';
};

type FileOwner =
  | { individualId: number }
  | { legalEntityId: number }
  | { requestId: number }
  | { paymentId: number }
  | { lifeEventId: number }
  | { chatId: number };
export async function makeOwnedFile(
  tx: Tx,
  fileId: number,
  owner: FileOwner,
  place: 'slot' | 'representative' | 'folder' | 'tariff' | 'avatar',
  kind: string,
): Promise<number> {
  const made = await tx
    .insertInto('ownedFiles')
    .values({ ...owner, place, kind, fileId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** Photos of all operators. */
export const makeOperatorAvatars = (tx: Tx, fileId: number) =>
  sql`insert into owned_files (operator_id, place, kind, file_id)
    select id, 'avatar', 'avatar', ${fileId} from operators`.execute(tx);

/** What a person shows: a paper and a photo. */
export async function makePersonFiles(tx: Tx, fileId: number, individualId: number): Promise<void> {
  await makeOwnedFile(tx, fileId, { individualId }, 'slot', 'passport');
  await makeOwnedFile(tx, fileId, { individualId }, 'avatar', 'avatar');
}

/** A paper of the company, one of its representative, an appendix to its tariffs, one in a folder, and photos of its people. */
export async function makeCompanyFiles(
  tx: Tx,
  fileId: number,
  legalEntityId: number,
): Promise<{ tariff: number; folder: number }> {
  await makeOwnedFile(tx, fileId, { legalEntityId }, 'slot', 'charter');
  await makeOwnedFile(tx, fileId, { legalEntityId }, 'representative', 'passport');
  await sql`insert into owned_files (employee_id, place, kind, file_id)
    select employee_id, 'avatar', 'avatar', ${fileId} from memberships where legal_entity_id = ${legalEntityId}`.execute(
    tx,
  );
  const tariff = await makeOwnedFile(tx, fileId, { legalEntityId }, 'tariff', 'tariff');
  return { tariff, folder: await makeOwnedFile(tx, fileId, { legalEntityId }, 'folder', 'other') };
}

/** A day that is always as far: of fixed ones the term of limitation would end on a day of the calendar. */
const daysAgo = (days: number) => sql<string>`${sql.raw(MOSCOW_TODAY)} - ${sql.lit(days)}`;

async function makeRegistry(tx: Tx, fileId: number, legalEntityId: number, kind: 'full' | 'simple'): Promise<number> {
  const made = await tx
    .insertInto('registries')
    .values({
      kind,
      legalEntityId,
      number: sql<number>`(select count(*) + 1 from registries)::int`,
      fileId,
      asOfDate: daysAgo(100),
      basis: 'original',
      status: 'loaded',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

interface Place {
  legalEntityId: number;
  registryId: number;
  individualId: number;
}
const debtor = {
  debtorInn: '500100732259',
  lastName: 'Иванов',
  firstName: 'Иван',
  phone: '+79990001122',
  contractNumber: sql<string>`gen_random_uuid()::text`,
  contentHash: sql<Buffer>`'\\x00'::bytea`,
};

export async function makeEntry(tx: Tx, place: Place): Promise<number> {
  const made = await tx
    .insertInto('registryEntries')
    .values({
      ...place,
      ...debtor,
      birthDate: '1985-04-12',
      contractDate: '2024-01-10',
      contractKind: 'microloan',
      overdueFrom: daysAgo(500),
      principal: 1_000,
      interest: 0,
      interestOverdue: 0,
      penalty: 0,
      fee: 0,
      courtCost: 0,
      total: 1_000,
      asOf: daysAgo(100),
      stage: 'pretrial',
      basis: 'original',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function makeSimpleEntry(tx: Tx, place: Place): Promise<number> {
  const now = sql<Date>`now()`;
  const made = await tx
    .insertInto('simpleRegistryEntries')
    .values({ ...place, ...debtor, status: 'accepted_by_individual', acceptedAt: now, decisionAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function makeRole(tx: Tx, kind: 'employee' | 'operator', legalEntityId: number | null): Promise<number> {
  const made = await tx
    .insertInto('roles')
    .values({ kind, legalEntityId, code: sql<string>`'role-' || gen_random_uuid()`, name: 'Без прав' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function makeSavedView(tx: Tx, accountId: number): Promise<number> {
  const made = await tx
    .insertInto('savedViews')
    .values({ accountId, screen: 'individuals', name: 'Мои', query: '', view: jsonText({}) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function makeBackgroundTask(tx: Tx, accountId: number, sessionId: number): Promise<number> {
  const made = await tx
    .insertInto('backgroundTasks')
    .values({
      accountId,
      sessionId,
      operation: 'individuals.exportExcel',
      title: 'Физлица',
      querySealed: '',
      state: 'running',
      expiresAt: sql<Date>`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function makeApproval(tx: Tx, makerId: number, objectId: number): Promise<number> {
  const made = await tx
    .insertInto('approvals')
    .values({
      kind: 'verification.block',
      objectType: 'individuals',
      objectId,
      reason: 'Для проверки доступа',
      makerId,
      expiresAt: sql<Date>`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** A copy of a permission that only this kind of people can have: those of the contract are not changed. */
export async function copiedPermission(tx: Tx, kind: 'employee' | 'operator'): Promise<number> {
  const found = await tx
    .selectFrom('permissions')
    .select(['code', 'groupName', 'name', 'method', 'path', 'employee', 'operator'])
    .where(kind, '=', true)
    .orderBy(kind === 'employee' ? 'operator' : 'employee')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const made = await tx
    .insertInto('permissions')
    .values({ ...found, system: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** An account that somebody else than the owner has written: it waits for its confirmation. */
export async function makeDetail(
  tx: Tx,
  secrets: Secrets,
  owner: { individualId: number } | { legalEntityId: number },
): Promise<number> {
  const number = '40702810138000000005';
  const made = await tx
    .insertInto('paymentDetails')
    .values({
      ...owner,
      kind: 'bank_account',
      bankName: 'Банк',
      bik: '044525225',
      numberSealed: sealNumber(secrets, number),
      numberMark: 'mark',
      recipientName: 'Получатель',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** Money of a company that waits for two persons on its way to it. */
export async function makeWaitingPayout(tx: Tx, legalEntityId: number, paymentDetailId: number): Promise<number> {
  const made = await tx
    .insertInto('payouts')
    .values({
      legalEntityId,
      paymentDetailId,
      amount: 100_000,
      detailVersion: 1,
      bankName: 'Банк',
      account: '•••• 0005',
      status: 'waiting',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** A transfer that nobody has asked for. */
export async function makeDifference(tx: Tx): Promise<number> {
  const made = await tx
    .insertInto('differences')
    .values({ reference: 'line:t-1', day: '2026-01-10', kind: 'missing_here', statementId: 't-1', theirs: 500 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** A tariff of one company, whose days are so far that no settlement of a test has it. */
export async function makeTariff(tx: Tx, legalEntityId: number): Promise<number> {
  const made = await tx
    .insertInto('tariffs')
    .values({
      name: 'Особый',
      legalEntityId,
      payer: 'creditor',
      base: 'paid_amount',
      rateBps: 300,
      vatMode: 'none',
      collect: 'withhold',
      validFrom: '2099-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** A word of each dictionary that nothing names. */
export async function makeWords(tx: Tx): Promise<{ legalEntityType: number; individualCategory: number }> {
  const add = (table: 'legalEntityTypes' | 'individualCategories') =>
    tx.insertInto(table).values({ name: 'Запасная запись' }).returning('id').executeTakeFirstOrThrow();
  return {
    legalEntityType: (await add('legalEntityTypes')).id,
    individualCategory: (await add('individualCategories')).id,
  };
}
