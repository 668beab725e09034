import { Refusal } from '#contract/kernel/errors.ts';
import {
  type CompanyHead,
  type PowerOfAttorneyStatus,
  type Signatory,
  type SigningAct,
  type SigningRight,
  signingRight,
} from '#domain/parties/signing-right.ts';
import { type Day, toDay } from '#domain/values/days.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';

type Asker = Pick<Ctx<Actor>, 'db' | 'actor' | 'day'>;

/** Whether the actor may do acts in the company's name today, and as whom he signs. */
export const signingRightOf = async (
  ctx: Asker,
  legalEntityId: number,
  acts: readonly SigningAct[],
): Promise<SigningRight> => (await signingRights(ctx, legalEntityId))(acts);

/** The same of any acts, asked of the database once. @throws Refusal `object.absent` for whoever does not work there */
export async function signingRights(
  { db, actor, day }: Asker,
  legalEntityId: number,
): Promise<(acts: readonly SigningAct[]) => SigningRight> {
  const rights = await rightsAt(db, { legalEntityId, employeeId: actor.employeeId }, day);
  if (!rights) throw new Refusal('object.absent');
  return rights;
}

/**
 * Whether somebody may still do today what he has signed before, as a rule that goes on signing for his company: not once he has left it, his
 * power of attorney is over, or another acts by the charter.
 */
export async function stillHasRight(
  db: Db,
  { legalEntityId, accountId }: { legalEntityId: number; accountId: number },
  acts: readonly SigningAct[],
  day: Day,
): Promise<boolean> {
  const employee = await db.selectFrom('employees').select('id').where('accountId', '=', accountId).executeTakeFirst();
  if (!employee) return false;
  const rights = await rightsAt(db, { legalEntityId, employeeId: employee.id }, day);
  return rights?.(acts).ok ?? false;
}

/** What an employee may do in the name of a company; null of whoever does not work there. */
async function rightsAt(
  db: Db,
  { legalEntityId, employeeId }: { legalEntityId: number; employeeId: number | null },
  day: Day,
): Promise<((acts: readonly SigningAct[]) => SigningRight) | null> {
  const membership = await db
    .selectFrom('memberships as m')
    .innerJoin('employees as e', 'e.id', 'm.employeeId')
    .innerJoin('accounts as a', 'a.id', 'e.accountId')
    .innerJoin('roles as r', 'r.id', 'm.roleId')
    .select(['m.id', 'm.position', 'e.lastName', 'e.firstName', 'e.middleName', 'a.email', 'r.code', 'r.system'])
    .where('m.legalEntityId', '=', legalEntityId)
    .where('m.employeeId', '=', employeeId)
    .where('m.active', '=', true)
    .executeTakeFirst();
  if (!membership) return null;
  const powers = await db
    .selectFrom('powersOfAttorney')
    .select(['number', 'issuedOn', 'validUntil', 'scope', 'status'])
    .where('membershipId', '=', membership.id)
    .orderBy('id')
    .execute();
  const signer = {
    ...membership,
    isHead: membership.system && membership.code === 'head',
    powers: powers.map((power) => ({
      number: power.number,
      issuedOn: toDay(power.issuedOn),
      validUntil: toDay(power.validUntil),
      scope: power.scope as SigningAct[],
      status: power.status as PowerOfAttorneyStatus,
    })),
  };
  const head = await companyHead(db, legalEntityId);
  return (acts) => signingRight(signer, head, acts, day);
}

/** As whom the actor signs for the company. @throws Refusal `authority.needed`, which says what is missing and who gives it */
export async function demandSigningRight(
  ctx: Asker,
  legalEntityId: number,
  acts: readonly SigningAct[],
): Promise<Signatory> {
  const right = await signingRightOf(ctx, legalEntityId, acts);
  if (!right.ok) throw new Refusal('authority.needed', { detail: right.problem });
  return right.signatory;
}

/** Whom the card of a company names as the one who acts for it; null until it names him and his ground. */
async function companyHead(db: Db, legalEntityId: number): Promise<CompanyHead | null> {
  const row = await db
    .selectFrom('representatives')
    .select(['lastName', 'firstName', 'middleName', 'position', 'basis', 'basisNumber', 'basisDate', 'basisValidUntil'])
    .select('email')
    .where('legalEntityId', '=', legalEntityId)
    .executeTakeFirst();
  if (!row || row.lastName === null || row.firstName === null || row.basis === null) return null;
  const { lastName, firstName, basis, basisDate, basisValidUntil } = row;
  return {
    ...row,
    lastName,
    firstName,
    basis,
    basisDate: basisDate as Day | null,
    basisValidUntil: basisValidUntil as Day | null,
  };
}
