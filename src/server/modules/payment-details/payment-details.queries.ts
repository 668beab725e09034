import { type Selectable, sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import { type companyDetails, paymentDetailRights } from '#contract/parties/payment-details.ts';
import type { RequisitesFacts } from '#domain/documents/agreement-facts.ts';
import { maskNumber, type PaymentDetailKind } from '#domain/parties/payment-detail.ts';
import type { App } from '#server/platform/app.ts';
import { holdsPermissionAt } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { PaymentDetails } from '#server/platform/database/schema.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';

/** Whose details they are. */
export interface Owner {
  column: 'individualId' | 'legalEntityId';
  id: number;
}
type Row = Selectable<PaymentDetails>;
type Shown = Answer<typeof companyDetails.get>;

const numberContext = 'payment_details.number';
export const sealNumber = (secrets: Secrets, number: string): string => secrets.seal(numberContext, number);
export const openNumber = (secrets: Secrets, sealed: string): string => secrets.open<string>(numberContext, sealed);
export const markNumber = (secrets: Secrets, number: string): string => secrets.mark(numberContext, number);

const notDeleted = (db: Db, { column, id }: Owner) =>
  db.selectFrom('paymentDetails').selectAll().where(column, '=', id).where('deletedAt', 'is', null);

/** The details of an owner, the one in use first. */
export async function listDetails(ctx: Ctx, owner: Owner): Promise<{ items: Shown[] }> {
  const rows = await notDeleted(ctx.db, owner).orderBy('isDefault', 'desc').orderBy('id').execute();
  return { items: rows.map((row) => show(ctx, owner, row)) };
}

/** One of the payment details of their owner, as the viewer may see it. */
export async function findDetail(ctx: Ctx, owner: Owner, id: number): Promise<Shown> {
  return show(ctx, owner, await notDeleted(ctx.db, owner).where('id', '=', id).executeTakeFirstOrThrow());
}

/** Whatever reads of accounts. */
type Reading = Pick<Ctx, 'app' | 'db'>;

/** The account in use of a company; null while there is none. */
export async function accountInUse(ctx: Reading, legalEntityId: number): Promise<RequisitesFacts | null> {
  const row = await inUse(ctx.db, legalEntityId).executeTakeFirst();
  return row ? factsOf(ctx, row) : null;
}

/**
 * The account of a company as its papers name it: for a day after an account that is not known came into use, also one that was confirmed long before,
 * the one before, where there was one (docs/decisions/0191); null while none is in use.
 */
export async function accountNamed(ctx: Reading, legalEntityId: number): Promise<RequisitesFacts | null> {
  const row = await inUse(ctx.db, legalEntityId)
    .select([isTrusted.as('isTrusted'), isFresh.as('isFresh')])
    .executeTakeFirst();
  if (!row) return null;
  const former = row.isTrusted ? null : await formerAccount(ctx, row);
  return former ?? factsOf(ctx, row);
}

const inUse = (db: Db, legalEntityId: number) =>
  notDeleted(db, { column: 'legalEntityId', id: legalEntityId }).where('isDefault', '=', true);

const formerContext = 'legal_entities.former_account';

/** What papers named until less than a day ago; where none was in use meanwhile, until a day before the fresh one was confirmed. */
async function formerAccount(
  { app, db }: Reading,
  { legalEntityId, verifiedAt, isFresh }: Pick<Row, 'legalEntityId' | 'verifiedAt'> & { isFresh: boolean },
): Promise<RequisitesFacts | null> {
  const row = await db
    .selectFrom('legalEntities')
    .select('formerAccountSealed')
    .where('id', '=', legalEntityId)
    .where(
      'formerAccountAt',
      '>',
      sql<Date>`case when ${isFresh}::boolean then ${verifiedAt}::timestamptz else now() end
        - make_interval(hours => ${sql.lit(FRESH_HOURS)})`,
    )
    .executeTakeFirst();
  return row?.formerAccountSealed ? app.secrets.open<RequisitesFacts>(formerContext, row.formerAccountSealed) : null;
}

/** Keeps what the papers of a company have named, whose account in use is another one or none from now on. */
export async function keepFormerAccount({ app, db }: Reading, legalEntityId: number, named: RequisitesFacts) {
  await db
    .updateTable('legalEntities')
    .set({ formerAccountSealed: app.secrets.seal(formerContext, named), formerAccountAt: sql<Date>`now()` })
    .where('id', '=', legalEntityId)
    .execute();
}

function factsOf({ app }: Reading, row: Row): RequisitesFacts {
  const { recipientName, recipientInn, bankName, bik, corrAccount } = row;
  return {
    recipient: recipientInn === null ? recipientName : `${recipientName}, ИНН ${recipientInn}`,
    account: openNumber(app.secrets, row.numberSealed),
    bank: `${bankName}, БИК ${bik}${corrAccount === null ? '' : `, корр. счёт ${corrAccount}`}`,
  };
}

/** The confirmed account in use of a company, to which its money goes; undefined while there is none. */
export async function payoutDetails({ app, db }: { app: Pick<App, 'secrets'>; db: Db }, legalEntityId: number) {
  const row = await notDeleted(db, { column: 'legalEntityId', id: legalEntityId })
    .select([isTrusted.as('isTrusted'), isFresh.as('isFresh')])
    .where('isDefault', '=', true)
    .where('verifiedAt', 'is not', null)
    .executeTakeFirst();
  return row && { ...row, number: openNumber(app.secrets, row.numberSealed) };
}

/** Two operators have agreed to pay there since the owner has confirmed it: what is confirmed anew is looked at anew. */
export const isTrusted = sql<boolean>`coalesce(trusted_at >= verified_at, false)`;
/** So long nothing goes to an account by itself after it was confirmed: whoever has not named it has read of it by then. */
export const FRESH_HOURS = 24;
const isFresh = sql<boolean>`verified_at > now() - make_interval(hours => ${sql.lit(FRESH_HOURS)})`;

function show(ctx: Ctx, owner: Owner, row: Row): Shown {
  const number = openNumber(ctx.app.secrets, row.numberSealed);
  return {
    ...row,
    kind: row.kind as PaymentDetailKind,
    number: seesFullNumber(ctx, owner) ? number : maskNumber(number),
  };
}

/** An employee sees whole what belongs to the company where his role lets him. */
const seesFullNumber = ({ actor, may }: Ctx, { id }: Owner): boolean =>
  actor?.kind === 'employee' ? holdsPermissionAt(paymentDetailRights.whole, actor, id) : may(paymentDetailRights.whole);
