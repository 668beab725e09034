import { sql } from 'kysely';
import { ADDENDUM_TEMPLATE, type AddendumTerms } from '#domain/documents/addendum-template.ts';
import { AGREEMENT_TEMPLATE } from '#domain/documents/agreement-template.ts';
import { makeSchedule } from '#domain/settlements/schedule.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { makeCompany, makeEmployee, makeIndividual } from '#server/demo/factories.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { proposalText } from '#server/modules/settlements/agreement/proposals.ts';
import { readNegotiation } from '#server/modules/settlements/negotiation/negotiation-state.queries.ts';
import { offerText } from '#server/modules/settlements/negotiation/offer-text.queries.ts';
import type { App } from '#server/platform/app.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { makeClaim, makeRegistry } from '#test/settlements/helpers/claims.ts';

/** A creditor with somebody who may accept for him, and a debtor. */
export interface Parties {
  company: number;
  registry: number;
  individual: number;
  debtorAccount: number;
  debtorEmail: string;
  acceptor: { accountId: number; email: string };
}

const email = 'manager@crash.test';
const debtorEmail = 'debtor@crash.test';
const debtorInn = '500100732259';

export async function makeParties(tx: Tx, passwordHash: string): Promise<Parties> {
  const company = await makeCompany(tx, { verificationStatus: 'verified' });
  const registry = await makeRegistry(tx, company);
  const debtor = await makeIndividual(tx, {
    email: debtorEmail,
    passwordHash,
    inn: debtorInn,
    verificationStatus: 'verified',
  });
  const { accountId } = await makeEmployee(tx, { email, passwordHash, legalEntityId: company, role: 'manager' });
  return {
    company,
    registry,
    individual: debtor.individualId,
    debtorAccount: debtor.accountId,
    debtorEmail,
    acceptor: { accountId, email },
  };
}

/** What is signed where nobody accepts it. */
const unread = 'a'.repeat(64);

/** What is offered and agreed at, kopecks. */
export const offered = 3_000_000;

let contracts = 0;

/**
 * A bargaining with the debtor's signed offer on the table. @returns the settlement's id
 * @param secrets with which the agreement of the offer is composed; without them it can be accepted by nobody
 */
