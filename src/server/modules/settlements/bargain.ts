import { Refusal } from '#contract/kernel/errors.ts';
import type { Debt } from '#domain/debt-structure.ts';
import type { Side } from '#domain/machine.ts';
import { type Kopecks, kopecks } from '#domain/money.ts';
import { type Bargaining, turnAfter } from '#domain/negotiation.ts';
import { DEFAULT_BAND, type PolicyBand } from '#domain/policy-band.ts';
import { type SettlementMove, type SettlementStatus, settlement } from '#domain/settlement.ts';
import { endProposals } from '#server/modules/approvals/approvals.acts.ts';
import { advance, illegalIn, type Mover, type Step } from '#server/platform/advance.ts';
import type { Tx } from '#server/platform/db.ts';
import { tellParty } from './tell.ts';

/** A settlement whose row is locked, with the offer on the table. */
export interface Table {
  id: number;
  number: string;
  requestId: number;
  registryEntryId: number;
  individualId: number;
  legalEntityId: number;
  status: SettlementStatus;
  turn: Side | null;
  round: number;
  debt: Debt;
  debtAsOf: string;
  /** The creditor's conditions for this debt, as they were when the bargaining opened. */
  policyId: number | null;
  band: PolicyBand | null;
  last: Record<Side, Kopecks | null>;
  offer: { id: number; side: Side; termsHash: string; accountId: number } | null;
}

/** Locks a settlement. An offer whose time has run out is off the table from then on, whoever looks first. */
export async function lockTable(mover: Mover, id: number, now: Date): Promise<Table> {
  const row = await mover.db
    .selectFrom('settlements')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const offer = await mover.db
    .selectFrom('termsOffers')
    .select(['id', 'side', 'termsHash', 'accountId', 'expiresAt'])
    .where('settlementId', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  const sum = (amount: number | null) => (amount === null ? null : kopecks(amount));
  const table: Table = {
    ...row,
    status: row.status as SettlementStatus,
    turn: row.turn as Side | null,
    debt: row.debt as unknown as Debt,
    band: row.band as unknown as PolicyBand | null,
    last: { individual: sum(row.lastIndividualAmount), creditor: sum(row.lastCreditorAmount) },
    offer: offer ? { ...offer, side: offer.side as Side } : null,
  };
  if (!offer || offer.expiresAt > now) return table;
  const author = offer.side as Side;
  await endOffer(mover.db, offer.id, 'expired');
  await moveTable(mover, table, 'expireOffer', { set: { turn: turnAfter('expire', author) } });
  for (const party of ['individual', 'creditor'] as const) {
    await tellParty(mover.db, table, party, { title: `Срок предложения по ${table.number} истёк` });
  }
  return { ...table, offer: null, turn: turnAfter('expire', author) };
}

/** How the rules of bargaining see it. */
export const bargainingOf = ({ turn, round, last, offer, band }: Table): Bargaining => ({
  turn,
  round,
  last,
  maxRounds: (band ?? DEFAULT_BAND).maxRounds,
  hasActiveOffer: offer !== null,
});

/** Moves the settlement. What a manager has asked his head about the table as it was, is over. */
export async function moveTable(mover: Mover, { id }: Table, move: SettlementMove, step: Step): Promise<void> {
  await advance(mover, settlement, { table: 'settlements', column: 'status', id }, move, step);
  await endProposals(mover.db, id);
}

export async function endOffer(tx: Tx, id: number, status: string, rejectReason: string | null = null): Promise<void> {
  await tx.updateTable('termsOffers').set({ status, rejectReason }).where('id', '=', id).execute();
}

/** Whether the move is open where the settlement stands. @throws Refusal `move.illegal` */
export function demandMove({ status }: Table, move: SettlementMove): void {
  if (!settlement.canMove(status, move)) throw illegalIn(settlement, status);
}

/** The offer on the table, if it is of this side. @throws Refusal `move.illegal` */
export function offerOf({ offer }: Table, side: Side): NonNullable<Table['offer']> {
  if (offer?.side !== side) throw new Refusal('move.illegal', { detail: 'Такого предложения на столе нет' });
  return offer;
}

/** The side that answers says no: its author is to find better terms. */
export async function rejectOffer(mover: Mover, table: Table, by: Side, reason: string): Promise<void> {
  demandMove(table, 'rejectOffer');
  const author: Side = by === 'individual' ? 'creditor' : 'individual';
  const offer = offerOf(table, author);
  await endOffer(mover.db, offer.id, 'rejected', reason);
  await moveTable(mover, table, 'rejectOffer', { reason, set: { turn: turnAfter('reject', author) } });
  await tellParty(mover.db, table, author, { title: `Условия по ${table.number} отклонены`, detail: reason });
}

/** The author takes his offer back while nobody has accepted it. */
export async function recallOffer(mover: Mover, table: Table, by: Side): Promise<void> {
  demandMove(table, 'withdrawOffer');
  const offer = offerOf(table, by);
  await endOffer(mover.db, offer.id, 'withdrawn');
  await moveTable(mover, table, 'withdrawOffer', { set: { turn: turnAfter('withdraw', by) } });
  await tellParty(mover.db, table, by === 'individual' ? 'creditor' : 'individual', {
    title: `Предложение по ${table.number} отозвано`,
  });
}
