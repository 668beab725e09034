import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { companyDetails } from '#contract/parties/payment-details.ts';
import type { RequisitesFacts } from '#domain/documents/agreement-facts.ts';
import { maskNumber, type PaymentDetail, type PaymentDetailKind } from '#domain/parties/payment-detail.ts';
import { type Confirmed, demandCode, sendCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import { holdsPermissionAt } from '#server/platform/auth/access.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { tellOfAccount, tellOfOperator, tellOfUnused } from './account-news.ts';
import { paymentDetailLetters } from './letters.ts';
import { demandOwnAccount, demandRight } from './own-account.ts';
import { companyAccountChanged } from './payment-details.events.ts';
import {
  accountInUse,
  accountNamed,
  FRESH_HOURS,
  keepFormerAccount,
  markNumber,
  type Owner,
  openNumber,
  sealNumber,
} from './payment-details.queries.ts';

type Added = Input<typeof companyDetails.add>['body'];
type Changed = Input<typeof companyDetails.change>['body'];
type Confirmation = Input<typeof companyDetails.confirm>['body'];
type CodedForm = Input<typeof companyDetails.code>['body']['form'];

/** What a code confirms: one form about one owner's details, as it is sent. */
const confirmed = ({ column, id }: Owner, form: CodedForm): Confirmed => ({
  act: `payment details of ${column}`,
  of: id,
  content: form,
});

/**
 * Sends the actor a code for one change of this owner's details. The letter says by its last digits to which account it leads, and
 * nothing else that was typed: whoever has found a session open would speak through it.
 * @throws Refusal `input.invalid` as adding them would, `object.absent`
 */
export async function sendChangeCode(ctx: Writing, owner: Owner, form: CodedForm) {
  const number = await numberIn(ctx, owner, form);
  const told = {
    number: maskNumber(number),
    act: form.act === 'change' && isChoice(form) ? 'choose' : form.act,
  } as const;
  return sendCode(ctx, 'payment_details', confirmed(owner, form), paymentDetailLetters.changeCode, told);
}

/** Whether a form changes nothing but which of the details are in use. */
const isChoice = ({
  act: _act,
  detailId: _id,
  version: _version,
  isDefault,
  ...change
}: CodedForm & { act: 'change' }) => isDefault === true && Object.keys(change).length === 0;

/** The account to which a form leads. @throws Refusal `input.invalid`, `object.absent` */
async function numberIn(ctx: Writing, owner: Owner, form: CodedForm): Promise<string> {
  const { app, db } = ctx;
  if (form.act === 'add') {
    await demandRight(ctx, form, owner);
    return form.number;
  }
  const row = await db
    .selectFrom('paymentDetails')
    .select('numberSealed')
    .where(owner.column, '=', owner.id)
    .where('deletedAt', 'is', null)
    .where('id', '=', form.detailId)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return (form.act === 'change' ? form.number : undefined) ?? openNumber(app.secrets, row.numberSealed);
}

/**
 * Adds details. A refused form does not use the code up. Details that the owner adds himself are confirmed at once, those of his
 * accountant when the owner confirms them; the first confirmed ones are in use.
 * @returns the id
 * @throws Refusal `input.invalid`, `code.wrong`
 */
export const addDetail = (ctx: Writing, owner: Owner, added: Added): Promise<number> =>
  lockingOwner(ctx, owner, () => add(ctx, owner, added));

async function add(ctx: Writing, owner: Owner, { code, ...detail }: Added): Promise<number> {
  await demandCode(ctx, 'payment_details', confirmed(owner, { act: 'add', ...detail }), code);
  await demandRight(ctx, detail, owner);
  const { id } = await refusingDuplicates(() =>
    ctx.db
      .insertInto('paymentDetails')
      .values({ [owner.column]: owner.id, ...columns(ctx, detail), verifiedAt: speaksFor(ctx, owner) ? ctx.now : null })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await ensureDefault(ctx.db, owner);
  if (owner.column === 'legalEntityId') await tellOfUnused(ctx, owner.id, id);
  return id;
}

/**
 * Changes details. A change by somebody who may not confirm for the owner takes the confirmation away: payouts wait for the owner.
 * @throws Refusal `input.invalid`, `code.wrong`, `version.stale`
 */
export const changeDetail = (ctx: Writing, owner: Owner, id: number, changed: Changed): Promise<void> =>
  lockingOwner(ctx, owner, () => change(ctx, owner, id, changed));

async function change(
  ctx: Writing,
  owner: Owner,
  id: number,
  { code, version, isDefault, ...change }: Changed,
): Promise<void> {
  const form = { act: 'change' as const, detailId: id, version, ...change, ...(isDefault && { isDefault }) };
  await demandCode(ctx, 'payment_details', confirmed(owner, form), code);
  const before = await ctx.db.selectFrom('paymentDetails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const number = openNumber(ctx.app.secrets, before.numberSealed);
  const detail = { ...before, kind: before.kind as PaymentDetailKind, number, ...defined(change) };
  await demandRight(ctx, detail, owner);
  const isChanged = before.verifiedAt === null || Object.keys(change).length > 0;
  const isUsable = speaksFor(ctx, owner) || !isChanged;
  if (isDefault && !isUsable)
    throw new Refusal('input.invalid', { fields: { isDefault: 'Сначала подтвердите реквизиты' } });
  if (isDefault) await endDefault(ctx.db, owner);
  await refusingDuplicates(() =>
    changeRow(ctx.db, 'paymentDetails', id, version, {
      ...columns(ctx, detail),
      // Other details are confirmed anew, by whoever changes them.
      verifiedAt: isUsable ? (isChanged ? ctx.now : before.verifiedAt) : null,
      isDefault: isUsable && (isDefault ?? before.isDefault),
    }),
  );
  await ensureDefault(ctx.db, owner);
  if (ctx.actor.kind === 'operator' && isChanged) await tellOfOperator(ctx, owner, number, detail.number);
  // Another number is another account.
  else if (owner.column === 'legalEntityId' && detail.number !== number) await tellOfUnused(ctx, owner.id, id);
}

/**
 * The owner confirms details that somebody else has entered.
 * @throws Refusal `code.wrong`, `version.stale`; `move.illegal` when a company confirms an account of somebody else
 */
export const confirmDetail = (ctx: Writing, owner: Owner, id: number, { code, version }: Confirmation): Promise<void> =>
  lockingOwner(ctx, owner, async () => {
    const form = { act: 'confirm' as const, detailId: id, version };
    await demandCode(ctx, 'payment_details', confirmed(owner, form), code);
    await demandOwnAccount(ctx, owner, id);
    await changeRow(ctx.db, 'paymentDetails', id, version, { verifiedAt: ctx.now });
    await ensureDefault(ctx.db, owner);
  });

/** Takes details away; another confirmed account is in use then. */
export const removeDetail = (ctx: Writing, owner: Owner, id: number): Promise<void> =>
  lockingOwner(ctx, owner, async () => {
    const { db, now } = ctx;
    await db.updateTable('paymentDetails').set({ deletedAt: now, isDefault: false }).where('id', '=', id).execute();
    await ensureDefault(db, owner);
  });

/** A person speaks for himself, whoever may confirm for his company; an operator for nobody. */
const speaksFor = ({ actor }: Writing, { id }: Owner): boolean =>
  actor.kind === 'individual' || holdsPermissionAt(companyDetails.confirm, actor, id);

const columns = (
  { app }: Writing,
  { kind, bankName, bik, corrAccount, number, recipientName, recipientInn }: PaymentDetail,
) => ({
  kind,
  bankName,
  bik,
  corrAccount,
  recipientName,
  recipientInn,
  numberSealed: sealNumber(app.secrets, number),
  numberMark: markNumber(app.secrets, number),
});

const defined = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/**
 * Changes of one owner's details wait for one another: which of them is in use is decided among all. A company that is paid
 * to another account afterwards tells those who pay it, once its papers name that.
 */
async function lockingOwner<T>(ctx: Writing, { column, id }: Owner, change: () => Promise<T>): Promise<T> {
  const isPerson = column === 'individualId';
  const table = isPerson ? 'individuals' : 'legalEntities';
  await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(ctx.db);
  if (isPerson) return change();
  const [before, named] = [await accountInUse(ctx, id), await accountNamed(ctx, id)];
  const changed = await change();
  const after = await accountInUse(ctx, id);
  if (isSame(before, after)) {
    // Confirmed anew it is named later, and told of then.
    if (after && !isSame(await accountNamed(ctx, id), after)) await tellPayers(ctx, id, after);
    return changed;
  }
  if (named && !isSame(named, after)) await keepFormerAccount(ctx, id, named);
  if (after === null) return changed;
  // Also after a while without any: whoever was told of an account before, or of none, pays to this one.
  if (!isSame(named, after)) await tellPayers(ctx, id, after);
  await tellOfAccount(ctx, id);
  return changed;
}

const isSame = (one: RequisitesFacts | null, other: RequisitesFacts | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Those who pay a company are told of an account as soon as its papers name it. */
async function tellPayers(ctx: Writing, legalEntityId: number, account: RequisitesFacts): Promise<void> {
  const isNamed = isSame(await accountNamed(ctx, legalEntityId), account);
  // The clocks of the program and of the database may differ by a little.
  const inSeconds = isNamed ? 0 : FRESH_HOURS * 3600 + 600;
  const at = new Date(ctx.now.getTime() + inSeconds * 1000);
  await publish(ctx, companyAccountChanged, { legalEntityId, account, at, inSeconds });
}

const endDefault = (tx: Tx, { column, id }: Owner) =>
  tx
    .updateTable('paymentDetails')
    .set({ isDefault: false })
    .where(column, '=', id)
    .where('isDefault', '=', true)
    .execute();

/** Of the confirmed details one is in use: where none is, the oldest. */
async function ensureDefault(tx: Tx, { column, id }: Owner): Promise<void> {
  const usable = await tx
    .selectFrom('paymentDetails')
    .select(['id', 'isDefault'])
    .where(column, '=', id)
    .where('deletedAt', 'is', null)
    .where('verifiedAt', 'is not', null)
    .orderBy('isDefault', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  if (usable && !usable.isDefault)
    await tx.updateTable('paymentDetails').set({ isDefault: true }).where('id', '=', usable.id).execute();
}

/** @throws Refusal `input.invalid` when the owner has such an account already */
async function refusingDuplicates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) !== 'payment_details_number') throw error;
    throw new Refusal('input.invalid', { fields: { number: 'Такие реквизиты уже есть' } });
  }
}
