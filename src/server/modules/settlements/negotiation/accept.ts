import { Refusal } from '#contract/kernel/errors.ts';
import type { AgreedTerms, AgreementSnapshot } from '#domain/documents/agreement-snapshot.ts';
import { otherSide } from '#domain/negotiation/negotiation.ts';
import { calendarOf } from '#domain/rates/calendar.ts';
import type { Discount } from '#domain/settlements/discount.ts';
import { disputedOf, sameMarks } from '#domain/settlements/disputed-parts.ts';
import { dueBy } from '#domain/settlements/moved-schedule.ts';
import { bearsInterest, type Plan } from '#domain/settlements/plan.ts';
import { COURT_STEPS, proceedingsOf } from '#domain/settlements/proceedings.ts';
import { type ScheduleRow, scheduleTotal } from '#domain/settlements/schedule.ts';
import type { CloseReason } from '#domain/settlements/settlement.ts';
import type { Side } from '#domain/values/machine.ts';
import type { ComposedText } from '#server/modules/documents/agreement-text.queries.ts';
import { issueAgreement } from '#server/modules/documents/documents.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { planSettlementLetter } from '#server/modules/registries/invitations/debtor-letters.commands.ts';
import { followSettlement } from '#server/modules/requests/follow.commands.ts';
import type { StoredTariff } from '#server/modules/tariffs/tariffs.queries.ts';
import { lockVerifiedParties } from '#server/modules/verification/verified-parties.queries.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { bureauReminder } from '../bureau.ts';
import { recountInterest } from '../money/early-payment.commands.ts';
import { lockSettlement } from '../money/money.commands.ts';
import { penaltyFrom } from '../money/penalty.commands.ts';
import { remind } from '../money/reminders.commands.ts';
import { notifyEachParty, notifyParty } from '../notify.ts';
import { termsOfOffer } from './active-offer.queries.ts';
import { demandMove, isOutdated } from './demands.ts';
import { feeAsOffered, feeToCome } from './fee.ts';
import { demandPayable } from './identified.queries.ts';
import { demandLawful, demandNone, ruleObstacles, unsignable } from './lawful.ts';
import { endOffer, moveNegotiation, recalledBy } from './negotiation.ts';
import type { ActiveOffer, NegotiationState } from './negotiation-state.queries.ts';
import { demandRead, offerText, textChanged } from './offer-text.queries.ts';
import { type Signing, sign, signatoryBy } from './signing.ts';

/**
 * Concludes the agreement about the offer on the table: with both signatures its schedule runs, its documents are issued,
 * and nothing of it changes any more (docs/domain.md §7.3). Where the text was read beside, `read` is its fingerprint.
 */
