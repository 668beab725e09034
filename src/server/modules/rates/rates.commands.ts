import { sql } from 'kysely';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';

/** The rows known to the program that the dictionary has not; what somebody keeps for the same day stays. */
export async function seedRates(tx: Tx): Promise<void> {
  await tx
    .insertInto('datedRates')
    .values(
      KNOWN_RATES.map(({ kind, key, from, value, source }) => ({
        kind,
        key,
        validFrom: from,
        value: jsonText(value),
        source,
        approved: true,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key', 'validFrom']).where('approved', '=', sql.lit(true)).doNothing(),
    )
    .execute();
}
