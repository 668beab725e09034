import type { AddendumFacts } from '#domain/addendum-template.ts';
import { moscowDay, toDay } from '#domain/days.ts';
import { fullName } from '#domain/person-name.ts';
import type { Tx } from '#server/platform/db.ts';
import { sidesOf } from './sides.ts';

/** What every paper that changes an agreement tells of it. */
export type ChangedDeal = Pick<
  AddendumFacts,
  'number' | 'creditor' | 'contract' | 'agreement' | 'debtor' | 'signatures'
>;

/** Gathers it. The number of the paper is that of the agreement with how many such papers there are by now. */
export async function changedDeal(tx: Tx, settlementId: number, kind: string) {
  const deal = await sidesOf(tx, settlementId)
    .innerJoin('agreements as g', 'g.settlementId', 's.id')
    .select(['g.id as agreementId', 's.individualId', 's.legalEntityId', 's.number', 's.signedAt'])
    .orderBy('g.id', 'desc')
    .executeTakeFirstOrThrow();
  const { count } = await tx
    .selectFrom('issuedDocuments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('settlementId', '=', settlementId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  const { agreementId, individualId, legalEntityId, creditorName, inn, contractNumber, contractDate, birthDate } = deal;
  const number = `${deal.number}/${kind === 'annulment' ? 'О' : ''}${count + 1}`;
  const facts: Omit<ChangedDeal, 'signatures'> = {
    number,
    creditor: { name: creditorName, inn },
    contract: { number: contractNumber, date: toDay(contractDate) },
    agreement: { number: deal.number, date: moscowDay(deal.signedAt ?? new Date()) },
    debtor: { fullName: fullName(deal), birthDate: birthDate === null ? null : toDay(birthDate) },
  };
  return { subject: { agreementId, individualId, legalEntityId, number }, facts };
}
