import { type Selectable, sql } from 'kysely';
import type { AddendumTerms } from '#domain/documents/addendum-template.ts';
import type { AnnulmentTerms } from '#domain/documents/annulment-template.ts';
import { feeOnTop, type QuotedFee } from '#domain/money/tariff.ts';
import type { Bargaining } from '#domain/negotiation/negotiation.ts';
import { bandWithDefaults, DEFAULT_BAND, type PolicyBand } from '#domain/negotiation/policy-band.ts';
import type { OfferKind } from '#domain/negotiation/terms-offer.ts';
import type { LifeSpan } from '#domain/parties/life-event.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import type { Rates } from '#domain/rates/rates.ts';
import type { Debt } from '#domain/settlements/debt-structure.ts';
import { type DisputedPart, disputedOf } from '#domain/settlements/disputed-parts.ts';
import type { ShiftEvery } from '#domain/settlements/payment-shift.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import { type Claimed, lawfulMost } from '#domain/settlements/price/charges-limit.ts';
import type { PriceGrounds } from '#domain/settlements/price/offer-price.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import type { SettlementStatus } from '#domain/settlements/settlement.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { forbiddingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import { judgedStageOf } from '#server/modules/registries/papers/enforcement.queries.ts';
import { type StoredTariff, tariffOf } from '#server/modules/tariffs/tariffs.queries.ts';
import { partiesProblemIn } from '#server/modules/verification/verified-parties.queries.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { Settlements } from '#server/platform/database/schema.ts';
import { claimedBy } from '../money/penalty.commands.ts';
import { priceGrounds } from '../price-grounds.queries.ts';
import { publisherWith } from './publisher.queries.ts';

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
  /** Whether they end the agreement by themselves for a breach: whoever has published them may end agreements today. */
  endsByRule: boolean;
  last: Record<Side, Kopecks | null>;
  /** The schedules that each side has offered last in this bargaining. */
  lastRows: Record<Side, readonly ScheduleRow[] | null>;
  /** What the debtor would have paid the platform beside them. */
  lastFees: Record<Side, Kopecks>;
  /** By what the law judges the price of terms, and of which claim. */
  grounds: PriceGrounds;
  claimed: Claimed;
  /** The penalty in force: of the conditions, of the creditor's last offer, of the agreement. */
  penalty: PenaltyRule | null;
  /** Once in how many payments the debtor may shift one: by the conditions, the creditor's last offer, the agreement. */
  shiftEvery: ShiftEvery;
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
  /** Whether its text says that the creditor's rule ends the agreement for a breach. */
  breachByRule: boolean;
  /** Once in how many payments it lets the debtor shift one; null for never. */
  shiftEvery: ShiftEvery;
}

/** The bargaining as it is, for whoever only looks; an offer whose time has run out is not on it. */
export async function readNegotiation(db: Db, id: number, now: Date): Promise<NegotiationState> {
  const offer = await findActiveOffer(db, id);
  const row = await settlementRow(db, id).executeTakeFirstOrThrow();
  return negotiationOf(row, offer && offer.expiresAt > now ? offer : undefined, await backgroundOf(db, row, now));
}

/** The same with its row locked, and with an offer whose time has run out: whoever has locked it takes that off the table. */
export async function lockedState(tx: Tx, id: number, now: Date): Promise<NegotiationState> {
  const row = await settlementRow(tx, id).forUpdate().executeTakeFirstOrThrow();
  return negotiationOf(row, await findActiveOffer(tx, id), await backgroundOf(tx, row, now));
}

const settlementRow = (db: Db, id: number) => db.selectFrom('settlements').selectAll().where('id', '=', id);

const findActiveOffer = (db: Db, settlementId: number) =>
  db
    .selectFrom('termsOffers')
    .select(['id', 'side', 'termsHash', 'accountId', 'expiresAt', 'kind', 'plan', 'rows', 'penalty', 'fee'])
    .select(['createdAt', 'templateVersion', 'round', 'told', 'disputed', 'breachByRule', 'shiftEvery'])
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
  'lastRows' | 'lastFees' | 'grounds' | 'tariff' | 'rates' | 'stopped' | 'unverified' | 'stage' | 'endsByRule'
