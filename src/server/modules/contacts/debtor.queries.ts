import { type RawBuilder, sql } from 'kysely';
import {
  type ContactAnswer,
  type ContactKind,
  type ContactReason,
  type ContactStatus,
  clockOf,
} from '#domain/parties/contact-law.ts';
import { contactStatuses, type LifeSpan } from '#domain/parties/life-event.ts';
import { stoppingEvent } from '#domain/parties/life-table.ts';
import type { BusinessCalendar } from '#domain/values/business-calendar.ts';
import { moscowDay } from '#domain/values/days.ts';
import { lifeSpansWith } from '#server/modules/life-events/life-spans.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Db } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import { contactsOf, contactsWithPerson, judgeContact, withoutOwn } from './contacts.queries.ts';

/** Somebody who owes a creditor, as the law of contact asks about him. */
export interface ContactDebtor {
  legalEntityId: number;
  individualId: number | null;
  registryEntryId: number | null;
  inn: string | null;
  /** What the registries of the creditor say of him; what has been confirmed of his life is asked by the day of the contact. */
  flag: ContactStatus;
  /** Null while nobody knows where he lives. */
  zone: string | null;
  /** All zones that the creditor's claims on him name; null where there is none. */
  zones: string[] | null;
}

/** The same of a full claim, which names a zone. */
export interface ClaimDebtor extends ContactDebtor {
  zone: string;
}

/** What the claims of a creditor on a debtor that stand say of him, full and simple, as expressions of a query. */
interface Owing {
  inn: RawBuilder<unknown>;
  creditor: RawBuilder<unknown>;
}

const saidBy = ({ inn, creditor }: Owing, column: 'tz' | 'contact_flag') => {
  const saidIn = (
    table: string,
  ) => sql`select c.${sql.ref(column)} as said from ${lookup(table, sql`debtor_inn = ${inn}`)} c
    where c.legal_entity_id = ${creditor} and c.withdrawn_at is null`;
  return sql`(${saidIn('registry_entries')} union ${saidIn('simple_registry_entries')}) of_claims`;
};

const owingBy = (entry: string): Owing => ({
  inn: sql.ref(`${entry}.debtor_inn`),
  creditor: sql.ref(`${entry}.legal_entity_id`),
});

/** All zones that the claims of the creditor of an entry on its debtor name, as an expression. */
export const zonesOf = (entry: string): RawBuilder<string[] | null> =>
  sql`(select array_agg(said) from ${saidBy(owingBy(entry), 'tz')})`;

/** What is over in days (`mayPass`): of several things that close a debtor it is the last to be said. */
const passing = sql.lit('hospital' satisfies ContactStatus);

/** What closes a debtor by any claim of a creditor on him, as an expression: it is said of the person and not of a contract. `allowed` where nothing does. */
export const flagSaid = (owing: Owing): RawBuilder<ContactStatus> =>
  sql`coalesce((select said from ${saidBy(owing, 'contact_flag')} where said <> 'allowed'
    order by said = ${passing}, said limit 1), 'allowed')`;

/** The same of the creditor of an entry and its debtor; what lasts by the entry itself goes before, also once it is withdrawn. */
export function flagOf(entry: string): RawBuilder<ContactStatus> {
  const own = sql.ref(`${entry}.contact_flag`);
  return sql`(case when ${own} not in ('allowed', ${passing}) then ${own}
    else coalesce(nullif(${flagSaid(owingBy(entry))}, 'allowed'), ${own}) end)`;
}

/** What the claims of a creditor on a debtor say of him at this moment. */
export async function flagNow(db: Db, legalEntityId: number, inn: string): Promise<ContactStatus> {
  const said = flagSaid({ inn: sql`${inn}::text`, creditor: sql`${legalEntityId}::bigint` });
  const { rows } = await sql<{ flag: ContactStatus }>`select ${said} as flag`.execute(db);
  return rows[0]!.flag;
}

/** The debtors of full claims. `which` is a condition on the entry `e`. */
export async function claimDebtorsBy(db: Db, which: RawBuilder<unknown>): Promise<ClaimDebtor[]> {
  const { rows } = await sql<ClaimDebtor>`
    select e.legal_entity_id, e.individual_id, e.id as registry_entry_id, e.debtor_inn as inn, e.tz as zone,
      ${zonesOf('e')} as zones, ${flagOf('e')} as flag
    from registry_entries e where ${which}`.execute(db);
  return rows;
}

/** The debtor of one claim. */
export async function claimDebtor(db: Db, entryId: number): Promise<ClaimDebtor> {
  const [found] = await claimDebtorsBy(db, sql`e.id = ${entryId}`);
  return found!;
}

/** Which contact is asked about. */
interface AskedContact {
  readonly kind: ContactKind;
  /** When it is to be, or was. */
  readonly at: Date;
  readonly now: Date;
  /** The moment of the very contact that is asked about anew: it does not count against itself. */
  readonly own?: Date;
}

/** What the law says of a contact with a debtor at an instant. */
export async function judgeDebtor(db: Db, debtor: ContactDebtor, asked: AskedContact): Promise<ContactAnswer> {
  const { legalEntityId, individualId, inn } = debtor;
  const { kind, at } = asked;
  const contacts =
    inn === null
      ? await contactsWithPerson(db, legalEntityId, individualId, kind, at)
      : (await contactsOf(db, legalEntityId, [inn], kind, at)).get(inn);
  const spans = individualId === null ? [] : await lifeSpansWith(db, individualId, legalEntityId);
  return judgeKnown(debtor, asked, { contacts: contacts ?? [], spans, calendar: await calendarIn(db) });
}

/**
 * The same of what has been read already. What stops it in the debtor's life is judged by the day of the contact (docs/decisions/0108); the
 * registry says what is so now, which tells nothing of a day that is over.
 */
export function judgeKnown(
  { zone, zones, flag }: Pick<ContactDebtor, 'zone' | 'zones' | 'flag'>,
  { kind, at, now, own }: AskedContact,
  known: { contacts: readonly Date[]; spans: readonly LifeSpan[]; calendar: BusinessCalendar },
): ContactAnswer {
  const day = moscowDay(at);
  const registered = day < moscowDay(now) ? 'allowed' : flag;
  const asked = { zone, zones, flag: registered, hasAddress: true, consents: true };
  const contacts = own === undefined ? known.contacts : withoutOwn(known.contacts, own);
  const answer = judgeContact(asked, contacts, { now: at, calendar: known.calendar, kind });
  const stopping = stoppingEvent(known.spans, kind === 'message' ? 'messages' : 'contact', day);
  return stopping === null ? answer : { ...answer, allowed: false, reason: reasonOf(stopping), nextAt: null };
}

/**
 * Whether it is an hour in which whoever has written himself is answered, whoever he is. Of whom nobody knows where he lives Moscow's clock is taken:
 * he is awake when he writes, and waits for an answer.
 */
export async function answerHours(db: Db, { zone, zones }: ContactDebtor, now: Date): Promise<ContactAnswer> {
  const known = { contacts: [], spans: [], calendar: await calendarIn(db) };
  return judgeKnown({ zone: clockOf(zone), zones, flag: 'allowed' }, { kind: 'message', at: now, now }, known);
}

const statusOf = new Map(contactStatuses());

function reasonOf({ kind, isStated }: LifeSpan): ContactReason {
  if (isStated) return 'stated';
  const status = statusOf.get(kind);
  return status === undefined || status === 'allowed' ? 'paused' : status;
}
