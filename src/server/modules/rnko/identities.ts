import type { Selectable } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { companyIdentity, individualIdentity } from '#contract/parties/rnko.ts';
import { RNKO_GAPS, type RnkoIdentityStatus, rnkoIdentityMachine, type WantedLevel } from '#domain/parties/rnko.ts';
import { paymentLimit } from '#domain/settings/identification.ts';
import type { IdentificationLevel } from '#domain/settings/identification-levels.ts';
import { insertPartnerConsent, partnerConsent } from '#server/modules/consents/consents.commands.ts';
import { personConsents } from '#server/modules/consents/consents.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import { holdsPermissionAt } from '#server/platform/auth/access.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { RnkoIdentities } from '#server/platform/database/schema.ts';
import { dataContext, moveIdentity, newQuestion } from './identity-moves.ts';
import { gapsIn, type Owner, partnerDataOf, partnerItemsOf, shownItems } from './partner-data.ts';
import { enqueueIdentification } from './partner-jobs.ts';

type Row = Selectable<RnkoIdentities>;
type Profile = Answer<typeof individualIdentity.profile>;
type Request = Answer<typeof individualIdentity.request>;

const rowOf = (db: Db, { column, id }: Owner): Promise<Row | undefined> =>
  db.selectFrom('rnkoIdentities').selectAll().where(column, '=', id).executeTakeFirst();

const operationsOf = ({ column }: Owner) => (column === 'individualId' ? individualIdentity : companyIdentity);
const consentOf = ({ column }: Owner) =>
  column === 'individualId' ? ('personal-data-partner' as const) : ('company-data-partner' as const);
const statusOf = (row: Row | undefined): RnkoIdentityStatus => (row?.status ?? 'none') as RnkoIdentityStatus;
const wantedOf = (row: Row | undefined): WantedLevel | null => (row?.wantedLevel ?? null) as WantedLevel | null;

/** What the partner would be told of an owner, and what he is known as. */
export async function findProfile(ctx: Ctx, owner: Owner): Promise<Profile> {
  const row = await rowOf(ctx.db, owner);
  const items = await partnerItemsOf(ctx.app, ctx.db, owner);
  const level = await levelOf(ctx.db, owner);
  return {
    status: statusOf(row),
    wantedLevel: wantedOf(row),
    level,
    limit: level && paymentLimit(level, await ratesOf(ctx.db), ctx.day),
    validUntil: row?.validUntil ?? null,
    preparedAt: row?.preparedAt ?? null,
    data: shownItems(items),
    missing: gapsIn(items),
    consent: { ...(await partnerConsent(ctx, consentOf(owner))), givenAt: row?.preparedAt ?? null },
    moves: movesOf(ctx, owner, statusOf(row)),
  };
}

/** How far the question to the partner has come. */
export async function findRequest({ db }: Ctx, owner: Owner): Promise<Request> {
  const row = await rowOf(db, owner);
  return {
    status: statusOf(row),
    wantedLevel: wantedOf(row),
    sentAt: row?.sentAt ?? null,
    isTaken: row?.partnerId != null,
    partnerSilent: row?.partnerSilent ?? false,
    actionUrl: row?.actionUrl ?? null,
    answeredAt: row?.answeredAt ?? null,
    failReason: row?.failReason ?? null,
  };
}

/** As what a person may pay; a company has no such level. */
async function levelOf(db: Db, { column, id }: Owner): Promise<IdentificationLevel | null> {
  if (column === 'legalEntityId') return null;
  const { identificationLevel } = await db
    .selectFrom('individuals')
    .select('identificationLevel')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return identificationLevel as IdentificationLevel;
}

function movesOf({ actor, may }: Ctx, owner: Owner, status: RnkoIdentityStatus): Profile['moves'] {
  const operations = operationsOf(owner);
  return (['prepare', 'submit'] as const).filter((move) => {
    const operation = operations[move];
    if (!rnkoIdentityMachine.canMove(status, move) || !actor || !(actor.kind in operation.def.access)) return false;
    return actor.kind === 'employee' ? holdsPermissionAt(operation, actor, owner.id) : may(operation);
  });
}

/**
 * Takes together what the partner will be told, as it is at this moment, with the consent to tell it.
 * @throws Refusal `rnko.incomplete` naming what is missing, `move.illegal` while the partner looks
 */
export async function prepareIdentity(
  ctx: Writing,
  owner: Owner,
  { level }: Input<typeof individualIdentity.prepare>['body'],
): Promise<void> {
  const items = await partnerItemsOf(ctx.app, ctx.db, owner);
  const missing = gapsIn(items);
  if (missing.length > 0) {
    throw new Refusal('rnko.incomplete', { detail: `Заполните: ${missing.map((gap) => RNKO_GAPS[gap]).join(', ')}` });
  }
  const id = await idOf(ctx.db, owner);
  await insertPartnerConsent(ctx, ctx.db, ctx.actor.accountId, consentOf(owner));
  await moveIdentity(ctx, id, 'prepare', {
    set: {
      wantedLevel: level,
      dataSealed: ctx.app.secrets.seal(dataContext, partnerDataOf(items)),
      preparedAt: ctx.now,
      failReason: null,
      actionUrl: null,
    },
  });
}

/** The owner's row, made when it is wanted first. */
async function idOf(tx: Tx, owner: Owner): Promise<number> {
  await tx
    .insertInto('rnkoIdentities')
    .values({ [owner.column]: owner.id })
    .onConflict((same) => same.column(owner.column).doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('rnkoIdentities')
    .select('id')
    .where(owner.column, '=', owner.id)
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Asks the partner, under a new key: he hears of it from a job of this transaction, however long he is away.
 * @throws Refusal `move.illegal`, `rnko.unavailable`, `consent.needed` when a person has taken his consent back
 */
export async function submitIdentity(ctx: Writing, owner: Owner): Promise<void> {
  if (!ctx.app.rnko) throw new Refusal('rnko.unavailable');
  const id = await idOf(ctx.db, owner);
  await moveIdentity(ctx, id, 'submit', {
    set: newQuestion(ctx.now),
  });
  const isPerson = owner.column === 'individualId';
  if (isPerson && !(await personConsents(ctx.db, owner.id, 'personal-data-partner'))) {
    throw new Refusal('consent.needed');
  }
  await enqueueIdentification(ctx.app, ctx.db, id);
}
