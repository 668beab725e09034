import { sql } from 'kysely';
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts';
import { type PageAddress, pagePath } from '#contract/kernel/page-path.ts';
import type { ContactStatus } from '#domain/parties/contact-law.ts';
import { type LetterSubject, NOTICE_SUBJECTS } from '#domain/parties/debtor-letter.ts';
import { stoppingEvent } from '#domain/parties/life-table.ts';
import { formatVerifyCode } from '#domain/parties/verify-code.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { payLinkUntil } from '#domain/settlements/reminders.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { contactsOf, type Judged, judgeContact, withoutOwn } from '#server/modules/contacts/contacts.queries.ts';
import { flagOf, zonesOf } from '#server/modules/contacts/debtor.queries.ts';
import { holdFew } from '#server/modules/contacts/reservation.commands.ts';
import { contactFlagNow } from '#server/modules/life-events/life-events.queries.ts';
import { statedEvents, stoppingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { App } from '#server/platform/app.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { sealPayLink } from '#server/platform/secrets/pay-link.ts';
import { registryLetters } from '../letters.ts';
import { reachOfPeople } from './contacts.queries.ts';

/** A debtor of a creditor whom a letter is to tell of something. */
export interface LetterDebtor extends Judged {
  individualId: number;
  legalEntityId: number;
  inn: string;
  /** The address that the registry names. */
  email: string | null;
  kind: RegistryKind;
  entryId: number;
}

/** What a letter is about: the claim itself unless told. */
interface About {
  about?: LetterSubject;
  settlementId?: number;
  /** The agreement itself names e-mail for what is told: no other consent is asked for. */
  isAgreed?: boolean;
  /** The payment of which it reminds. */
  dueDate?: Day;
}
/** A letter later than this says what is not so any more. */
const dayMs = 24 * 60 * 60 * 1000;
const lateMs = 3 * dayMs;

/**
 * Plans a letter to each of these people for the first moment that the law allows, or keeps why there will be none: a letter is
 * planned only where its channel exists and is agreed to (docs/decisions/0093).
 * @returns the ids of the rows of the journal
 */
export async function planLetters(tx: Tx, debtors: readonly (LetterDebtor & About)[], now: Date): Promise<number[]> {
  const reachOf = await reachOfPeople(tx, debtors);
  const calendar = await calendarIn(tx);
  const ids: number[] = [];
  const byCreditor = Map.groupBy(debtors, (debtor) => debtor.legalEntityId);
  // In their order, so that two who plan for the same creditors wait for one another and no more.
  for (const [legalEntityId, theirs] of [...byCreditor].toSorted(([one], [other]) => one - other)) {
    const hasPhone = await namesPhone(tx, legalEntityId);
    // Whom nothing reaches is refused whatever was sent before.
    // Somebody of whom several letters tell is asked about once.
    const reached = theirs.filter((debtor) => debtor.isAgreed || reachOf(debtor)?.consents);
    const asked = [...new Set(reached.map(({ inn }) => inn))];
    await holdFew(tx, legalEntityId, asked);
    const contacts = await contactsOf(tx, legalEntityId, asked);
    const planned = theirs.map((debtor) => {
      const { about = 'claim', settlementId = null, isAgreed = false, dueDate = null } = debtor;
      const { hasAddress, consents } = reachOf(debtor) ?? { hasAddress: false, consents: false };
      const question = { ...debtor, hasAddress: hasAddress && hasPhone, consents: consents || isAgreed };
      const judged = judgeContact(question, contacts.get(debtor.inn) ?? [], { now, calendar });
      const { nextAt, reason } = NOTICE_SUBJECTS.includes(about) ? waiting(judged, now) : judged;
      return {
        entryId: debtor.kind === 'full' ? debtor.entryId : null,
        simpleEntryId: debtor.kind === 'simple' ? debtor.entryId : null,
        individualId: debtor.individualId,
        legalEntityId,
        about,
        settlementId,
        dueDate,
        channel: 'email',
        status: nextAt === null ? 'refused' : 'planned',
        reason,
        plannedAt: nextAt,
        createdAt: now,
      };
    });
    for (let from = 0; from < planned.length; from += 1_000) {
      const rows = await tx
        .insertInto('entryNotices')
        .values(planned.slice(from, from + 1_000))
        .returning('id')
        .execute();
      ids.push(...rows.map(({ id }) => id));
    }
  }
  return ids;
}

/** What may come with time, as an address, a phone or a consent. */
const passing: readonly (string | null)[] = ['no_channel', 'no_consent'];

/** A notice that cannot be written today is asked about again tomorrow: it says what has been decided, however late. */
const waiting = <Judgement extends { nextAt: Date | null; reason: string | null }>(
  of: Judgement,
  now: Date,
): Judgement => (of.nextAt === null && passing.includes(of.reason) ? { ...of, nextAt: tomorrow(now) } : of);

const tomorrow = (now: Date): Date => new Date(now.getTime() + dayMs);

/** The law wants the creditor's phone in each letter: without one there is nothing to send. */
async function namesPhone(tx: Tx, legalEntityId: number): Promise<boolean> {
  const { phone } = await tx
    .selectFrom('legalEntities')
    .select('phone')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return phone !== null;
}

/** A letter to the debtor of a settlement about what has happened to it. */
interface SettlementLetter extends Pick<About, 'isAgreed' | 'dueDate'> {
  settlementId: number;
  about: Exclude<LetterSubject, 'claim'>;
}

/**
 * Plans a letter to the debtor of a settlement about what has happened to it.
 * @returns the row of the journal
 */
export async function planSettlementLetter(
  tx: Tx,
  settlementId: number,
  about: SettlementLetter['about'],
  now: Date,
  more: Pick<About, 'isAgreed'> = {},
): Promise<number> {
  const [id] = await planSettlementLetters(tx, [{ ...more, settlementId, about }], now);
  return id!;
}

/** The same of several. @returns the rows of the journal */
export async function planSettlementLetters(
  tx: Tx,
  letters: readonly SettlementLetter[],
  now: Date,
): Promise<number[]> {
  if (letters.length === 0) return [];
  const rows = await tx
    .selectFrom('settlements as s')
    .innerJoin('registryEntries as e', 'e.id', 's.registryEntryId')
    .select(['s.id', 's.individualId', 's.legalEntityId', 'e.id as entryId', 'e.debtorInn as inn', 'e.email'])
    .select(['e.tz as zone', contactFlagNow('s.individualId', flagOf('e')).as('contactFlag')])
    .where('s.id', '=', anyOf(letters.map(({ settlementId }) => settlementId)))
    .execute();
  const debtors = new Map(
    rows.map(({ id, contactFlag, ...debtor }) => [id, { ...debtor, flag: contactFlag as ContactStatus }]),
  );
  const addressed = letters.map((letter) => ({
    ...debtors.get(letter.settlementId)!,
    kind: 'full' as const,
    ...letter,
  }));
  return planLetters(tx, addressed, now);
}

/** A letter to somebody of the platform whose moment has come. */
interface Due extends LetterDebtor {
  plannedAt: Date;
  about: LetterSubject;
  settlementId: number | null;
  /** The payment of which it reminds; null of any other letter, and of a reminder from before. */
  dueDate: Day | null;
  company: string;
  phone: string | null;
  isVerified: boolean;
  isWanted: boolean;
  /** The agreement names e-mail, and the letter brings notices. */
  isAgreed: boolean;
  notices: readonly {
    kind: keyof typeof DOCUMENT_KINDS;
    number: string;
    code: string;
    /** The company, the registry and the entry, as the address of its page has them. */
    claim: readonly [number, number, number] | null;
  }[];
}

/** What becomes of a notice; its row is locked by whoever asks. */
type Outcome = { status: string; reason: string | null; plannedAt?: Date | null; sentAt?: Date; letterId?: number };

/**
 * Sends a letter to somebody of the platform, puts it off or gives it up: what it is about may be over, his consent taken back, and
 * the law is asked once more. Whoever calls holds the contacts with the debtor.
 */
export async function sendDebtorLetter(app: App, tx: Tx, id: number, now: Date): Promise<Outcome> {
  const due = await lockLetter(tx, id);
  // A notice says what has been decided, however late.
  const isLate = due.notices.length === 0 && now.getTime() - due.plannedAt.getTime() > lateMs;
  if (!due.isWanted || isLate || (await standsStill(tx, due, now)))
    return { status: 'refused', reason: 'no_need', plannedAt: null };
  if (!due.isVerified) return withoutCreditor(due, now);
  // What he has told of himself is looked at: until then his creditors write him nothing.
  if (await isStated(tx, due.individualId, now)) return { status: 'planned', reason: null, plannedAt: tomorrow(now) };
  const reach = (await reachOfPeople(tx, [due]))(due);
  const asked = {
    ...due,
    hasAddress: reach !== undefined && due.phone !== null,
    consents: due.isAgreed || (reach?.consents ?? false),
  };
  const contacts = (await contactsOf(tx, due.legalEntityId, [due.inn])).get(due.inn) ?? [];
  const judged = judgeContact(asked, withoutOwn(contacts, due.plannedAt), { now, calendar: await calendarIn(tx) });
  // A letter about a claim is by consent, whatever it brings: without one it is given up.
  const mayWait = due.notices.length > 0 && due.about !== 'claim';
  const { allowed, nextAt, reason } = mayWait ? waiting(judged, now) : judged;
  if (!allowed) return { status: nextAt === null ? 'refused' : 'planned', reason, plannedAt: nextAt };
  const { about, company } = due;
  const letterId = await queueLetter({ app, db: tx }, registryLetters.debtorTold, reach!.address, {
    about,
    dueDate: due.dueDate,
    isDueToday: due.dueDate === moscowDay(now),
    company,
    phone: formatPhone(due.phone!),
    link: app.config.publicUrl + pathOf(due),
    payLink: await payLinkOf(app, tx, due, moscowDay(now)),
    notices: due.notices.map(({ kind, number, code }) => ({
      title: DOCUMENT_KINDS[kind],
      number,
      code: formatVerifyCode(code),
    })),
  });
  return { status: 'sent', reason: null, sentAt: now, letterId };
}

/** Payments that stand still are asked for by no reminder, also where they have come to stand still since it was planned. */
const standsStill = async (tx: Tx, { about, settlementId }: Due, now: Date): Promise<boolean> =>
  settlementId !== null &&
  (about === 'due' || about === 'overdue') &&
  (await stoppingEventOf(tx, settlementId, 'payments', moscowDay(now))) !== null;

/** Where its text is: of one claim on its page, of several in the cabinet. */
function pathOf({ settlementId, notices }: Due): PageAddress {
  if (settlementId !== null) return pagePath('/settlement-{$id}', { id: settlementId });
  const [first, ...others] = notices;
  return others.length === 0 && first?.claim
    ? pagePath('/registry-entry-{$key}', { key: first.claim })
    : pagePath('/dashboard/individuals');
}

/**
 * The link of a reminder to its payment: of the first that is open, before its day or after it. Null where there is none, or where that
 * day is over for longer than links live.
 */
async function payLinkOf(app: App, tx: Tx, { about, settlementId, dueDate }: Due, today: Day): Promise<string | null> {
  if (settlementId === null || (about !== 'due' && about !== 'overdue')) return null;
  const row = await tx
    .selectFrom('scheduleItems')
    .select('dueDate')
    .where('settlementId', '=', settlementId)
    .where('status', 'in', ['planned', 'due', 'overdue'])
    .$if(dueDate !== null, (items) => items.where('dueDate', '=', dueDate!))
    .where('dueDate', about === 'due' ? '>=' : '<', today)
    .orderBy('dueDate')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const until = payLinkUntil(row.dueDate as Day);
  if (until < today) return null;
  const token = sealPayLink(app.secrets, { settlement: settlementId, due: row.dueDate, until });
  return app.config.publicUrl + pagePath('/pay/$token', { token });
}

/** Whether a debtor's word stops letters today; what is confirmed is in his contact status. */
async function isStated(tx: Tx, individualId: number, now: Date): Promise<boolean> {
  return stoppingEvent(await statedEvents(tx, individualId), 'messages', moscowDay(now)) !== null;
}

/** Of a creditor who is not verified no letter says anything; a notice waits for him, and is asked about once a day. */
const withoutCreditor = ({ notices }: Due, now: Date): Outcome =>
  notices.length === 0
    ? { status: 'refused', reason: 'no_need', plannedAt: null }
    : { status: 'planned', reason: null, plannedAt: tomorrow(now) };

async function lockLetter(tx: Tx, id: number): Promise<Due> {
  const { rows } = await sql<Due>`
    select case when n.entry_id is null then 'simple' else 'full' end as kind, coalesce(n.entry_id, n.simple_entry_id) as entry_id,
      n.individual_id, n.legal_entity_id, n.planned_at, n.about, n.settlement_id, n.due_date,
      le.short_name as company, le.phone, le.verification_status = 'verified' as is_verified,
      coalesce(e.debtor_inn, s.debtor_inn) as inn, coalesce(e.email, s.email) as email,
      case when n.entry_id is null then ${contactFlagNow('n.individualId', flagOf('s'))}
        else ${contactFlagNow('n.individualId', flagOf('e'))} end as flag, coalesce(e.tz, s.tz) as zone,
      coalesce(${zonesOf('e')}, ${zonesOf('s')}) as zones,
      case n.about
        when 'claim' then (coalesce(e.withdrawn_at, s.withdrawn_at) is null
          and coalesce(e.individual_id, s.individual_id) = n.individual_id
          and coalesce(e.reject_reason, s.reject_reason) is distinct from 'not_mine') or ${bringsNotice}
        when 'offer' then exists (select from terms_offers o where o.settlement_id = t.id and o.status = 'active' and o.side = 'creditor')
        when 'due' then ${unpaid(sql`${ahead} and ${isRemindedRow}`)} and not ${isFollowed}
        when 'overdue' then ${unpaid(sql`${late} and ${isRemindedRow}`)} and not ${isFollowed}
        when 'cure' then ${unpaid(late)} and ${bringsNotice}
        when 'requisites' then ${bringsNotice}
        else true end as is_wanted,
      exists (select from notices k join issued_documents d on d.id = k.document_id join agreements g on g.id = d.agreement_id
        where k.contact_id = n.id and g.names_email) as is_agreed,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'number', d.number, 'code', d.verify_code,
          'claim', case when c.id is not null then jsonb_build_array(c.legal_entity_id, c.registry_id, c.id) end) order by d.id), '[]')
        from notices k join issued_documents d on d.id = k.document_id
          left join registry_entries c on c.id = d.registry_entry_id
        where k.contact_id = n.id and d.status = 'issued') as notices
    from entry_notices n join legal_entities le on le.id = n.legal_entity_id
      left join registry_entries e on e.id = n.entry_id
      left join simple_registry_entries s on s.id = n.simple_entry_id
      left join settlements t on t.id = n.settlement_id
    where n.id = ${id}`.execute(tx);
  return rows[0]!;
}

/** A notice in force is brought by the letter `n`. */
const bringsNotice = sql`exists (select from notices k join issued_documents d on d.id = k.document_id
  where k.contact_id = n.id and d.status = 'issued')`;

/** Days are those of Moscow, whatever the zone of the session. */
const late = sql`i.due_date < (now() at time zone 'Europe/Moscow')::date`;

/** A reminder that comes after the day of its payment says what is not so. */
const ahead = sql`i.due_date >= (now() at time zone 'Europe/Moscow')::date`;

/** Of the payment that the reminder `n` is about. */
const isRemindedRow = sql`(n.due_date is null or i.due_date = n.due_date)`;
/** A reminder that has waited until the next one is planned says nothing more than that does. */
const isFollowed = sql`exists (select from entry_notices f where f.settlement_id = n.settlement_id and f.due_date = n.due_date and f.about in ('due', 'overdue')
  and f.id > n.id and f.channel = 'email' and f.status in ('planned', 'sent'))`;

const unpaid = (which: ReturnType<typeof sql>) => sql`(t.status = 'waiting_for_payment' and exists (
  select from schedule_items i where i.settlement_id = t.id and i.status in ('planned', 'due', 'overdue') and ${which}))`;
