import { addDays, type Day } from '#domain/days.ts';
import { kopecks } from '#domain/money.ts';
import { offerExpiresAt } from '#domain/negotiation.ts';
import type { Plan } from '#domain/plan.ts';
import { makeSchedule } from '#domain/schedule.ts';
import { confirmClaim } from '../modules/requests/bargain.ts';
import { answerDay, freeze, lockCase } from '../modules/requests/moves.ts';
import type { Db, Tx } from '../platform/db.ts';
import { hashOf } from '../platform/hash.ts';
import { inSystemTransaction } from '../platform/write.ts';

/** Requests of the demonstration: Иванов has just asked his creditor, Петрова is bargaining with hers. */
export async function fillDeals(db: Db, today: Day): Promise<void> {
  await inSystemTransaction(db, 'system.demo', async (tx) => {
    await makeRequest(tx, 'ivanov@demo.test', today);
    const asked = await makeRequest(tx, 'petrova@demo.test', today);
    if (asked === null) return;
    await confirmClaim({ actor: null, db: tx }, await lockCase(tx, asked), { named: undefined, version: 1 });
    await makeOffer(tx, asked, today);
  });
}

/** A request about the newest claim of somebody, or null when no registry names him. */
async function makeRequest(tx: Tx, email: string, today: Day): Promise<number | null> {
  const claim = await tx
    .selectFrom('registryEntries as e')
    .innerJoin('individuals as i', 'i.id', 'e.individualId')
    .innerJoin('accounts as a', 'a.id', 'i.accountId')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .select(['e.id', 'e.registryId', 'e.legalEntityId', 'e.contractNumber', 'e.contractDate', 'i.id as individualId'])
    .select(['le.inn as creditorInn', 'le.shortName as creditorName'])
    .where('a.email', '=', email)
    .where('e.withdrawnAt', 'is', null)
    .orderBy('e.id', 'desc')
    .executeTakeFirst();
  if (!claim) return null;
  const { id: registryEntryId, ...known } = claim;
  const { id } = await tx
    .insertInto('requests')
    .values({
      ...known,
      registryEntryId,
      startedBy: 'creditor',
      status: 'pending',
      debtReason: 'income_drop',
      comment: 'Готов платить частями, если уменьшите пени',
      answerBy: answerDay(today),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await freeze(tx, registryEntryId);
  return id;
}

/** The debtor's first offer: four fifths of the debt in six parts. */
async function makeOffer(tx: Tx, requestId: number, today: Day): Promise<void> {
  const deal = await tx
    .selectFrom('settlements as s')
    .innerJoin('individuals as i', 'i.id', 's.individualId')
    .select(['s.id', 's.debtTotal', 's.number', 'i.accountId'])
    .where('s.requestId', '=', requestId)
    .executeTakeFirstOrThrow();
  const amount = kopecks(Math.floor((deal.debtTotal * 4) / 5));
  const terms = { downPayment: kopecks(0), payments: 6, periodMonths: 1, firstDate: addDays(today, 14) };
  const plan: Plan = { kind: 'equal', amount, ...terms };
  const schedule = makeSchedule(plan);
  if (!schedule.ok) return;
  const termsHash = hashOf({ number: deal.number, plan, rows: schedule.rows });
  const signer = { settlementId: deal.id, side: 'individual', accountId: deal.accountId!, termsHash };
  const { id: offerId } = await tx
    .insertInto('termsOffers')
    .values({
      ...signer,
      round: 1,
      amount,
      plan: JSON.stringify(plan),
      rows: JSON.stringify(schedule.rows),
      comment: 'Первый платёж — со следующей зарплаты',
      expiresAt: offerExpiresAt(new Date(), 7),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('signatures')
    .values({ ...signer, offerId, method: 'pep_otp', ip: '127.0.0.1', userAgent: 'Демонстрация' })
    .execute();
  await tx
    .updateTable('settlements')
    .set({ round: 1, turn: 'creditor', lastIndividualAmount: amount })
    .where('id', '=', deal.id)
    .execute();
}
