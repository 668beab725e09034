import { pagePath } from '#contract/kernel/page-path.ts';
import type { ComplaintKind } from '#domain/parties/complaint.ts';
import { CONTACT_KINDS, type ContactKind, clockOf } from '#domain/parties/contact-law.ts';
import { formatDay, moscowDay } from '#domain/values/days.ts';
import { localTime } from '#domain/values/local-time.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { about } from './rows.ts';

/** What was complained of, and who has to hear of the decision. */
export async function complainedOf(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('complaints as k')
    .leftJoin('chatMessages as m', 'm.id', 'k.messageId')
    .leftJoin('chats as c', 'c.id', 'm.chatId')
    .leftJoin('contactRecords as r', 'r.id', 'k.contactId')
    .leftJoin('registryEntries as e', 'e.id', 'r.registryEntryId')
    .leftJoin('simpleRegistryEntries as s', 's.id', 'r.simpleEntryId')
    .select(['k.id', 'k.accountId', 'k.kind', 'k.contactId', 'k.contactStatus'])
    .select(['m.chatId', 'm.no', 'm.side', 'm.accountId as authorId', 'm.createdAt as writtenAt'])
    .select(['r.kind as contact', 'r.at', about.as('about')])
    .select(({ fn }) => fn.coalesce('e.tz', 's.tz').as('zone'))
    .select(({ fn }) => fn.coalesce('c.legalEntityId', 'r.legalEntityId').as('legalEntityId'))
    .where('k.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, kind: row.kind as ComplaintKind, thing: thingWords(row), link: linkTo(row) };
}
export type Complained = Awaited<ReturnType<typeof complainedOf>>;

interface Thing {
  /** Of a contact, by the debtor's clock. */
  contact: string | null;
  at: Date | null;
  zone: string | null;
  /** Of a message. */
  writtenAt: Date | null;
  about: string | null;
}

/** «Звонок 05.03.2026, договор № К-1», «Сообщение от 05.03.2026, У-2026-000001»: what it was of, without a word of it and without names. */
function thingWords({ contact, at, zone, writtenAt, about: debt }: Thing): string {
  const what =
    contact === null
      ? `Сообщение от ${formatDay(moscowDay(writtenAt!))}`
      : `${CONTACT_KINDS[contact as ContactKind]} ${formatDay(localTime(at!, clockOf(zone)).day)}`;
  if (debt === null) return what;
  return contact === null ? `${what}, ${debt}` : `${what}, договор № ${debt}`;
}

/** The message in its talk, or the one row of the journal. */
function linkTo({ chatId, no, contactId }: { chatId: number | null; no: number | null; contactId: number | null }) {
  return chatId === null
    ? pagePath('/dashboard/contacts', { 'filter[id]': contactId! })
    : pagePath('/chat-{$id}', { id: chatId, message: no! });
}
