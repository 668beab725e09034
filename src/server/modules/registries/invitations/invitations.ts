import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { type ContactForecast, forecastOf } from '#domain/parties/contact-forecast.ts';
import type { ContactAnswer, ContactStatus } from '#domain/parties/contact-law.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { loadedStatuses } from '#domain/registries/registry-import.ts';
import { contactsOf, judgeContact, withoutOwn } from '#server/modules/contacts/contacts.queries.ts';
import { flagSaid } from '#server/modules/contacts/debtor.queries.ts';
import { holdFew } from '#server/modules/contacts/reservation.commands.ts';
import { demandFeature } from '#server/modules/feature-flags/feature-flags.queries.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { expectMany, lookup } from '#server/platform/database/lookup.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { entryTables, type RegistryKey } from '../kinds.ts';
import { noticesOf, refusingAddresses } from './contacts.queries.ts';

/** So many debtors are written to by one order; the button stays for the rest. */
const most = 5_000;
/** Planning so many letters takes a second. */
const longestMs = 60_000;

/** A debtor whom nobody here is yet: one letter for all his entries in the registry. */
interface Stranger {
  inn: string;
  entryId: number;
  email: string | null;
  flag: ContactStatus;
  zone: string;
}

/** What has become of an order to invite, in debtors. */
interface Invited {
  planned: number;
  /** The law forbids to write to them; each entry says why. */
  refused: number;
  withoutAddress: number;
}

/**
 * Entries of a registry whose debtors are neither here nor written to, be it about another of their entries in it. A letter
 * that was given up with its own entry, as one that was withdrawn, speaks for no other. `e` is the entry.
 */
const uninvited = (kind: RegistryKind, registryId: number) => sql<boolean>`
  e.registry_id = ${registryId} and e.individual_id is null and e.withdrawn_at is null and e.status = 'search'
  and not exists (select from ${lookup(entryTables[kind], sql`debtor_inn = e.debtor_inn`)} o
    join lateral ${noticesOf(kind, 'o')} n on n.channel = 'email' and n.individual_id is null
    where o.registry_id = e.registry_id and (o.id = e.id or n.reason is distinct from 'no_need'))`;

/** Whether anybody of a registry can still be invited by a letter. */
export async function canInvite(db: Db, { id, kind }: Pick<RegistryKey, 'id' | 'kind'>): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(entryTables[kind])} e
    where ${uninvited(kind, id)} and e.email is not null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * The creditor orders letters to those of a registry who are not on the platform. He is the one who writes and answers
 * for it, so nothing goes out by itself; each letter waits for the first moment that the contact law allows.
 * @throws Refusal `move.illegal` when the registry is not loaded, or the company has no phone that a letter must name;
 * `feature.off` when the company sends no letters
 */
export async function planInvitations({ db, now }: Writing, registryId: number): Promise<Invited> {
  const registry = await db
    .selectFrom('registries as r')
    .innerJoin('legalEntities as le', 'le.id', 'r.legalEntityId')
    .select(['r.id', 'r.kind', 'r.status', 'r.legalEntityId', 'le.phone'])
    .where('r.id', '=', registryId)
    .forUpdate('r')
    .executeTakeFirstOrThrow();
  if (!(loadedStatuses as readonly string[]).includes(registry.status)) {
    throw new Refusal('move.illegal', { detail: 'Сначала примите реестр' });
  }
  await demandFeature(db, registry.legalEntityId, 'invitation_letters');
  if (!(await settingsOf(db)).debtorLetters) {
    throw new Refusal('move.illegal', { detail: 'Письма заёмщикам сейчас выключены администратором площадки' });
  }
  if (registry.phone === null) {
    throw new Refusal('move.illegal', { detail: 'Укажите телефон компании: закон требует назвать его в письме' });
  }
  const kind = registry.kind as RegistryKind;
  await expectMany(db, longestMs);
  const strangers = await strangersOf(db, kind, registryId);
  await holdFew(
    db,
    registry.legalEntityId,
    strangers.map(({ inn }) => inn),
  );
  const notices = (await judgeStrangers(db, registry.legalEntityId, strangers, now)).map(
    ({ debtor, answer: { nextAt, reason } }) => ({
      entryId: kind === 'full' ? debtor.entryId : null,
      simpleEntryId: kind === 'simple' ? debtor.entryId : null,
      legalEntityId: registry.legalEntityId,
      channel: 'email',
      status: nextAt === null ? 'refused' : 'planned',
      reason,
      plannedAt: nextAt,
    }),
  );
  for (let from = 0; from < notices.length; from += 1_000) {
    await db
      .insertInto('entryNotices')
      .values(notices.slice(from, from + 1_000))
      .execute();
  }
  const planned = notices.filter(({ status }) => status === 'planned').length;
  return { planned, refused: notices.length - planned, withoutAddress: strangers.length - notices.length };
}

