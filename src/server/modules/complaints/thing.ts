import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { type ContactKind, clockOf } from '#domain/parties/contact-law.ts';
import { contactName } from '#domain/parties/contact-words.ts';
import { formatDay, moscowDay } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The agreement or the request, as people call it; of a contact the contract of its claim. */
export const about = sql<string | null>`coalesce((select number from settlements where id = c.settlement_id),
  (select number from requests where id = c.request_id), (select 'реестр № ' || number from registries where id = c.registry_id),
  (select e.contract_number from registry_entries e where e.id = r.registry_entry_id),
  (select e.contract_number from simple_registry_entries e where e.id = r.simple_entry_id))`;

/** Complaints with what each is of; their table is called `k`. */
export const withThing = (db: Db) =>
  db
    .selectFrom('complaints as k')
    .leftJoin('chatMessages as m', 'm.id', 'k.messageId')
    .leftJoin('chats as c', 'c.id', 'm.chatId')
    .leftJoin('contactRecords as r', 'r.id', 'k.contactId')
    .select(['k.id', 'k.messageId', 'k.contactId', 'k.kind'])
    .select(['m.chatId', 'm.no', 'm.createdAt as writtenAt', 'r.kind as contact', 'r.at', about.as('about')])
    .select(
      sql<string | null>`coalesce((select e.tz from registry_entries e where e.id = r.registry_entry_id),
        (select e.tz from simple_registry_entries e where e.id = r.simple_entry_id))`.as('zone'),
    );

interface Thing {
  /** Of a contact, by the debtor's clock. */
  contact: string | null;
  at: Date | null;
  zone: string | null;
  /** Of a message. */
  writtenAt: Date | null;
  about: string | null;
}

/** «Звонок 05.03.2026, договор № К-1», «Сообщение от 05.03.2026, У-2026-000001»: what it is of, without a word of it and without names. */
export function thingWords({ contact, at, zone, writtenAt, about: debt }: Thing): string {
  if (contact !== null)
    return contactName({ kind: contact as ContactKind, at: at!, zone: clockOf(zone), contract: debt });
  const what = `Сообщение от ${formatDay(moscowDay(writtenAt!))}`;
  return debt === null ? what : `${what}, ${debt}`;
}

/** The message in its talk, or the one row of the journal. */
export const linkTo = ({ chatId, no, contactId }: Record<'chatId' | 'no' | 'contactId', number | null>) =>
  chatId === null
    ? pagePath('/dashboard/contacts', { 'filter[id]': contactId! })
    : pagePath('/chat-{$id}', { id: chatId, message: no! });
