import { sql } from 'kysely';
import type { EmployeeRole, OperatorRole } from '#contract/kernel/access.ts';
import { ALL_SIGNING_ACTS, type PowerOfAttorney } from '#domain/parties/signing-right.ts';
import type { VerificationStatus } from '#domain/parties/verification.ts';
import type { IdentificationLevel } from '#domain/settings/identification-levels.ts';
import { toDay } from '#domain/values/days.ts';
import type { papersOf } from '../modules/verification/papers.queries.ts';
import type { Tx } from '../platform/database/db.ts';

/** Makers of people and companies for the demo world and for tests: each gives what it is asked for and fills the rest. */

let counter = 0;
const next = (): number => ++counter + (process.pid % 1000) * 1_000_000;

interface AccountOptions {
  email?: string;
  phone?: string;
  passwordHash: string;
  /** When he has signed up; now unless told otherwise. */
  joinedAt?: Date;
}
interface NameOptions {
  lastName?: string;
  firstName?: string;
  middleName?: string | null;
}

async function makeAccount(
  tx: Tx,
  kind: string,
  { email, phone, passwordHash, joinedAt }: AccountOptions,
): Promise<number> {
  const made = await tx
    .insertInto('accounts')
    .values({
      kind,
      email: email ?? `${kind}-${next()}@factory.test`,
      phone: phone ?? null,
      phoneConfirmedAt: phone ? sql<Date>`now()` : null,
      emailConfirmedAt: sql<Date>`now()`,
      passwordHash,
      ...(joinedAt && { createdAt: joinedAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

const nameColumns = ({ lastName = 'Иванов', firstName = 'Иван', middleName = 'Иванович' }: NameOptions) => ({
  lastName,
  firstName,
  middleName,
});

/** Makes a person with his account; what is not named is taken from the lists of the demonstration. */
export async function makeIndividual(
  tx: Tx,
  options: AccountOptions &
    NameOptions & {
      inn?: string | null;
      birthDate?: string;
      verificationStatus?: VerificationStatus;
      identificationLevel?: IdentificationLevel;
      /** The columns of his papers, sealed. */
      papers?: ReturnType<ReturnType<typeof papersOf<'individuals'>>['seal']>;
      /** He has been asked for no paper of his health yet, so he has not consented to any (docs/decisions/0148). */
      isUnaskedOfHealth?: boolean;
    },
): Promise<{ accountId: number; individualId: number }> {
  const accountId = await makeAccount(tx, 'individual', options);
  const { id } = await tx
    .insertInto('individuals')
    .values({
      accountId,
      ...nameColumns(options),
      inn: options.inn ?? null,
      birthDate: options.birthDate ?? '1985-04-12',
      ...options.papers,
      ...(options.joinedAt && { createdAt: options.joinedAt }),
      verificationStatus: options.verificationStatus ?? 'unverified',
      identificationLevel: options.identificationLevel ?? (options.verificationStatus === 'verified' ? 'full' : 'none'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ofHealth = options.isUnaskedOfHealth ? [] : ['health-data'];
  await agreeTo(tx, accountId, ['pep-agreement', 'personal-data-creditor', ...ofHealth], options.joinedAt);
  return { accountId, individualId: id };
}

/**
 * As at sign-up: the rules of signing, without which nobody signs, and what most people agree to, without which nobody can
 * ask a creditor for anything, nor, unless told otherwise, tell him of an illness.
 */
const agreeTo = (tx: Tx, accountId: number, kinds: readonly string[], at: Date | undefined) =>
  tx
    .insertInto('consents')
    .columns(['accountId', 'documentId', 'givenAt'])
    .expression((eb) =>
      eb
        .selectFrom('consentDocuments')
        .distinctOn('kind')
        .select([sql<number>`${accountId}::bigint`.as('accountId'), 'id as documentId'])
        .select(sql<Date>`coalesce(${at ?? null}::timestamptz, now())`.as('givenAt'))
        .where('kind', 'in', kinds)
        .orderBy('kind')
        .orderBy('version', 'desc'),
    )
    .execute();

/** Makes a company; what is not named is of an invented one that nobody has verified. */
export async function makeCompany(
  tx: Tx,
  {
    shortName = `ООО «Компания ${next()}»`,
    ...options
  }: {
    inn?: string;
    kpp?: string;
    ogrn?: string;
    shortName?: string;
    fullName?: string;
    legalAddress?: string;
    phone?: string;
    email?: string;
    verificationStatus?: VerificationStatus;
    typeId?: number;
  },
): Promise<number> {
  const made = await tx
    .insertInto('legalEntities')
    .values({ inn: '7707083893', fullName: shortName, verificationStatus: 'unverified', shortName, ...options })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export const roleByCode = async (tx: Tx, kind: 'employee' | 'operator', code: string): Promise<number> => {
  const role = await tx
    .selectFrom('roles')
    .select('id')
    .where('kind', '=', kind)
    .where('code', '=', code)
    .where('system', '=', true)
    .executeTakeFirstOrThrow();
  return role.id;
};

/** Makes somebody of a company, with his account and his role there. */
export async function makeEmployee(
  tx: Tx,
  options: AccountOptions &
    NameOptions & {
      legalEntityId: number;
      role: EmployeeRole;
      position?: string;
      /** What he may sign for the company; everything unless told otherwise, null for nothing. */
      power?: Omit<PowerOfAttorney, 'status'> | null;
    },
): Promise<{ accountId: number; employeeId: number; membershipId: number; powerId: number | null }> {
  const accountId = await makeAccount(tx, 'employee', options);
  await agreeTo(tx, accountId, ['pep-agreement'], options.joinedAt);
  const employee = await tx
    .insertInto('employees')
    .values({ accountId, ...nameColumns(options) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const membership = await tx
    .insertInto('memberships')
    .values({
      employeeId: employee.id,
      legalEntityId: options.legalEntityId,
      roleId: await roleByCode(tx, 'employee', options.role),
      position: options.position ?? 'Специалист',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { power = wholePower } = options;
  const holder = { membershipId: membership.id, legalEntityId: options.legalEntityId };
  const powerId = power && (await givePower(tx, { ...holder, createdAt: options.joinedAt }, power));
  return { accountId, employeeId: employee.id, membershipId: membership.id, powerId };
}

/** All that can be signed, since long ago and for long. */
const wholePower: Omit<PowerOfAttorney, 'status'> = {
  number: 'Ф-1',
  issuedOn: toDay('2020-01-01'),
  validUntil: toDay('2099-12-31'),
  scope: ALL_SIGNING_ACTS,
};

/** Gives an employee a power of attorney. */
async function givePower(
  tx: Tx,
  holder: { membershipId: number; legalEntityId: number; createdAt?: Date | undefined },
  power: Omit<PowerOfAttorney, 'status'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('powersOfAttorney')
    .values({ ...holder, ...power, scope: [...power.scope] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes an operator of the platform, with his account and his role. */
export async function makeOperator(
  tx: Tx,
  options: AccountOptions & NameOptions & { role: OperatorRole },
): Promise<{ accountId: number; operatorId: number }> {
  const accountId = await makeAccount(tx, 'operator', options);
  const { id } = await tx
    .insertInto('operators')
    .values({
      accountId,
      ...nameColumns({ middleName: null, ...options }),
      roleId: await roleByCode(tx, 'operator', options.role),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { accountId, operatorId: id };
}
