import type { CertificateFacts } from '#domain/certificate-template.ts';
import { type Day, moscowDay } from '#domain/days.ts';
import { fullName, shortName } from '#domain/person-name.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';

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
  const deal = await db
    .selectFrom('settlements as s')
    .innerJoin('agreements as g', 'g.settlementId', 's.id')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .innerJoin('legalEntities as le', 'le.id', 's.legalEntityId')
    .innerJoin('individuals as i', 'i.id', 's.individualId')
    .leftJoin('representatives as r', 'r.legalEntityId', 'le.id')
    .select([
      'g.id as agreementId',
      's.individualId',
      's.legalEntityId',
      's.number',
      's.signedAt',
      'e.contractNumber',
      'e.contractDate',
    ])
    .select(['le.fullName as creditor', 'le.inn', 'le.ogrn', 'le.legalAddress', 'i.birthDate'])
    .select(['i.lastName', 'i.firstName', 'i.middleName'])
    .select([
      'r.lastName as headLastName',
      'r.firstName as headFirstName',
      'r.middleName as headMiddleName',
      'r.position',
    ])
    .where('s.id', '=', settlementId)
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
        name: deal.creditor,
        inn: deal.inn,
        ogrn: deal.ogrn ?? unknown,
        address: deal.legalAddress ?? unknown,
      },
      debtor: { fullName: fullName(deal), birthDate: (deal.birthDate ?? unknown) as Day },
      contract: { number: deal.contractNumber, date: deal.contractDate as Day },
      agreement: { number: deal.number, date: moscowDay(deal.signedAt ?? now) },
      signatory: signatoryOf(deal),
    },
  };
}

interface Head {
  headLastName: string | null;
  headFirstName: string | null;
  headMiddleName: string | null;
  position: string | null;
}

/** Until the card of the company names its head, those act for it whom it has let on the platform. */
function signatoryOf({ headLastName, headFirstName, headMiddleName, position }: Head): string {
  if (headLastName === null || headFirstName === null) return 'уполномоченный сотрудник Кредитора на платформе';
  const name = shortName({ lastName: headLastName, firstName: headFirstName, middleName: headMiddleName });
  return position === null ? name : `${name}, ${position.toLowerCase()}`;
}
