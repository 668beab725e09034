import { shortName } from '#domain/person-name.ts';
import type { Tx } from '#server/platform/db.ts';

/** A settlement with its claim, its debtor, its creditor and the head who stands for him, as papers name them. */
export const sidesOf = (tx: Tx, settlementId: number) =>
  tx
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .innerJoin('legalEntities as le', 'le.id', 's.legalEntityId')
    .innerJoin('individuals as i', 'i.id', 's.individualId')
    .leftJoin('representatives as r', 'r.legalEntityId', 'le.id')
    .select(['le.fullName as creditorName', 'le.inn', 'le.ogrn', 'le.legalAddress'])
    .select(['i.lastName', 'i.firstName', 'i.middleName', 'i.birthDate'])
    .select(['e.contractNumber', 'e.contractDate', 'r.position'])
    .select(['r.lastName as headLastName', 'r.firstName as headFirstName', 'r.middleName as headMiddleName'])
    .where('s.id', '=', settlementId);

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
