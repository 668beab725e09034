import type { CertificateFacts } from '#domain/certificate-template.ts';
import { type Day, moscowDay } from '#domain/days.ts';
import { fullName } from '#domain/person-name.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { headOf, sidesOf } from './sides.ts';

const unknown = 'не указано';

/** What a certificate is about, and all that it tells beside its sums. */
interface Known {
  subject: { agreementId: number; individualId: number; legalEntityId: number; number: string };
  facts: Omit<CertificateFacts, 'paid' | 'paidOn' | 'forgiven'>;
}

/** Gathers what a certificate tells at the moment it is issued (domain rules, §11). */
export async function certificateFacts(
  { db, now }: Pick<Ctx, 'now'> & { db: Tx },
  settlementId: number,
): Promise<Known> {
  const deal = await sidesOf(db, settlementId)
    .innerJoin('agreements as g', 'g.settlementId', 's.id')
    .select(['g.id as agreementId', 's.individualId', 's.legalEntityId', 's.number', 's.signedAt'])
    .orderBy('g.id', 'desc')
    .executeTakeFirstOrThrow();
  const { agreementId, individualId, legalEntityId } = deal;
  // The agreement's number with a letter of its own.
  const number = deal.number.replace(/^У/, 'С');
  return {
    subject: { agreementId, individualId, legalEntityId, number },
    facts: {
      number,
      issuedAt: now,
      creditor: {
        name: deal.creditorName,
        inn: deal.inn,
        ogrn: deal.ogrn ?? unknown,
        address: deal.legalAddress ?? unknown,
      },
      debtor: { fullName: fullName(deal), birthDate: (deal.birthDate ?? unknown) as Day },
      contract: { number: deal.contractNumber, date: deal.contractDate as Day },
      agreement: { number: deal.number, date: moscowDay(deal.signedAt ?? now) },
      // Until the card of the company names its head, those act for it whom it has let on the platform.
      signatory: headOf(deal) ?? 'уполномоченный сотрудник Кредитора на платформе',
    },
  };
}