>;
const backgroundOf = async (db: Db, row: Selectable<Settlements>, now: Date): Promise<Background> => ({
  ...lastOf(await lastOffers(db, row)),
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
  endsByRule: await endsByRule(db, row, moscowDay(now)),
});

type Conditions = Pick<Selectable<Settlements>, 'band' | 'policyId' | 'legalEntityId'>;

/** Whether the conditions end the agreement by themselves for a breach: whoever has published them may end agreements on the day. */
export const endsByRule = async (db: Db, row: Conditions, day: Day): Promise<boolean> =>
  namesRule(row) && (await publisherWith(db, row, ['change'], day)) !== null;

/** Whether the conditions have a rule by which the agreement ends for a breach. */
const namesRule = ({ band }: Pick<Selectable<Settlements>, 'band'>): boolean =>
  band !== null && bandWithDefaults(band).breachByRule;

/** What each side has offered last; rounds before an agreement that was given up bind nobody, nor does what the platform took off the table. */
const lastOffers = (db: Db, { id, roundsBefore }: Pick<Selectable<Settlements>, 'id' | 'roundsBefore'>) =>
  db
    .selectFrom('termsOffers')
    .distinctOn('side')
    .select(['side', 'rows', 'fee'])
    .where('settlementId', '=', id)
    .where('kind', '=', sql.lit('terms'))
    .where('round', '>', roundsBefore)
    .where('returned', '=', false)
    .orderBy('side')
    .orderBy('id', 'desc')
    .execute();

function lastOf(offers: Awaited<ReturnType<typeof lastOffers>>): Pick<Background, 'lastRows' | 'lastFees'> {
  const by = (side: Side) => offers.find((offer) => offer.side === side);
  return {
    lastRows: { individual: by('individual')?.rows ?? null, creditor: by('creditor')?.rows ?? null },
    lastFees: { individual: feeOnTop(by('individual')?.fee ?? null), creditor: feeOnTop(by('creditor')?.fee ?? null) },
  };
}

function negotiationOf(
  row: Selectable<Settlements>,
  offer: Awaited<ReturnType<typeof findActiveOffer>>,
  background: Background,
): NegotiationState {
  const sum = (amount: number | null) => (amount === null ? null : kopecks(amount));
  return {
    ...row,
    ...background,
    claimed: claimedBy(row),
    disputed: disputedOf(row.debt, row.disputed, background.stage),
    status: row.status as SettlementStatus,
    turn: row.turn as Side | null,
    band: row.band === null ? null : bandWithDefaults(row.band),
    last: { individual: sum(row.lastIndividualAmount), creditor: sum(row.lastCreditorAmount) },
    offer: offer ? activeOfferOf(offer, row) : null,
  };
}

/** Terms from before they kept whether they name the rule have named what the conditions have; a change of an agreement names none. */
export const offerNamesRule = (
  { kind, breachByRule }: { kind: string; breachByRule: boolean | null },
  row: Pick<Conditions, 'band'>,
): boolean => breachByRule ?? (kind === 'terms' && namesRule(row));

const activeOfferOf = (
  offer: NonNullable<Awaited<ReturnType<typeof findActiveOffer>>>,
  row: Selectable<Settlements>,
): ActiveOffer =>
  ({
    ...offer,
    madeOn: moscowDay(offer.createdAt),
    breachByRule: offerNamesRule(offer, row),
  }) as ActiveOffer;

/** How the rules of bargaining see it. @param offered what the debtor would pay the platform beside the offer that is made; kopecks */
export const bargainingOf = (
  {
    turn,
    round,
    roundsBefore,
    roundsReturned,
    lastRows,
    lastFees,
    offer,
    band,
    claimed,
    grounds,
    rates,
  }: NegotiationState,
  offered: Kopecks,
): Bargaining => ({
  turn,
  round: round - roundsBefore - roundsReturned,
  last: lastRows,
  most: lawfulMost(claimed, grounds, rates),
  fees: { ...lastFees, offered },
  maxRounds: (band ?? DEFAULT_BAND).maxRounds,
  hasActiveOffer: offer !== null,
});
