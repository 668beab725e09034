import type { NotNull } from 'kysely';
import type { CompanyFacts, SettlementFacts } from '#domain/documents/settlement-words.ts';
import { formatOperatingCompany } from '#domain/settings/operating-company.ts';
import { moscowDay, toDay } from '#domain/values/days.ts';
import { shortName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { operatingCompaniesOf } from '#server/modules/operating-companies/operating-companies.queries.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A settlement with its claim, its debtor, its creditor and the head who stands for him, as papers name them. */
export const sidesOf = (db: Db, settlementId: number) =>
  db
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .innerJoin('legalEntities as le', 'le.id', 's.legalEntityId')
    .innerJoin('individuals as i', 'i.id', 's.individualId')
    .leftJoin('representatives as r', 'r.legalEntityId', 'le.id')
    .select(['le.fullName as creditorName', 'le.inn', 'le.ogrn', 'le.legalAddress', 'le.phone as creditorPhone'])
    .select(['i.lastName', 'i.firstName', 'i.middleName', 'i.birthDate'])
    .select(['e.contractNumber', 'e.contractDate', 'r.position'])
    .select(['r.lastName as headLastName', 'r.firstName as headFirstName', 'r.middleName as headMiddleName'])
    .where('s.id', '=', settlementId);

/** The last agreement of a settlement: the row of it with its sides, whose papers are of it, what each of them says of it. */
export async function concludedSettlement(tx: Db, settlementId: number) {
  const row = await sidesOf(tx, settlementId)
    .innerJoin('agreements as g', 'g.settlementId', 's.id')
    .select(['g.id as agreementId', 's.individualId', 's.legalEntityId', 's.number', 's.signedAt', 's.tariff'])
    .where('s.signedAt', 'is not', null)
    .$narrowType<{ signedAt: NotNull }>()
    .orderBy('g.id', 'desc')
    .executeTakeFirstOrThrow();
  const { agreementId, individualId, legalEntityId, creditorName, inn, contractNumber, contractDate } = row;
  const facts: SettlementFacts = {
    creditor: { name: creditorName, inn },
    contract: { number: contractNumber, date: toDay(contractDate) },
    agreement: { number: row.number, date: moscowDay(row.signedAt) },
    platform: await platformName(tx),
  };
  return { row, subject: { agreementId, individualId, legalEntityId }, facts };
}

/** Who runs the platform, as papers name it. */
export const platformName = async (db: Db): Promise<string> =>
  formatOperatingCompany((await operatingCompaniesOf(db)).platform);

/** What a paper says where a card is silent. */
export const notStated = 'не указан';

interface CompanyRow {
  creditorName: string;
  inn: string;
  ogrn: string | null;
  legalAddress: string | null;
  creditorPhone: string | null;
}

/** A creditor as papers name him, by his card. */
export const companyFacts = ({ creditorName, inn, ogrn, legalAddress, creditorPhone }: CompanyRow): CompanyFacts => ({
  name: creditorName,
  inn,
  ogrn: ogrn ?? notStated,
  address: legalAddress ?? notStated,
  phone: creditorPhone === null ? notStated : formatPhone(creditorPhone),
});

interface Head {
  headLastName: string | null;
  headFirstName: string | null;
  headMiddleName: string | null;
  position: string | null;
}

/** «Петров П. П., генеральный директор»; nothing while the card of the company does not name its head. */
export function headOf({ headLastName, headFirstName, headMiddleName, position }: Head): string | null {
  if (headLastName === null || headFirstName === null) return null;
  const name = shortName({ lastName: headLastName, firstName: headFirstName, middleName: headMiddleName });
  return position === null ? name : `${name}, ${position.toLowerCase()}`;
}