export async function concludeAgreement(
  ctx: Writing,
  negotiation: NegotiationState,
  { side, by, read }: { side: Side; by: Signing; read: string | null },
): Promise<void> {
  const { id, offer, number } = negotiation;
  if (!offer) throw new Refusal('offer.replaced');
  // Before the text is composed that is compared with what was signed: it names both.
  await lockVerifiedParties(ctx.db, negotiation);
  demandLawful(negotiation, offer, ctx.day);
  demandNone(ruleObstacles(negotiation, offer));
  const { version, sha256: signed } = await demandSameText(ctx, negotiation, offer, read);
  demandSameMarks(negotiation, offer, side);
  const tariff = await demandSameFee(ctx, negotiation, offer);
  await demandPayable(ctx, negotiation, { fee: feeToCome(tariff, offer), rows: offer.rows });
  await endOffer(ctx, negotiation, 'accepted');
  await sign(ctx, { settlementId: id, offerId: offer.id, side, termsHash: offer.termsHash, by });
  const { plan, rows, penalty, shiftEvery } = offer;
  const dueRows = dueBy(rows, calendarOf(negotiation.rates));
  const concluded = termsOfOffer(negotiation, offer, offer.madeOn);
  const { discount } = concluded;
  await moveNegotiation(ctx, negotiation, 'accept', {
    set: {
      ...agreedOf(plan, dueRows, discount),
      // From now on what the agreement says; by older forms it says that all is acknowledged.
      disputed: jsonText(disputedIn(negotiation, offer)),
      signedAt: ctx.now,
      tariff: tariff && jsonText(tariff),
      shiftEvery,
      ...penaltyFrom(penalty, ctx.day),
    },
  });
  await ctx.db
    .insertInto('scheduleItems')
    .values(dueRows.map((row) => ({ settlementId: id, ...row })))
    .execute();
  const claim = scheduleTotal(rows);
  await bookEvent(
    ctx.db,
    { kind: 'concluded', ...partiesOf(negotiation), claim, forgiven: discount.forgiven },
    { valueDate: ctx.day },
  );
  // What was offered before bears no interest of the days before the agreement.
  if (bearsInterest(plan)) {
    await recountInterest(ctx.db, await lockSettlement(ctx.db, id), null, { day: ctx.day, today: ctx.day });
  }
  const signatory = side === 'creditor' ? signatoryBy(by) : offer.signatory;
  const disputed = disputedIn(negotiation, offer);
  const terms = { plan, rows, penalty, shiftEvery, termsHash: offer.termsHash, discount, signatory, disputed };
  const agreementId = await insertAgreementSnapshot(ctx, negotiation, offer.id, terms, concluded.breachByRule);
  await issueAgreement(ctx, { ...concluded, agreementId }, { offerId: offer.id, version, signed });
  await followSettlement(ctx, negotiation.requestId, 'followAccept', {});
  const told = { event: 'settlement.concluded', title: `Соглашение ${number} заключено` } as const;
  const reminder = bureauReminder('заключено: изменились сумма и срок обязательства');
  await notifyEachParty(ctx.db, negotiation, { individual: told, creditor: { ...told, detail: reminder } });
  await remindOfWrit(ctx.db, negotiation);
  await planSettlementLetter(ctx.db, negotiation.id, 'concluded', ctx.now);
  await remind(ctx.db, [await lockSettlement(ctx.db, negotiation.id)], ctx.now);
}

/** An agreement out of court stops no bailiff: what its creditor has promised to do about it, and by what paper. */
async function remindOfWrit(tx: Tx, negotiation: NegotiationState): Promise<void> {
  const claim = await tx
    .selectFrom('registryEntries as e')
    .innerJoin('settlements as s', 's.registryEntryId', 'e.id')
    .select(['e.stage', 'e.caseNo', 'e.court'])
    .where('s.id', '=', negotiation.id)
    .executeTakeFirstOrThrow();
  const of = proceedingsOf(claim);
  if (!of) return;
  await notifyParty(tx, negotiation, 'creditor', {
    event: 'settlement.concluded',
    title: `${negotiation.number}. ${COURT_STEPS[of.stage].title}`,
    detail: COURT_STEPS[of.stage].detail,
  });
}

/**
 * What is accepted is the very text that was offered. @returns the version of its form, and its fingerprint
 * @throws Refusal `offer.replaced` when its form is none of today, or a party, its account or anything else in the text has changed since
 */
async function demandSameText(
  ctx: Writing,
  negotiation: NegotiationState,
  offer: ActiveOffer,
  read: string | null,
): Promise<Pick<ComposedText, 'version' | 'sha256'>> {
  const { templateVersion: version, termsHash } = offer;
  if (version !== null && !isOutdated(offer)) {
    const text = await offerText(ctx, negotiation, offer, version);
    demandRead(read, text);
    if (text.termsHash === termsHash) return text;
  }
  throw new Refusal('offer.replaced', { detail: `${textChanged}: ${unsignable}` });
}

/** What of the debt is disputed by an offer. */
const disputedIn = ({ debt, stage }: NegotiationState, { disputed }: ActiveOffer) =>
  disputedOf(debt, disputed ?? [], stage);

/** An agreement names what its debtor disputes as he does now. @throws Refusal `offer.replaced` when he has changed it since the offer */
function demandSameMarks(negotiation: NegotiationState, offer: ActiveOffer, side: Side): void {
  if (sameMarks(disputedIn(negotiation, offer), negotiation.disputed)) return;
  const detail =
    side === 'individual'
      ? 'Вы изменили, что в долге оспариваете, и текст соглашения стал другим: подписать эти условия нельзя. Верните прежние отметки, предложите свои условия или отклоните эти, чтобы кредитор предложил новые'
      : `Заёмщик изменил, что в долге он оспаривает, и текст соглашения стал другим: ${unsignable}`;
  throw new Refusal('offer.replaced', { detail });
}

