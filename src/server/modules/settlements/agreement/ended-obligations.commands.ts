import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { isDeath, type LifeEventKind } from '#domain/parties/life-event.ts';
import { type DebtEnd, endingLaw, endsDebts, isEnded, LOAN_ENDS } from '#domain/parties/life-outcome.ts';
import { isConsumerCredit } from '#domain/registries/registry-lists.ts';
import { CLOSE_REASONS } from '#domain/settlements/settlement.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { demandSigningRight } from '#server/modules/employees/signing-right.queries.ts';
import type { Counting, LifeContext } from '#server/modules/life-events/life-events.events.ts';
import { lifeSpans } from '#server/modules/life-events/life-spans.queries.ts';
import { withdrawEnded } from '#server/modules/registries/reading/withdrawing.commands.ts';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { cancelSettlement } from '../endings/cancelled.commands.ts';
import type { Ending } from '../endings/endings.commands.ts';
import { isReturning, lockSettlement, lockWithAccruedPenalty } from '../money/money.commands.ts';
import { priceGroundsOf } from '../price-grounds.queries.ts';

/**
 * What an event ends of a person's debts: all that he is freed of by the end of a bankruptcy, the loans of whoever is dead or disabled by
 * service. The claims are withdrawn, the agreements about them end, and their sides read why (docs/decisions/0211).
 * @throws Refusal `move.illegal` of the end of a bankruptcy while money of an agreement is on its way back; of other events that one ends by the clock
 */
export async function endObligations(ctx: LifeContext, event: Counting): Promise<void> {
  if (event.settlementId !== null || !endsDebts(event)) return;
  for (const id of await claimsEnded(ctx.db, event)) {
    const settlementId = await runningAbout(ctx.db, id);
    if (settlementId !== null && event.begins && (await isReturning(ctx.db, settlementId))) continue;
    await endClaim(ctx, id, settlementId, event.kind);
  }
}

/** The agreement about a claim, or what is bargained about it; one that is paid is not touched, whatever has happened since. */
async function runningAbout(db: Db, registryEntryId: number): Promise<number | null> {
  const found = await db
    .selectFrom('settlements')
    .select('id')
    .where('registryEntryId', '=', registryEntryId)
    .where('status', 'in', ['negotiation', 'waiting_for_payment'])
    .executeTakeFirst();
  return found?.id ?? null;
}

async function endClaim(
  ending: Ending,
  registryEntryId: number,
  settlementId: number | null,
  kind: LifeEventKind,
): Promise<void> {
  const law = endingLaw(kind);
  const why = `${law.charAt(0).toUpperCase()}${law.slice(1)}`;
  if (settlementId !== null) {
    // Penalty of the days of the event is written off as such, and not with the agreement.
    const settlement = await lockWithAccruedPenalty(ending.db, settlementId, moscowDay(ending.now));
    await cancelSettlement(ending, settlement, { closeReason: 'cancelled', why }, sidesOf(kind));
  }
  await withdrawEnded(ending, registryEntryId, why);
}

const sidesOf = (kind: LifeEventKind): readonly Side[] => (isDeath(kind) ? ['creditor'] : ['individual', 'creditor']);

/**
 * The claims that the law ends, without those that are paid already. Of the end of a bankruptcy they are those alone that two persons have read and
 * decided.
 */
async function claimsEnded(tx: Tx, event: Counting): Promise<number[]> {
  const rows = await tx
    .selectFrom('registryEntries as e')
    .select(['e.id', 'e.contractKind', 'e.contractDate'])
    .where('e.individualId', '=', event.individualId)
    .where('e.withdrawnAt', 'is', null)
    .where('e.settledAt', 'is', null)
    .where(sql<boolean>`not exists (select from settlements s where s.registry_entry_id = e.id and s.status = 'paid')`)
    .orderBy('e.id')
    .execute();
  const claims = rows.filter(({ id }) => event.begins || event.endedClaims.includes(id));
  const endedBy = await endedByLaw(tx, claims);
  return claims.filter((claim) => endedBy(claim, event)).map(({ id }) => id);
}

