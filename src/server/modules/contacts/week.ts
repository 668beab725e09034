import { sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import { contactRights, contacts } from '#contract/registries/contacts.ts';
import { CONTACT_KINDS, CONTACT_LIMITS, type ContactAnswer, type ContactKind } from '#domain/parties/contact-law.ts';
import type { ContactState } from '#domain/parties/contact-record.ts';
import { commonReason, contactWords, whenWords } from '#domain/parties/contact-words.ts';
import { addDays, type Day, weekday } from '#domain/values/days.ts';
import { localTime } from '#domain/values/local-time.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import { type ClaimDebtor, claimDebtor, judgeDebtor } from './debtor.queries.ts';
import { isTold, KEPT, type Kept, keptBy, mayFail, stateOf } from './told.ts';

type Week = Answer<typeof contacts.week>;

/** The calendar week of a claim's debtor with its creditor: what counts, what is left of each kind, what may be next. */
export async function contactWeek(ctx: Ctx<Actor>, { id, e }: { id: number; e: number }): Promise<Week> {
  const { db, now, actor } = ctx;
  const debtor = await claimDebtor(db, e);
  const { zone } = debtor;
  const answers: (ContactAnswer & { kind: ContactKind })[] = [];
  for (const kind of Object.keys(CONTACT_KINDS) as ContactKind[]) {
    answers.push({ kind, ...(await judgeDebtor(db, debtor, { kind, at: now, now })) });
  }
  const clock = { ...debtor, now };
  const why = commonReason(answers, clock);
  const wordsOf = ({ kind, nextAt, ...answer }: (typeof answers)[number]): string => {
    if (why === null) return contactWords({ ...answer, nextAt }, { ...clock, kind });
    return nextAt === null ? '' : whenWords(nextAt, clock);
  };
  const kinds = answers.map((answer) => ({ ...answer, words: wordsOf(answer), limits: CONTACT_LIMITS[answer.kind] }));
  const days = await daysOf(db, debtor, localTime(now, zone).day);
  const deniesOthers = actor.kind === 'employee' && ctx.may(contactRights.failOthers, { legalEntityId: id });
  return { zone, why, kinds, days, open: await openOf(db, debtor, { ...actor, deniesOthers, now }) };
}

/** The creditors of a person whom the reader may see, each with one claim. */
export async function creditorsOf(ctx: Ctx<Actor>, individualId: number): Promise<Answer<typeof contacts.creditors>> {
  const items = await ctx.db
    .selectFrom('registryEntries as e')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .select(['e.legalEntityId', 'le.shortName as creditor', 'e.registryId', 'e.id as entryId', 'e.tz as zone'])
    .distinctOn('e.legalEntityId')
    .where('e.individualId', '=', individualId)
    .where('e.withdrawnAt', 'is', null)
    .where(ctx.within('registryEntry', 'e', contacts.week))
    .orderBy('e.legalEntityId')
    .orderBy('e.id', 'desc')
    .execute();
  return { items };
}

/** Seven days from Monday, with the contacts that count. */
async function daysOf(db: Db, { legalEntityId, inn, zone }: ClaimDebtor, today: Day): Promise<Week['days']> {
  const monday = addDays(today, 1 - weekday(today));
  const counted = sql`c.status in ('planned', 'held') and c.at >= (${monday}::date - 1)::timestamptz
    and c.at < (${monday}::date + 8)::timestamptz`;
  const about = (table: string, record: string) => sql`
    select c.* from ${sql.table(table)} e
      join lateral ${lookup('contact_records', sql`${sql.ref(record)} = e.id`)} c on ${counted}
    where e.debtor_inn = ${inn} and e.legal_entity_id = ${legalEntityId}`;
  const { rows } = await sql<ShownContact>`
    select f.id, f.kind, f.at, ${stateOf('f')} as status from (
      ${about('registry_entries', 'registry_entry_id')}
      union all ${about('simple_registry_entries', 'simple_entry_id')}
      union all select c.* from individuals i join contact_records c on c.individual_id = i.id
        where i.inn = ${inn} and c.legal_entity_id = ${legalEntityId} and c.registry_entry_id is null and c.simple_entry_id is null
          and ${counted}) f
    order by f.at, f.id`.execute(db);
  const shown = rows.map((one) => shownTo(zone, one));
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index);
    const contacts = shown.filter((one) => one.day === day).map(({ day: _day, ...one }) => one);
    return { day, isToday: day === today, contacts };
  });
}

interface ShownContact {
  id: number;
  kind: ContactKind;
  at: Date;
  status: ContactState;
}

/** So many are shown, the latest of them. */
const most = 50;

/** What is planned, also beyond the week, and of what is over what the reader may still call off, or might but for operators. */
async function openOf(
  db: Db,
  { registryEntryId, zone }: ClaimDebtor,
  by: Parameters<typeof mayFail>[1],
): Promise<Week['open']> {
  const { rows } = await sql<ShownContact & { needsWhy: boolean; kept: Kept | null }>`
    select f.id, f.kind, f.at, ${stateOf('f')} as status, ${isTold('f')} as needs_why, ${keptBy('f')} as kept from contact_records f
    where f.registry_entry_id = ${registryEntryId} and ${mayFail('f', by)}
    order by f.at desc, f.id desc limit ${most}`.execute(db);
  return rows
    .toReversed()
    .map(({ kept, ...one }) => ({ ...shownTo(zone, one), closed: kept === null ? null : KEPT[kept] }));
}

/** By the debtor's clock. */
function shownTo<Contact extends ShownContact>(zone: string, { at, ...contact }: Contact) {
  const { day, hour, minute } = localTime(at, zone);
  return { ...contact, day, time: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` };
}
