import { addMonths, type Day } from '#domain/values/days.ts';
import { fullName } from '#domain/values/person-name.ts';
import { dataContext } from '../modules/rnko/identity-moves.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

/** Whoever is known in the demonstration has been identified by the partner half a year ago, for a year. */
export async function fillIdentities(tx: Tx, secrets: Secrets, today: Day): Promise<void> {
  if (await tx.selectFrom('rnkoIdentities').select('id').limit(1).executeTakeFirst()) return;
  const known = await tx
    .selectFrom('individuals')
    .select(['id', 'lastName', 'firstName', 'middleName', 'inn', 'identificationLevel'])
    .where('identificationLevel', '<>', 'none')
    .execute();
  const since = new Date(addMonths(today, -6));
  const times = { preparedAt: since, sentAt: since, answeredAt: since, validUntil: addMonths(today, 6) };
  const rows = known.map(({ id, identificationLevel, inn, ...name }) => ({
    individualId: id,
    status: 'success',
    wantedLevel: identificationLevel,
    dataSealed: secrets.seal(dataContext, { name: fullName(name), inn: inn ?? '' }),
    partnerId: `demo-${id}`,
    ...times,
  }));
  if (rows.length > 0) await tx.insertInto('rnkoIdentities').values(rows).execute();
}
