import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import {
  type CourtTime,
  type LimitationQuestion,
  type LimitationStatus,
  limitationOn,
  type Recognition,
} from '#domain/registries/limitation.ts';
import type { Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';
import { hasWrit, judgedStage } from '../papers/enforcement.queries.ts';
import { sameClaim } from './stated.queries.ts';

const dayOf = (instant: ReturnType<typeof sql.ref>) => sql`(${instant} at time zone 'Europe/Moscow')::date`;

/**
 * How the debtor of the entry `e` has recognised the debt here (docs/decisions/0092). What asks for less than the whole, or calls less
 * his debt, is no recognition of the whole, nor is an answer to an entry that names no sum (docs/decisions/0214); an agreement names the whole, and is written where its signer had accepted the rules before. One that
 * disputes a part says itself that this part is not recognised (docs/decisions/0103).
 */
const recognitions = sql<Recognition[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('on', act.day, 'written', act.written)), '[]') from (
    select ${dayOf(sql.ref('q.created_at'))} as day, false as written
      from requests q where q.registry_entry_id = e.id and q.status <> 'waiting'
        and least(q.desired_amount, q.claimed_debt, e.total) >= e.total
    union all
    select ${dayOf(sql.ref('g.signed_at'))}, o.status = 'accepted' and exists (
        select from consents c join consent_documents d on d.id = c.document_id
        where c.account_id = g.account_id and d.kind = 'pep-agreement' and c.given_at <= g.signed_at)
      from settlements t join signatures g on g.settlement_id = t.id join terms_offers o on o.id = g.offer_id
      where t.registry_entry_id = e.id and g.side = 'individual' and o.kind = 'terms'
        and (o.status = 'accepted' or o.amount >= t.debt_total)
        and coalesce(jsonb_array_length(o.disputed), 0) = 0
  ) act)`;

/**
 * When a court had the claim of the entry `e`, as loads have told: each version of it was in force from one load to another. It is the
 * creditor's word, which takes no warning from his debtor until the act of the court, or the writ, can be opened (docs/decisions/0214).
 */
const courtTimes = sql<CourtTime[]>`(case when not ${hasWrit} then '[]'::jsonb else (
  select coalesce(jsonb_agg(jsonb_build_object('from', held.since, 'to', held.until)), '[]') from (
    select ${dayOf(sql.ref('v.created_at'))} as since, ${dayOf(sql.ref('v.replaced_at'))} as until
      from registry_entry_versions v where v.entry_id = e.id and v.content ->> 'stage' = 'court'
    union all
    select ${dayOf(
      sql.ref('one.since'),
    )}, null from (select coalesce(max(v.replaced_at), e.created_at) as since from registry_entry_versions v
      where v.entry_id = e.id) one where e.stage = 'court'
  ) held) end)`;

/**
 * Since when the term of the entry `e` may run: the earliest day that its creditor has ever stated, or the day after the earliest end
 * of the contract, since nothing falls due later (docs/decisions/0146). A claim that was withdrawn and loaded anew is the same one, and so
 * is one that was assigned: the term goes on (ГК РФ, ст. 201).
 */
const limitationFrom = sql<string>`(
  select min(least(c.overdue_from, c.contract_end + 1, (
    select min(least((v.content ->> 'overdue_from')::date, (v.content ->> 'contract_end')::date + 1))
    from registry_entry_versions v where v.entry_id = c.id)))
  from registry_entries c where ${sameClaim})`;

/** What the limitation of the entry `e` is judged by. */
export const limitationColumns = [
  judgedStage.as('judgedStage'),
  limitationFrom.as('limitationFrom'),
  recognitions.as('recognitions'),
  courtTimes.as('courtTimes'),
] as const;

interface Judged {
  judgedStage: string;
  limitationFrom: string;
  recognitions: Recognition[];
  courtTimes: CourtTime[];
}

/** The state of a claim's limitation on a day. */
export const limitationOf = (
  { judgedStage: stage, limitationFrom, recognitions, courtTimes }: Judged,
  on: Day,
): LimitationStatus =>
  limitationOn({
    stage: stage as LimitationQuestion['stage'],
    overdueFrom: limitationFrom as Day,
    recognitions,
    court: courtTimes,
    on,
  });

/** The same of one claim by its id. */
export async function claimLimitation(db: Db, entryId: number, on: Day): Promise<LimitationStatus> {
  const row = await db
    .selectFrom('registryEntries as e')
    .select([...limitationColumns])
    .where('e.id', '=', entryId)
    .executeTakeFirstOrThrow();
  return limitationOf(row, on);
}

/**
 * An entry of a simple registry knows no stage, and shows its debtor no sum that his answer could recognise; where it names no day of the
 * overdue he is warned (docs/decisions/0092, 0214).
 */
export function simpleLimitation({ overdueFrom }: { overdueFrom: string | null }, on: Day): LimitationStatus {
  if (overdueFrom === null) return 'may_be_over';
  return limitationOf({ judgedStage: 'pretrial', limitationFrom: overdueFrom, recognitions: [], courtTimes: [] }, on);
}

/**
 * When the debtor was shown that the term may have run out, to be kept with what he does now; null where it runs.
 * @throws Refusal `move.illegal` when it may have and nothing has shown it to him
 */
export function limitationShownAt(
  { now }: { now: Date },
  limitation: LimitationStatus,
  isShown: boolean | undefined,
): Date | null {
  if (limitation !== 'may_be_over') return null;
  if (!isShown) {
    throw new Refusal('move.illegal', {
      detail: 'Срок исковой давности мог истечь. Обновите страницу и прочитайте предупреждение',
    });
  }
  return now;
}
