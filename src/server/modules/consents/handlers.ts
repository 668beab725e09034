import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { consents } from '#contract/parties/consents.ts';
import {
  CONSENT_KINDS,
  type ConsentChannel,
  type ConsentKind,
  HOLDING_WORDING,
  SIGNING_RULES_WORDING,
  withdrawalOf,
} from '#domain/parties/consent.ts';
import { askErasure, cancelErasure, waitingErasure } from '#server/modules/personal-data/erasures.commands.ts';
import { type Actor, type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/events.ts';
import { currentDocuments, insertConsents, newestDocument, whereNeeded } from './consents.commands.ts';
import { autopaymentConsentWithdrawn, creditorConsentGiven, healthConsentWithdrawn } from './consents.events.ts';
import type { Audience } from './texts.ts';

type Own = Answer<typeof consents.mine>;

export const consentHandlers = implement(consents, {
  async publicDocument({ db }, { query }) {
    const { version, title, body, sha256, createdAt } = await newestDocument(db, query.kind);
    return { version, title, body, sha256, publishedAt: createdAt };
  },
  mine: (ctx) => findOwn(ctx),
  async give(ctx, { body: { documentId } }) {
    const document = (await offeredTo(ctx)).find((one) => one.documentId === documentId);
    if (!document)
      throw new Refusal('input.invalid', { fields: { documentId: 'Этот документ сейчас не подписывают' } });
    await insertConsents(ctx, ctx.db, ctx.actor.accountId, [documentId]);
    const { individualId } = ctx.actor;
    if (document.kind === 'personal-data-creditor' && individualId !== null) {
      await publish(ctx, creditorConsentGiven, { individualId });
    }
    if (document.kind === 'personal-data-platform') await cancelErasure(ctx);
    return findOwn(ctx);
  },
  async withdraw(ctx, { params }) {
    const { kind, revokedAt } = await lockConsent(ctx.db, params.id);
    if (revokedAt !== null) throw new Refusal('move.illegal', { detail: 'Согласие уже отозвано' });
    if (!withdrawalOf(kind as ConsentKind, ctx.actor.kind).possible) throw new Refusal('consent.fixed');
    if (kind === 'personal-data-platform') {
      // Nothing of him may go anywhere from now on, to whomever it was.
      for (const one of CONSENT_KINDS.filter((each) => withdrawalOf(each, ctx.actor.kind).possible)) {
        await withdrawKind(ctx, one);
      }
      await askErasure(ctx);
    } else {
      await withdrawKind(ctx, kind as ConsentKind);
    }
    return findOwn(ctx);
  },
  async ofIndividual({ db }, { params }) {
    const { accountId } = await db
      .selectFrom('individuals')
      .select('accountId')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    if (accountId === null) return { items: [], erasure: null };
    return { items: await consentsOf(db, accountId, 'individual'), erasure: await waitingErasure(db, accountId) };
  },
});

async function findOwn(ctx: Ctx<Actor>): Promise<Own> {
  const { accountId, kind } = ctx.actor;
  return {
    items: await consentsOf(ctx.db, accountId, kind),
    offered: await offeredTo(ctx),
    erasure: await waitingErasure(ctx.db, accountId),
  };
}

/** All that an account has ever signed, the oldest first. */
async function consentsOf(db: Db, accountId: number, owner: string): Promise<Own['items']> {
  const rows = await db
    .selectFrom('consents as c')
    .innerJoin('consentDocuments as d', 'd.id', 'c.documentId')
    .select(['c.id', 'd.kind', 'd.version', 'd.title', 'd.body', 'd.sha256'])
    .select(['c.givenAt', 'c.ip', 'c.channel', 'c.revokedAt'])
    .where('c.accountId', '=', accountId)
    .orderBy('c.id')
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind as ConsentKind,
    channel: row.channel as ConsentChannel,
    withdrawal: withdrawalOf(row.kind as ConsentKind, owner),
  }));
}

/**
 * Who is to be erased may change his mind, and send a paper of his health: his agreement may go on for months, and his right to ask for a
 * pause with it (docs/decisions/0152).
 */
const OF_LEAVING: readonly ConsentKind[] = ['personal-data-platform', 'health-data'];

/** The documents that this person may sign and has not signed in any wording that still holds. */
async function offeredTo(ctx: Ctx<Actor>): Promise<Own['offered']> {
  const { db, actor } = ctx;
  if (actor.kind === 'operator') return [];
  const given = await db
    .selectFrom('consents as c')
    .innerJoin('consentDocuments as d', 'd.id', 'c.documentId')
    .select(['d.kind', 'd.wording'])
    .where('c.accountId', '=', actor.accountId)
    .where('c.revokedAt', 'is', null)
    .execute();
  const held = new Set(given.filter(holds).map(({ kind }) => kind));
  const isLeaving = (await waitingErasure(db, actor.accountId)) !== null;
  const documents = [
    ...(await currentDocuments(db, actor.kind satisfies Audience)),
    ...(await whereNeeded(db, actor.kind)),
  ];
  return documents
    .filter(({ kind }) => !held.has(kind) && (!isLeaving || OF_LEAVING.includes(kind as ConsentKind)))
    .map(({ id, kind, version, title, body, sha256 }) => ({
      documentId: id,
      kind: kind as ConsentKind,
      version,
      title,
      body,
      sha256,
    }));
}

/** Older rules of signing are accepted anew: they bound nobody but the platform. */
const ACCEPTED: Readonly<Record<string, number>> = { ...HOLDING_WORDING, 'pep-agreement': SIGNING_RULES_WORDING };
const holds = ({ kind, wording }: { kind: string; wording: number }): boolean => wording >= (ACCEPTED[kind] ?? 0);

const lockConsent = (tx: Tx, id: number) =>
  tx
    .selectFrom('consents as c')
    .innerJoin('consentDocuments as d', 'd.id', 'c.documentId')
    .select(['d.kind', 'c.revokedAt'])
    .where('c.id', '=', id)
    .forUpdate('c')
    .executeTakeFirstOrThrow();

/** Every wording of the kind is taken back at once: what is agreed to is the same. */
async function withdrawKind(ctx: Writing, kind: ConsentKind): Promise<void> {
  const { db, actor, now } = ctx;
  const { numUpdatedRows } = await db
    .updateTable('consents')
    .set({ revokedAt: now })
    .where('accountId', '=', actor.accountId)
    .where('revokedAt', 'is', null)
    .where('documentId', 'in', db.selectFrom('consentDocuments').select('id').where('kind', '=', kind))
    .executeTakeFirst();
  const { individualId } = actor;
  if (individualId === null || numUpdatedRows === 0n) return;
  if (kind === 'health-data') await publish(ctx, healthConsentWithdrawn, { individualId });
  if (kind === 'autopayment') await publish(ctx, autopaymentConsentWithdrawn, { individualId });
}
