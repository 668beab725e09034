import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type FieldErrors, Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { individualRights, individuals } from '#contract/parties/individuals.ts';
import { maskIdentity } from '#domain/values/masks.ts';
import { parsePhone } from '#domain/values/phone.ts';
import { hasApprovals, pendingApprovalsOf } from '#server/modules/approvals/approvals.queries.ts';
import { avatarUrlOf } from '#server/modules/files/avatars.queries.ts';
import { papersOf } from '#server/modules/verification/papers.queries.ts';
import {
  blockersFor,
  emptyOf,
  type Verified,
  verificationMovesFor,
} from '#server/modules/verification/verification.commands.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { fetchFirst, type SoughtInOwn } from '#server/platform/list/own-rows.ts';
import { indexedColumnHolds } from '#server/platform/list/searched.ts';
import type { Sought } from '#server/platform/list/sought.ts';
import { inNoRow, personHolds } from '#server/platform/person-name.ts';
import type { Subject } from '#server/platform/state/transition.ts';

export const papers = papersOf('individuals');

export const subjectOf = (id: number): Subject => ({ table: 'individuals', id });

/** The columns of a row in lists and exports. */
export const rowColumns = [
  'i.id',
  'i.lastName',
  'i.firstName',
  'i.middleName',
  'i.inn',
  'a.phone',
  'a.email',
  'i.verificationStatus',
  'i.pendingSince',
  'i.createdAt',
] as const;

const sealedColumns = [
  'i.snilsSealed',
  'i.passportSealed',
  'i.passportIssuedAtSealed',
  'i.passportIssuedBySealed',
  'i.passportDepartmentSealed',
  'i.regAddressSealed',
] as const;

/** The people whom the actor may reach by this operation. */
export const reachablePeople = (ctx: Ctx) =>
  ctx.db.selectFrom('individuals as i').where('i.deletedAt', 'is', null).where(ctx.within('individual', 'i'));

/** Adds the account, for its contacts. A list chooses its rows without it. */
export const withAccount = (rows: ReturnType<typeof reachablePeople>) =>
  rows.leftJoin('accounts as a', 'a.id', 'i.accountId');

/** Whether the name, or the ИНН for those who see it, holds what was typed. */
export const nameHolds = (ctx: Ctx, column: string, q: string, holds = indexedColumnHolds): RawBuilder<SqlBool> =>
  personHolds(column, q, { seesInn: ctx.may(individuals.reveal) ? sql.lit(true) : inNoRow, holds });

/** A whole phone, however it is written, is looked up as such; anything else may be a part of an e-mail or of a phone. */
export function contactHolds(q: string, accounts: string): RawBuilder<SqlBool> {
  const phone = parsePhone(q);
  return phone ? sql`${sql.ref(`${accounts}.phone`)} = ${phone}` : indexedColumnHolds(`${accounts}.search`, q);
}

/**
 * Whose name holds what was typed, and for those who see them also whose ИНН, e-mail or phone does. A union, because
 * each half has its own index and an "or" over both would use neither; of all, so that whoever wants a few need not wait
 * until every one is found. A person found by both is in it twice.
 */
export function peopleMatching(ctx: Ctx, q: string) {
  const byName = ctx.db
    .selectFrom('individuals')
    .select('id')
    .where(nameHolds(ctx, 'search', q))
    .where('deletedAt', 'is', null);
  if (!ctx.may(individuals.reveal)) return byName;
  return byName.unionAll(
    ctx.db
      .selectFrom('accounts')
      .innerJoin('individuals', 'individuals.accountId', 'accounts.id')
      .select('individuals.id')
      .where(contactHolds(q, 'accounts'))
      .where('individuals.deletedAt', 'is', null),
  );
}

/** The first few of them whom the actor may reach: each half stops as soon as it has found enough. */
export function firstPeopleMatching(ctx: Ctx, { typed, isIn, phone, isLookedAt }: Sought, most: number) {
  const looked = reachablePeople(ctx).where(isLookedAt('i.id'));
  const byName = looked
    .select('i.id')
    .where(nameHolds(ctx, 'i.search', typed, (column) => isIn(sql.ref(column))))
    .modifyEnd(fetchFirst(most));
  if (!ctx.may(individuals.reveal)) return byName;
  const byContacts = withAccount(looked)
    .select('i.id')
    .where(phone ? sql<SqlBool>`a.phone = ${phone}` : isIn(sql.ref('a.search')))
    .modifyEnd(fetchFirst(most));
  return sql<number>`((${byName}) union all (${byContacts}))`;
}