interface Claim {
  id: number;
  contractKind: string;
  contractDate: string;
}

/** Whether an event ends each of these claims, by as few questions as one. */
async function endedByLaw(db: Db, claims: readonly Claim[]): Promise<(claim: Claim, end: DebtEnd) => boolean> {
  if (claims.length === 0) return () => false;
  const groundsOf = await priceGroundsOf(
    db,
    claims.map(({ id }) => id),
  );
  return ({ id, contractKind, contractDate }, end) =>
    isEnded(end, {
      contractDate: contractDate as Day,
      isLoan: isConsumerCredit(contractKind, groundsOf(id).right),
    });
}

/**
 * A creditor withdraws a claim that nothing else can end, as when its debtor is dead: the agreement about it ends before, by whom a breach may be
 * decided.
 * @throws Refusal `entry.frozen` where it is paid, `authority.needed`, `move.illegal` while money of it is on its way back
 */
export async function endWithClaim(ctx: Writing, { registryEntryId }: { registryEntryId: number }): Promise<void> {
  const settlementId = await runningAbout(ctx.db, registryEntryId);
  // It is paid: what is left of the claim is to be closed as kept.
  if (settlementId === null) throw new Refusal('entry.frozen');
  const settlement = await lockWithAccruedPenalty(ctx.db, settlementId, ctx.day);
  await demandSigningRight(ctx, settlement.legalEntityId, ['change']);
  const spans = await lifeSpans(ctx.db, { individualId: settlement.individualId });
  const isDead = spans.some(({ kind }) => isDeath(kind));
  await cancelSettlement(
    ctx,
    settlement,
    { closeReason: 'claim_withdrawn', why: CLOSE_REASONS.claim_withdrawn },
    isDead ? ['creditor'] : ['individual', 'creditor'],
  );
}

/** What has been confirmed of a debtor and ends his loans, about which he still bargains or pays. */
const running = (db: Db) =>
  db
    .selectFrom('settlements as s')
    .innerJoin('lifeEvents as l', 'l.individualId', 's.individualId')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .select(['s.id as settlementId', 'e.id', 'e.contractKind', 'e.contractDate', 'l.kind', 'l.since'])
    .where('s.status', 'in', ['negotiation', 'waiting_for_payment'])
    .where('l.settlementId', 'is', null)
    .where('l.status', '=', 'in_force')
    .where('l.kind', 'in', LOAN_ENDS)
    .orderBy('s.id')
    .orderBy('l.since');

type Running = Awaited<ReturnType<ReturnType<typeof running>['execute']>>[number];

const endOf = ({ kind, since }: Running): DebtEnd => ({
  kind: kind as LifeEventKind,
  since: since as Day,
  begins: true,
  outcome: null,
});

/** Loans that still run though the law has ended them: by an event from before it was known here, or while money was on its way back. */
export async function endedLoans(db: Db): Promise<number[]> {
  const rows = await running(db)
    .where(
      sql<boolean>`not exists (select from refunds r where r.settlement_id = s.id and r.status in ('created', 'processing'))`,
    )
    .execute();
  const endedBy = await endedByLaw(db, rows);
  const ended = rows.filter((row) => endedBy(row, endOf(row)));
  return [...new Set(ended.map(({ settlementId }) => settlementId))].slice(0, 200);
}

/** Ends one of them. */
export async function endLoan(app: App, tx: Tx, id: number, now: Date): Promise<void> {
  await lockSettlement(tx, id);
  const rows = await running(tx).where('s.id', '=', id).execute();
  const endedBy = await endedByLaw(tx, rows);
  const ended = rows.find((row) => endedBy(row, endOf(row)));
  if (ended) await endClaim({ app, db: tx, actor: null, now }, ended.id, id, endOf(ended).kind);
}
