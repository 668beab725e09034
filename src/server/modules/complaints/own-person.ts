import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { accountsOf, behindCompany } from '#server/platform/auth/accounts-behind.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import { isActorOneOf, othersThan } from '#server/platform/auth/same-person.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { withThing } from './thing.ts';

type Reader = Pick<Ctx, 'app' | 'db'> & { actor: Actor };

/** Whom a complaint concerns beside the creditor, as columns: who has complained, whose message it is, who has recorded the contact and who denies it. */
export const concernedColumns = [
  'k.accountId',
  'm.accountId as authorId',
  'r.accountId as recorderId',
  'r.failedBy as denierId',
] as const;

/** The creditor in whose talk or journal it is, as a column. */
export const legalEntityOf = sql<number | null>`coalesce(c.legal_entity_id, r.legal_entity_id)`.as('legalEntityId');

interface Concerned {
  accountId: number;
  authorId: number | null;
  recorderId: number | null;
  denierId: number | null;
  /** The creditor: what is found of one of his people is found of all. */
  legalEntityId: number | null;
}

/** The accounts that what was complained of is about: whoever has written, recorded or denied it, and all of the creditor. */
async function accountsIn({ db }: Pick<Ctx, 'db'>, { authorId, recorderId, denierId, legalEntityId }: Concerned) {
  const company = legalEntityId === null ? [] : await accountsOf(db, behindCompany, legalEntityId);
  return [authorId, recorderId, denierId, ...company].filter((id) => id !== null);
}

/** Who may decide a complaint: nobody whom it concerns. */
export async function decidersOf(ctx: Pick<Ctx, 'app'> & { db: Tx }, id: number): Promise<number[]> {
  const concerned = await withThing(ctx.db)
    .select(concernedColumns)
    .select(legalEntityOf)
    .where('k.id', '=', id)
    .executeTakeFirstOrThrow();
  const able = await operatorsWith(ctx.db, complaints.decide);
  return othersThan(ctx, [concerned.accountId, ...(await accountsIn(ctx, concerned))], able);
}

/** What of a complaint is the reader's own, by whichever of his accounts: what it is of, and the complaint itself. */
export async function ownOf(ctx: Reader, concerned: Concerned): Promise<{ isOfReader: boolean; isByReader: boolean }> {
  return {
    isOfReader: await isActorOneOf(ctx, await accountsIn(ctx, concerned)),
    isByReader: await isActorOneOf(ctx, [concerned.accountId]),
  };
}

/** @throws Refusal `move.illegal` of a complaint about himself, `approval.own` of one of his own */
export async function demandOthers(ctx: Reader, concerned: Concerned): Promise<void> {
  const { isOfReader, isByReader } = await ownOf(ctx, concerned);
  if (isOfReader)
    throw new Refusal('move.illegal', {
      detail:
        'Решает другой оператор: жалоба касается вас, вашей компании или того, у кого то же имя, телефон или браузер',
    });
  if (isByReader)
    throw new Refusal('approval.own', {
      detail: 'Решает другой оператор: у того, кто пожаловался, то же имя, телефон или браузер, что у вас',
    });
}