/** The same of a debtor, who reaches himself alone. */
export function ownMatching(ctx: Ctx, { isIn, phone }: SoughtInOwn, most: number) {
  const byContacts = phone ? sql<SqlBool>`a.phone = ${phone}` : isIn(sql.ref('a.search'));
  return withAccount(reachablePeople(ctx))
    .select('i.id')
    .where(sql<SqlBool>`(${isIn(sql.ref('i.search'))} or ${byContacts})`)
    .modifyEnd(fetchFirst(most));
}

/** Who may ask to reveal sees what identifies a person at once; everybody else sees masks. */
export const masked = <Row extends Record<'inn' | 'phone' | 'email', string | null>>(ctx: Ctx, row: Row): Row =>
  ctx.may(individuals.reveal) ? row : maskIdentity(row);

/** What verification must know of a person. */
export async function verifiedPerson(ctx: Ctx, id: number): Promise<Verified> {
  const row = await reachablePeople(ctx).select('i.id').where('i.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return {
    subject: subjectOf(id),
    isOwn: isOwn(ctx, id),
    rights: individualRights,
    missing: () => missingOf(ctx, id),
  };
}

/** What an application of a person needs. */
export const applicationFields = [
  'birthDate',
  'inn',
  'passport',
  'passportIssuedAt',
  'passportIssuedBy',
  'passportDepartment',
  'regAddress',
] as const;

/** What of it is not there, a message by the field. */
export async function missingOf({ db }: Ctx, id: number): Promise<FieldErrors> {
  const row = await db
    .selectFrom('individuals')
    .select(['birthDate', 'inn'])
    .select(['passportSealed as passport', 'passportIssuedAtSealed as passportIssuedAt'])
    .select(['passportIssuedBySealed as passportIssuedBy', 'passportDepartmentSealed as passportDepartment'])
    .select('regAddressSealed as regAddress')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return emptyOf(row);
}

const isOwn = (ctx: Ctx, id: number): boolean => ctx.actor?.individualId === id;

/** The card of a person, as the viewer may see it. @throws Refusal `object.absent` */
export async function findCard(ctx: Ctx, id: number): Promise<Answer<typeof individuals.get>> {
  const found = await withAccount(reachablePeople(ctx))
    .leftJoin('individualCategories as c', 'c.id', 'i.categoryId')
    .select([
      ...rowColumns,
      'i.categoryId',
      'c.name as category',
      'i.birthDate',
      ...sealedColumns,
      'i.remarks',
      'i.editors',
      'i.version',
      'i.updatedAt',
      hasApprovals('individuals', 'i.id').as('hasApprovals'),
      avatarUrlOf('individualId', 'i.id').as('avatarUrl'),
    ])
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  const { snilsSealed, passportSealed, ...row } = found;
  const { passportIssuedAtSealed, passportIssuedBySealed, passportDepartmentSealed, regAddressSealed, ...open } = row;
  const { editors, hasApprovals: isProposed, ...plain } = open;
  const pendingApprovals = isProposed ? await pendingApprovalsOf(ctx, subjectOf(id)) : [];
  return {
    ...masked(ctx, plain),
    remarks: [...plain.remarks],
    moves: verificationMovesFor(ctx, plain.verificationStatus, { isOwn: isOwn(ctx, id), rights: individualRights }),
    blockers: await blockersFor(ctx, editors, pendingApprovals),
    pendingApprovals,
    ...papers.masked(ctx.app.secrets, {
      snilsSealed,
      passportSealed,
      passportIssuedAtSealed,
      passportIssuedBySealed,
      passportDepartmentSealed,
      regAddressSealed,
    }),
  };
}

/** The person's data in full, as `reveal` shows them. */
export async function findFull(ctx: Ctx, id: number) {
  const row = await withAccount(reachablePeople(ctx))
    .select(['i.inn', 'a.phone', 'a.email', ...sealedColumns])
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return { inn: row.inn, phone: row.phone, email: row.email, ...papers.full(ctx.app.secrets, row) };
}
