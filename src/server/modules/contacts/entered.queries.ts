import { sql } from 'kysely';
import type { ContactKind } from '#domain/parties/contact-law.ts';
import type { Db } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import { findingOf, isUntold, type Kept, keptBy } from './told.ts';

/** A call or a meeting that people of a creditor have planned or told of, or have said not to have been. */
export interface Entered {
  id: number;
  inn: string;
  kind: ContactKind;
  at: Date;
  note: string | null;
  status: 'planned' | 'held' | 'failed';
  isTold: boolean;
  /** Whether operators have found that it was not (docs/decisions/0200). */
  isRefuted: boolean;
  /** Why operators keep it as it is (docs/decisions/0206). */
  kept: Kept | null;
}

/** What is told of so near to the hour that was planned is what was planned. */
const nearMs = 2 * 3_600_000;
const minuteMs = 60_000;

/** What is in the journal of a creditor with these debtors, by their ИНН and of whichever claim, near to a span. */
export async function enteredWith(
  db: Db,
  legalEntityId: number,
  inns: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<Entered[]> {
  const [since, before] = [new Date(from.getTime() - nearMs), new Date(until.getTime() + nearMs)];
  const { rows } = await sql<Entered>`
    select c.id, d.inn, c.kind, c.at, c.note, c.status, not ${isUntold('c')} as is_told,
      ${findingOf('c')} is not distinct from 'never' as is_refuted, ${keptBy('c')} as kept
    from unnest(${[...new Set(inns)]}::text[]) as d (inn)
      join lateral ${lookup('registry_entries', sql`debtor_inn = d.inn`)} e on e.legal_entity_id = ${legalEntityId}
      join lateral ${lookup('contact_records', sql`registry_entry_id = e.id`)} c on c.kind <> 'message'
        and c.status in ('planned', 'held', 'failed') and c.at between ${since} and ${before}
    order by c.id`.execute(db);
  return rows;
}

/** A contact of which is told. */
type Met = Pick<Entered, 'inn' | 'kind' | 'at'>;

const isOf =
  ({ inn, kind }: Met) =>
  (one: Met): boolean =>
    one.inn === inn && one.kind === kind;

/** What is the very same: of the same debtor, kind and minute; of several one that has been rather than one that has not, and of those one that nobody may tell of again. */
export function sameOf(entered: readonly Entered[], met: Met): Entered | undefined {
  const same = entered.filter(isOf(met)).filter(({ at }) => minuteOf(at) === minuteOf(met.at));
  return (
    same.find(({ status }) => status !== 'failed') ??
    same.find(({ isRefuted }) => isRefuted) ??
    same.find(({ kept }) => kept !== null) ??
    same[0]
  );
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / minuteMs);

/** What was planned for about that time and nobody has told of yet: the nearest of them. */
export const plannedFor = (entered: readonly Entered[], met: Met): Entered | undefined =>
  entered
    .filter(isOf(met))
    .filter(({ isTold, status, at }) => !isTold && status !== 'failed' && distance(at, met.at) <= nearMs)
    .toSorted((one, other) => distance(one.at, met.at) - distance(other.at, met.at))[0];

const distance = (one: Date, other: Date): number => Math.abs(one.getTime() - other.getTime());