/**
 * The fee is the one that both have read: that of the tariff of the day of the offer. @returns the tariff; null when the platform takes nothing
 * @throws Refusal `offer.replaced` when the fee is not the one of the offer
 */
async function demandSameFee(
  ctx: Writing,
  negotiation: NegotiationState,
  offer: ActiveOffer,
): Promise<StoredTariff | null> {
  const { tariff, obstacles } = await feeAsOffered(ctx.db, negotiation, offer);
  demandNone(obstacles);
  return tariff;
}

/** Between whom it is, as the ledger names them. */
const partiesOf = ({ id: settlementId, legalEntityId, individualId }: NegotiationState) => ({
  settlementId,
  legalEntityId,
  individualId,
});

/** The columns of a settlement about what has been agreed. */
const agreedOf = (plan: Plan, rows: readonly ScheduleRow[], discount: Discount) => ({
  turn: null,
  agreedAmount: plan.amount,
  discountAmount: discount.forgiven,
  discountBps: discount.bps,
  planKind: plan.kind,
  payments: rows.length,
  firstDueDate: rows[0]?.dueDate,
  lastDueDate: rows.at(-1)?.dueDate,
  // The database keeps it by the schedule (docs/decisions/0199), which is written next and finds nothing to change then.
  nextDueDate: rows[0]?.dueDate,
  // The law has just been asked; an agreement that was given up may have left another answer.
  priceStanding: bearsInterest(plan) ? 'within' : null,
  priceProblem: null,
});

/** What has been agreed, whole and as data. @returns its id */
async function insertAgreementSnapshot(
  { db }: Writing,
  negotiation: NegotiationState,
  offerId: number,
  terms: AgreedTerms,
  breachByRule: boolean,
): Promise<number> {
  const parties = await db
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .innerJoin('legalEntities as le', 'le.id', 's.legalEntityId')
    .innerJoin('individuals as i', 'i.id', 's.individualId')
    .select(['le.fullName', 'le.inn as creditorInn', 'le.ogrn', 'le.legalAddress', 'le.phone as creditorPhone'])
    .select(['i.lastName', 'i.firstName', 'i.middleName', 'i.birthDate', 'i.inn as debtorInn'])
    .select(['e.contractNumber', 'e.contractDate', 'e.basis', 'e.cedentName', 'e.cedentInn', 'e.cessionRef'])
    .where('s.id', '=', negotiation.id)
    .executeTakeFirstOrThrow();
  const { number, debt, debtAsOf } = negotiation;
  const snapshot: AgreementSnapshot = { number, debt, debtAsOf, ...parties, ...terms };
  const { id } = await db
    .insertInto('agreements')
    .values({
      settlementId: negotiation.id,
      offerId,
      snapshot: jsonText(snapshot),
      snapshotSha256: hashOf(snapshot),
      // No open offer is of a form that does not name it.
      namesEmail: true,
      breachByRule,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A side breaks the bargaining off: the claim is free again, the request closed. */
export async function stopBargaining(
  ctx: TransitionContext & { now: Date },
  negotiation: NegotiationState,
  by: Side,
  reason: string,
): Promise<void> {
  demandMove(negotiation, 'withdraw');
  await endOffer(ctx, negotiation, 'withdrawn');
  const closeReason: CloseReason = 'withdrawn';
  await moveNegotiation(ctx, negotiation, 'withdraw', { reason, set: { closeReason, closedAt: ctx.now, turn: null } });
  await ctx.db
    .updateTable('registryEntries')
    .set({ frozenAt: null })
    .where('id', '=', negotiation.registryEntryId)
    .execute();
  await followSettlement(ctx, negotiation.requestId, 'followClose', { closeReason });
  await notifyParty(ctx.db, negotiation, otherSide(by), {
    event: recalledBy(by),
    title: `Торги по ${negotiation.number} прекращены`,
    detail: reason,
  });
}