/** What the law says of a letter to each of those who have an address. */
async function judgeStrangers(
  db: Db,
  legalEntityId: number,
  strangers: readonly Stranger[],
  now: Date,
): Promise<{ debtor: Stranger; answer: ContactAnswer }[]> {
  const contacts = await contactsOf(
    db,
    legalEntityId,
    strangers.map(({ inn }) => inn),
  );
  const refusing = await refusingAddresses(db, addressesOf(strangers));
  const calendar = await calendarIn(db);
  return strangers
    .filter(({ email }) => email !== null)
    .map((debtor) => {
      const reach = { hasAddress: true, consents: !refusing.has(debtor.email ?? '') };
      const answer = judgeContact({ ...debtor, ...reach }, contacts.get(debtor.inn) ?? [], { now, calendar });
      return { debtor, answer };
    });
}

/**
 * How many of a registry's debtors an order to invite would write to now, later and never, and why; nothing is written. Counted are those of
 * one order.
 */
export async function previewInvitations({ db, now }: Ctx, registryId: number): Promise<Foreseen> {
  const registry = await db
    .selectFrom('registries')
    .select(['kind', 'legalEntityId'])
    .where('id', '=', registryId)
    .executeTakeFirstOrThrow();
  const strangers = await strangersOf(db, registry.kind as RegistryKind, registryId);
  const judged = await judgeStrangers(db, registry.legalEntityId, strangers, now);
  return { ...forecastOf(judged.map(({ answer }) => answer)), withoutAddress: strangers.length - judged.length };
}

interface Foreseen extends ContactForecast {
  withoutAddress: number;
}

const addressesOf = (strangers: readonly { email: string | null }[]): string[] =>
  strangers.flatMap(({ email }) => email ?? []);

async function strangersOf(db: Db, kind: RegistryKind, registryId: number): Promise<Stranger[]> {
  const { rows } = await sql<Stranger>`
    select d.*, ${flagSaid({ inn: sql.ref('d.inn'), creditor: sql.ref('d.legal_entity_id') })} as flag from (
      select e.legal_entity_id, e.debtor_inn as inn, coalesce(min(e.id) filter (where e.email is not null), min(e.id)) as entry_id,
        max(e.email) as email, max(e.tz) as zone
      from ${sql.table(entryTables[kind])} e where ${uninvited(kind, registryId)}
      group by e.legal_entity_id, e.debtor_inn order by max(e.email) is null, min(e.id) limit ${most}) d`.execute(db);
  return rows;
}

/** Asks the law anew when the planned moment has come, of contacts that are held; the letter itself does not count against itself. */
export async function judgeDue(
  tx: Tx,
  { legalEntityId, inn, plannedAt, email, flag, zone, zones }: Due,
  now: Date,
): Promise<ContactAnswer> {
  const isRefused = email !== null && (await refusingAddresses(tx, [email])).has(email);
  const asked = { flag, zone, zones, hasAddress: email !== null, consents: !isRefused };
  const contacts = (await contactsOf(tx, legalEntityId, [inn])).get(inn) ?? [];
  return judgeContact(asked, withoutOwn(contacts, plannedAt), { now, calendar: await calendarIn(tx) });
}

/** A letter that waits, with what is known of its debtor now. */
export interface Due {
  legalEntityId: number;
  inn: string;
  email: string | null;
  plannedAt: Date;
  flag: ContactStatus;
  zone: string;
  zones: string[] | null;
}