export async function makeOffered(
  tx: Tx,
  { company, registry, individual, debtorAccount }: Parties,
  secrets?: Secrets,
): Promise<number> {
  const contractNumber = `КД-${++contracts}`;
  const claim = { legalEntityId: company, registryId: registry, individualId: individual, debtorInn, contractNumber };
  const registryEntryId = await makeClaim(tx, claim);
  const request = await tx
    .insertInto('requests')
    .values({
      startedBy: 'individual',
      status: 'negotiation',
      individualId: individual,
      legalEntityId: company,
      registryId: registry,
      registryEntryId,
      creditorInn: '7707083893',
      contractNumber,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('settlements')
    .values({
      requestId: request.id,
      registryEntryId,
      individualId: individual,
      legalEntityId: company,
      debt: jsonText([
        { code: 'principal', amount: kopecks(3_500_000) },
        { code: 'penalty', amount: kopecks(500_000) },
      ]),
      debtTotal: 4_000_000,
      debtAsOf: moscowDay(new Date()),
      turn: 'creditor',
      round: 1,
      lastIndividualAmount: offered,
      search: contractNumber,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await putOffer(tx, { settlementId: id, accountId: debtorAccount, firstDate: moscowDay(new Date()), secrets });
  return id;
}

interface Offer {
  settlementId: number;
  accountId: number;
  firstDate: Day;
  kind?: 'addendum';
  secrets?: Secrets | undefined;
}

/** The debtor's signed offer to pay the whole offered sum on a day, on the table. */
async function putOffer(tx: Tx, { settlementId, accountId, firstDate, kind, secrets }: Offer): Promise<void> {
  const plan = { kind: 'at_once', amount: kopecks(offered), firstDate } as const;
  const schedule = makeSchedule(plan, KNOWN_CALENDAR);
  if (!schedule.ok) throw new Error('No schedule');
  const { rows } = schedule;
  const expiresAt = new Date(Date.now() + 86_400_000);
  const change = kind && { kind, told: changeTerms(rows) };
  const templateVersion = (kind ? ADDENDUM_TEMPLATE : AGREEMENT_TEMPLATE).version;
  const signed = {
    side: 'individual',
    plan,
    rows,
    penalty: null,
    fee: null,
    round: 1,
    expiresAt,
    signatory: null,
    disputed: [],
    breachByRule: false,
    shiftEvery: null,
  } as const;
  const proposed = change && { ...change, side: 'individual' as const, round: 1, expiresAt, templateVersion };
  const termsHash = !secrets
    ? unread
    : proposed
      ? await hashOfChange(tx, secrets, settlementId, proposed)
      : await hashOfText(tx, secrets, settlementId, signed);
  const signer = { settlementId, side: 'individual', accountId, termsHash };
  const offer = await tx
    .insertInto('termsOffers')
    .values({
      ...signer,
      ...(change && { kind: change.kind, told: jsonText(change.told) }),
      round: 1,
      amount: offered,
      plan: jsonText(plan),
      rows: jsonText(rows),
      templateVersion,
      expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('signatures')
    .values({ ...signer, offerId: offer.id, method: 'pep_otp', ip: '127.0.0.1', userAgent: 'Браузер' })
    .execute();
}

/** What the paper of another schedule tells of an agreement of which nothing has been paid. */
const changeTerms = (rows: AddendumTerms['rows']): AddendumTerms => ({
  concludedOn: moscowDay(new Date()),
  paid: kopecks(0),
  principal: kopecks(offered),
  earned: kopecks(0),
  forgiven: kopecks(0),
  former: [{ no: 1, dueDate: moscowDay(new Date()), amount: kopecks(offered) }],
  rows,
  rateBps: 0,
  penalty: null,
  formerPenalty: null,
  penaltyOpen: kopecks(0),
  fullCost: null,
});

/** The fingerprint of the paper of a proposal. */
async function hashOfChange(
  tx: Tx,
  secrets: Secrets,
  id: number,
  proposal: Parameters<typeof proposalText>[2],
): Promise<string> {
  const { number } = await tx.selectFrom('settlements').select('number').where('id', '=', id).executeTakeFirstOrThrow();
  return (await proposalText({ app: { secrets } as App, db: tx }, { id, number }, proposal)).termsHash;
}

/** The fingerprint of the agreement that an offer of these terms would read as. */
async function hashOfText(
  tx: Tx,
  secrets: Secrets,
  settlementId: number,
  terms: Omit<Parameters<typeof offerText>[2], 'madeOn'>,
): Promise<string> {
  const negotiation = await readNegotiation(tx, settlementId, new Date());
  const ctx = { app: { secrets } as App, db: tx };
  const offer = { ...terms, madeOn: moscowDay(new Date()) };
  return (await offerText(ctx, negotiation, offer, AGREEMENT_TEMPLATE.version)).termsHash;
}

/** What the offer on the table of a settlement is accepted by. */
export async function termsHashOf(tx: Tx, settlementId: number): Promise<string> {
  const offers = tx.selectFrom('termsOffers').select('termsHash').where('settlementId', '=', settlementId);
  return (await offers.where('status', '=', 'active').executeTakeFirstOrThrow()).termsHash;
}

/** An agreement in force about the whole offered sum, as an acceptance leaves it but for its papers. @returns its id */
export async function makeAgreed(tx: Tx, parties: Parties): Promise<number> {
  const id = await makeOffered(tx, parties);
  const dueDate = moscowDay(new Date());
  const { requestId, debtTotal } = await tx
    .updateTable('settlements')
    .set({
      status: 'waiting_for_payment',
      turn: null,
      agreedAmount: offered,
      discountAmount: sql`debt_total - ${offered}`,
    })
    .set({ discountBps: 2_500, planKind: 'at_once', payments: 1, signedAt: new Date() })
    .set({ firstDueDate: dueDate, lastDueDate: dueDate })
    .where('id', '=', id)
    .returning(['requestId', 'debtTotal'])
    .executeTakeFirstOrThrow();
  await tx.updateTable('termsOffers').set({ status: 'accepted' }).where('settlementId', '=', id).execute();
  await tx.updateTable('requests').set({ status: 'waiting_for_payment' }).where('id', '=', requestId).execute();
  const row = { settlementId: id, no: 1, plannedDate: dueDate, dueDate, principal: offered, interest: 0 };
  await tx
    .insertInto('scheduleItems')
    .values({ ...row, amount: offered })
    .execute();
  const sums = { claim: kopecks(offered), forgiven: kopecks(debtTotal - offered) };
  const of = { settlementId: id, legalEntityId: parties.company, individualId: parties.individual };
  await bookEvent(tx, { kind: 'concluded', ...of, ...sums }, { valueDate: dueDate });
  return id;
}

/** An agreement in force beside which the debtor's signed proposal of another schedule lies. @returns the settlement's id */
export async function makeProposed(tx: Tx, parties: Parties, secrets?: Secrets): Promise<number> {
  const id = await makeAgreed(tx, parties);
  const { id: concluded } = await tx
    .selectFrom('termsOffers')
    .select('id')
    .where('settlementId', '=', id)
    .executeTakeFirstOrThrow();
  await sql`insert into agreements (settlement_id, offer_id, snapshot, snapshot_sha256)
    values (${id}, ${concluded}, '{}', '00')`.execute(tx);
  const firstDate = addDays(moscowDay(new Date()), 30);
  await putOffer(tx, { settlementId: id, accountId: parties.debtorAccount, firstDate, kind: 'addendum', secrets });
  await tx.updateTable('settlements').set({ turn: 'creditor' }).where('id', '=', id).execute();
  return id;
}

/**
 * A code for a settlement, as if it had been sent; each one is the last of its account.
 * @param textHash of what it signs; unless told what lies there to be accepted
 */
export async function makeCode(
  tx: Tx,
  secrets: Secrets,
  accountId: number,
  settlement: number,
  textHash?: string,
): Promise<string> {
  const code = String(settlement % 1_000_000).padStart(6, '0');
  const lying = await tx
    .selectFrom('termsOffers')
    .select(['kind', 'termsHash'])
    .where('settlementId', '=', settlement)
    .where('status', '=', 'active')
    .executeTakeFirst();
  const content = { textHash: textHash ?? lying?.termsHash, lies: lying ?? null };
  const subject = hashOf({ act: 'settlement', of: settlement, content });
  await tx
    .insertInto('oneTimeCodes')
    .values({
      accountId,
      purpose: 'signature',
      subjectSealed: secrets.seal('one_time_codes.subject', subject),
      codeHash: secrets.mark('one_time_codes.code', `${accountId} signature ${code}`),
      expiresAt: new Date(Date.now() + 600_000),
    })
    .execute();
  return code;
}
