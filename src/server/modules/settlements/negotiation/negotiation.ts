import { type Selectable, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { type AddendumTerms } from '#domain/documents/addendum-template.ts';
import { OLDEST_OPEN_FORM } from '#domain/documents/agreement-template.ts';
import { type AnnulmentTerms } from '#domain/documents/annulment-template.ts';
import { OLDEST_OPEN_CHANGE } from '#domain/documents/change-words.ts';
import { feeOnTop, type QuotedFee } from '#domain/money/tariff.ts';
import { type Bargaining, otherSide, turnAfter } from '#domain/negotiation/negotiation.ts';
import { bandWithDefaults, DEFAULT_BAND, type PolicyBand } from '#domain/negotiation/policy-band.ts';
import type { OfferKind } from '#domain/negotiation/terms-offer.ts';
import { AGREEING } from '#domain/negotiation/verified-parties.ts';
import type { LifeSpan } from '#domain/parties/life-event.ts';
import { refusalWords } from '#domain/parties/life-moves.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import type { Rates } from '#domain/rates/rates.ts';
import type { Debt } from '#domain/settlements/debt-structure.ts';
import { type DisputedPart, disputedOf } from '#domain/settlements/disputed-parts.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { PriceGrounds } from '#domain/settlements/price/offer-price.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import { type SettlementMove, type SettlementStatus, settlementMachine } from '#domain/settlements/settlement.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { forbiddingEventOf } from '#server/modules/life-events/life-events.queries.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import { judgedStageOf } from '#server/modules/registries/entries/enforcement.queries.ts';
import { type StoredTariff, tariffOf } from '#server/modules/tariffs/tariffs.queries.ts';
import { partiesProblemIn } from '#server/modules/verification/verified-parties.queries.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { Settlements } from '#server/platform/database/schema.ts';
import {
  illegalIn,
  type TransitionContext,
  type TransitionOptions,
  transition,
} from '#server/platform/state/transition.ts';
import { endPauseOf } from '../ended-pauses.commands.ts';
import { endQuestions } from '../head-approvals.ts';
import { notifyParty } from '../notify.ts';
import { priceGrounds } from '../price-grounds.queries.ts';
import { settlementState } from '../stateful.ts';

/** A settlement whose row is locked, with the offer on the table. */
export interface NegotiationState {
  id: number;
  number: string;
  requestId: number;
  registryEntryId: number;
  individualId: number;
  legalEntityId: number;
  status: SettlementStatus;
  turn: Side | null;
  round: number;
  /** Of these, rounds before an agreement that was given up, and those that the platform took off the table: they count no more. */
  roundsBefore: number;
  roundsReturned: number;
  debt: Debt;
  debtAsOf: string;
  /** What of the debt its debtor disputes now. */
  disputed: readonly DisputedPart[];
  /** How far the claim has come, as its creditor states it. */
  stage: string | null;
  /** The creditor's conditions for this debt, as they were when the bargaining opened. */
  policyId: number | null;
  band: PolicyBand | null;
  last: Record<Side, Kopecks | null>;
  /** The schedules that each side has offered last in this bargaining. */
  lastRows: Record<Side, readonly ScheduleRow[] | null>;
  /** What the debtor would have paid the platform beside them. */
  lastFees: Record<Side, Kopecks>;
  /** By what the law judges the price of terms. */
  grounds: PriceGrounds;
  /** The penalty in force: of the conditions, of the creditor's last offer, of the agreement. */
  penalty: PenaltyRule | null;
  /** Whether it is a consumer's credit. */
  consumer: boolean;
  /** What the platform takes of terms that are offered today; null when it takes nothing. */
  tariff: StoredTariff | null;
  /** What the law sets, as it is in this transaction. */
  rates: Rates;
  /** What in the debtor's life forbids new agreements today; null when nothing does. */
  stopped: LifeSpan | null;
  /** Why the two may sign nothing new, by the verification of both; null when they may. */
  unverified: string | null;
  offer: ActiveOffer | null;
}

/** The active offer, with its schedule as both see it. */
export interface ActiveOffer {
  id: number;
  side: Side;
  termsHash: string;
  accountId: number;
  kind: OfferKind;
  plan: Plan;
  rows: readonly ScheduleRow[];
  penalty: PenaltyRule | null;
  fee: QuotedFee | null;
  /** The Moscow day on which it was made. */
  madeOn: Day;
  /** The version of the form by which its text is composed; null for one from before that was signed. */
  templateVersion: number | null;
  /** Of a change of an agreement in force: what its paper says of the agreement as it was when it was made. */
  told: AddendumTerms | AnnulmentTerms | null;
  expiresAt: Date;
  round: number;
  /** Who has made it for the creditor; null of a debtor's, and of one from before that was kept. */
  signatory: Signatory | null;
  /** What of the debt was disputed when it was made; null of one by a form that says nothing of it. */
  disputed: readonly DisputedPart[] | null;
}

/** Locks a settlement. An offer whose time has run out is off the table from then on, whoever looks first. */
export async function lockNegotiation(ctx: TransitionContext, id: number, now: Date): Promise<NegotiationState> {
  const row = await settlementRow(ctx.db, id).forUpdate().executeTakeFirstOrThrow();
  const offer = await findActiveOffer(ctx.db, id);
  const negotiation = negotiationOf(row, offer, await backgroundOf(ctx.db, row, now));
  if (!negotiation.offer || !offer || offer.expiresAt > now) return negotiation;
  await endOffer(ctx, negotiation, 'expired', 'Новый график не подписан в срок');
  const turn = await clearActiveOffer(ctx, negotiation, 'expireOffer');
  for (const party of ['individual', 'creditor'] as const) {
    await notifyParty(ctx.db, negotiation, party, { title: `Срок предложения по ${negotiation.number} истёк` });
  }
  return { ...negotiation, offer: null, turn };
}

/** The bargaining as it is, for whoever only looks; an offer whose time has run out is not on it. */
export async function readNegotiation(db: Db, id: number, now: Date): Promise<NegotiationState> {
  const offer = await findActiveOffer(db, id);
  const row = await settlementRow(db, id).executeTakeFirstOrThrow();
  return negotiationOf(row, offer && offer.expiresAt > now ? offer : undefined, await backgroundOf(db, row, now));
}

const settlementRow = (db: Db, id: number) => db.selectFrom('settlements').selectAll().where('id', '=', id);

const findActiveOffer = (db: Db, settlementId: number) =>
  db
    .selectFrom('termsOffers')
    .select(['id', 'side', 'termsHash', 'accountId', 'expiresAt', 'kind', 'plan', 'rows', 'penalty', 'fee'])
    .select(['createdAt', 'templateVersion', 'round', 'told', 'disputed'])
    .select((eb) =>
      eb
        .selectFrom('signatures as s')
        .select('s.signatory')
        .whereRef('s.offerId', '=', 'termsOffers.id')
        .whereRef('s.side', '=', 'termsOffers.side')
        .as('signatory'),
    )
    .where('settlementId', '=', settlementId)
    .where('status', '=', 'active')
    .executeTakeFirst();

type Background = Pick<
  NegotiationState,
  'lastRows' | 'lastFees' | 'grounds' | 'tariff' | 'rates' | 'stopped' | 'unverified' | 'stage'
>;
const backgroundOf = async (db: Db, row: Selectable<Settlements>, now: Date): Promise<Background> => ({
  ...lastOf({ individual: await lastOffer(db, row, 'individual'), creditor: await lastOffer(db, row, 'creditor') }),
  grounds: await priceGrounds(db, row.registryEntryId),
  tariff: await tariffOf(db, row, moscowDay(now)),
  rates: await ratesOf(db),
  stopped: await forbiddingEventOf(
    db,
    { individualId: row.individualId, settlementId: row.id },
    'agree',
    moscowDay(now),
  ),
  unverified: await partiesProblemIn(db, row),
  stage: await judgedStageOf(db, row.registryEntryId),
});

/** What a side has offered last; rounds before an agreement that was given up bind nobody. */
async function lastOffer(
  db: Db,
  { id, roundsBefore }: Pick<Selectable<Settlements>, 'id' | 'roundsBefore'>,
  side: Side,
) {
  return db
    .selectFrom('termsOffers')
    .select(['rows', 'fee'])
    .where('settlementId', '=', id)
    .where('side', '=', side)
    .where('kind', '=', sql.lit('terms'))
    .where('round', '>', roundsBefore)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type LastOffer = Awaited<ReturnType<typeof lastOffer>>;
const lastOf = ({ individual, creditor }: Record<Side, LastOffer>): Pick<Background, 'lastRows' | 'lastFees'> => ({
  lastRows: { individual: individual?.rows ?? null, creditor: creditor?.rows ?? null },
  lastFees: { individual: feeOnTop(individual?.fee ?? null), creditor: feeOnTop(creditor?.fee ?? null) },
});

function negotiationOf(
  row: Selectable<Settlements>,
  offer: Awaited<ReturnType<typeof findActiveOffer>>,
  background: Background,
): NegotiationState {
  const sum = (amount: number | null) => (amount === null ? null : kopecks(amount));
  return {
    ...row,
    ...background,
    disputed: disputedOf(row.debt, row.disputed, background.stage),
    status: row.status as SettlementStatus,
    turn: row.turn as Side | null,
    band: row.band === null ? null : bandWithDefaults(row.band),
    last: { individual: sum(row.lastIndividualAmount), creditor: sum(row.lastCreditorAmount) },
    offer: offer ? ({ ...offer, madeOn: moscowDay(offer.createdAt) } as ActiveOffer) : null,
  };
}

const EVENTS = { expireOffer: 'expire', rejectOffer: 'reject', withdrawOffer: 'withdraw' } as const;

/**
 * The offer is off the table and nobody has accepted it. In a bargaining its author is to find better terms; beside an
 * agreement in force everything stays as it was. @returns whose turn it is then
 */
async function clearActiveOffer(
  ctx: TransitionContext,
  negotiation: NegotiationState,
  move: keyof typeof EVENTS,
  step: TransitionOptions<'settlements'> = {},
): Promise<Side | null> {
  const { id, offer } = negotiation;
  if (offer && offer.kind !== 'terms') {
    await clearTurn(ctx.db, id);
    return null;
  }
  const turn = offer && turnAfter(EVENTS[move], offer.side);
  // Silence counts from the end of the offer: while it lay on the table nobody was silent (docs/domain.md §10.8).
  const lastOfferAt = offer && move === 'expireOffer' ? offer.expiresAt : sql<Date>`now()`;
  const set = { turn, lastOfferAt, silenceWarned: null, ...step.set };
  await moveNegotiation(ctx, negotiation, move, { ...step, set });
  return turn;
}

/** Nothing is proposed about an agreement in force any more. */
async function clearTurn(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('settlements')
    .set((eb) => ({ turn: null, version: eb('version', '+', 1), updatedAt: sql<Date>`now()` }))
    .where('id', '=', id)
    .execute();
}

/** How the rules of bargaining see it. @param offered what the debtor would pay the platform beside the offer that is made; kopecks */
export const bargainingOf = (
  { turn, round, roundsBefore, roundsReturned, lastRows, lastFees, offer, band }: NegotiationState,
  offered: Kopecks,
): Bargaining => ({
  turn,
  round: round - roundsBefore - roundsReturned,
  last: lastRows,
  fees: { ...lastFees, offered },
  maxRounds: (band ?? DEFAULT_BAND).maxRounds,
  hasActiveOffer: offer !== null,
});

/** Moves the settlement. What a manager has asked his head about the table as it was, is over. */
export async function moveNegotiation(
  ctx: TransitionContext,
  { id }: NegotiationState,
  move: SettlementMove,
  step: TransitionOptions<'settlements'>,
): Promise<void> {
  await transition(ctx, settlementState(id), move, step);
  await endQuestions(ctx.db, id);
}

/**
 * The active offer is accepted or is no more. A pause that waited for it ends with it, and both read why.
 * @param why what the author of a rejected offer reads, and both of a pause
 */
export async function endOffer(
  ctx: TransitionContext,
  { offer, ...of }: NegotiationState,
  status: 'accepted' | 'rejected' | 'expired' | 'withdrawn' | 'superseded',
  why = 'Предложенный график больше не действует',
): Promise<void> {
  if (!offer) return;
  const rejectReason = status === 'rejected' ? why : null;
  await ctx.db.updateTable('termsOffers').set({ status, rejectReason }).where('id', '=', offer.id).execute();
  await settleNotifications(ctx.db, { table: 'settlements', id: of.id }, 'settlement.offer');
  if (status !== 'accepted') await endPauseOf(ctx, of, offer.id, why);
}

/**
 * Whether the move is open in the settlement's status, nothing in the debtor's life forbids it, and, where it is to agree on something new,
 * both are verified. @throws Refusal `move.illegal`
 */
export function demandMove(negotiation: NegotiationState, move: SettlementMove): void {
  demandRightOf(negotiation, move);
  if (AGREEING.has(move)) demandVerified(negotiation);
}

/** The same of what the law gives a debtor of an agreement in force: he needs nobody's word for it. @throws Refusal `move.illegal` */
export function demandRightOf({ status, stopped }: NegotiationState, move: SettlementMove): void {
  if (!settlementMachine.canMove(status, move)) throw illegalIn(settlementMachine, status);
  if (stopped === null || !AGREEING.has(move)) return;
  throw new Refusal('move.illegal', { detail: refusalWords(stopped, 'agree') });
}

/** Nothing new is signed with somebody nobody vouches for. @throws Refusal `move.illegal`, which says who does what */
export function demandVerified({ unverified }: Pick<NegotiationState, 'unverified'>): void {
  if (unverified !== null) throw new Refusal('move.illegal', { detail: unverified });
}

/** A proposal beside an agreement in force is answered as such; an offer of terms only in a bargaining. */
function demandAnswer(negotiation: NegotiationState, move: 'rejectOffer' | 'withdrawOffer'): void {
  if (negotiation.offer === null || negotiation.offer.kind === 'terms') demandMove(negotiation, move);
}

/** The active offer is of this side. @throws Refusal `move.illegal` */
function demandOfferOf({ offer }: NegotiationState, side: Side): void {
  if (offer?.side !== side) throw new Refusal('move.illegal', { detail: 'Такого предложения на столе нет' });
}

/** The side that answers says no: its author is to find better terms. */
export async function rejectOffer(
  ctx: TransitionContext,
  negotiation: NegotiationState,
  by: Side,
  reason: string,
): Promise<void> {
  demandAnswer(negotiation, 'rejectOffer');
  const author = otherSide(by);
  demandOfferOf(negotiation, author);
  await endOffer(ctx, negotiation, 'rejected', reason);
  await clearActiveOffer(ctx, negotiation, 'rejectOffer', { reason });
  await notifyParty(ctx.db, negotiation, author, {
    title: `Условия по ${negotiation.number} отклонены`,
    detail: reason,
  });
}

/** The author takes his offer back while nobody has accepted it. */
export async function recallOffer(ctx: TransitionContext, negotiation: NegotiationState, by: Side): Promise<void> {
  demandAnswer(negotiation, 'withdrawOffer');
  demandOfferOf(negotiation, by);
  await endOffer(ctx, negotiation, 'withdrawn', 'Кредитор отозвал новый график');
  await clearActiveOffer(ctx, negotiation, 'withdrawOffer');
  await notifyParty(ctx.db, negotiation, otherSide(by), { title: `Предложение по ${negotiation.number} отозвано` });
}

/**
 * An offer whose text could not be read before it was signed, or is of a form that says nothing of notices, is withdrawn: what both
 * would sign is not what the platform lets people sign now.
 * @throws Error when the active offer is no such offer
 */
export async function withdrawOutdated(ctx: TransitionContext, negotiation: NegotiationState): Promise<void> {
  const { offer, number } = negotiation;
  if (!offer || !isOutdated(offer)) throw new Error('The offer is of a form of today');
  const why =
    offer.templateVersion === null
      ? 'теперь соглашение читают до подписи'
      : 'форма соглашения изменилась, в ней сказано об уведомлениях и о расторжении';
  const detail = 'Предложите условия заново: их можно прочитать целиком, как обе стороны их подпишут';
  const title = `Предложение по ${number} снято: ${why}`;
  await withdrawUnsignable(ctx, negotiation, { title, detailFor: () => detail });
}

/** What nobody may sign any more is off the table and no round; each side reads why and what it can do. @param why what is read of a pause */
export async function withdrawUnsignable(
  ctx: TransitionContext,
  negotiation: NegotiationState,
  { title, detailFor, why }: { title: string; detailFor: (side: Side) => string; why?: string },
): Promise<void> {
  await endOffer(ctx, negotiation, 'withdrawn', why);
  await clearActiveOffer(ctx, negotiation, 'withdrawOffer', {
    set: { roundsReturned: negotiation.roundsReturned + 1 },
  });
  const about = { table: 'settlements' as const, id: negotiation.id };
  for (const side of ['individual', 'creditor'] as const) {
    const told = { title, detail: detailFor(side), about, topic: 'settlement.silence' as const };
    await notifyParty(ctx.db, negotiation, side, told);
  }
}

/** The first form of each kind of offer by which something is concluded today. */
export const OLDEST_OPEN: Readonly<Record<OfferKind, number>> = { terms: OLDEST_OPEN_FORM, ...OLDEST_OPEN_CHANGE };

/** Whether an offer is of a form by which nothing is concluded any more, or comes from before there were any. */
export const isOutdated = ({ kind, templateVersion }: Pick<ActiveOffer, 'kind' | 'templateVersion'>): boolean =>
  (templateVersion ?? 0) < OLDEST_OPEN[kind];

/** What the other side has put on the table, the very one that was seen. @throws Refusal `offer.own`, `offer.replaced` */
export function theirOffer(
  { offer }: NegotiationState,
  side: Side,
  termsHash: string,
): NonNullable<NegotiationState['offer']> {
  if (!offer || offer.termsHash !== termsHash) throw new Refusal('offer.replaced');
  if (offer.side === side) throw new Refusal('offer.own');
  return offer;
}
