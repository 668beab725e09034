import { sql } from 'kysely';
import { byAccount, byParent, type TablesOfModule, type Whose } from '#server/platform/database/tables.ts';

/** A person's chats: those about his debts, and his question to those who support. */
const ownChats: Whose = ({ accountId, individualId }) =>
  sql`(individual_id = ${individualId} or account_id = ${accountId})`;
const inOwnChats = byParent('chat_id', 'chats', ownChats);

/** Whoever writes to a debtor, or is written to, keeps that for three years. */
const kept = 'Переписка о долге и обращения: три года (230-ФЗ)';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  chats: {
    title: 'Чат',
    holds: { code: 'kind last_side' },
    words: {
      last_no: 'Последний номер',
      last_change: 'Последнее изменение',
      last_at: 'Последнее сообщение',
      last_side: 'Чьё слово последнее',
      waits_since: 'Ждёт ответа с',
      called_at: 'Оператора позвали',
      called_by_complaint: 'Позвали жалобой',
      call_ended_at: 'Жалобы решены',
      joined_at: 'Оператор вступил',
      left_at: 'Кредитор вышел',
      registry_id: 'Реестр',
    },
  },
  chatMessages: {
    title: 'Сообщение чата',
    holds: { free: 'text', code: 'side event details' },
    person: {
      title: 'Сообщения чатов',
      // What was taken back is nobody's to hand out.
      of: (subject) => sql`${inOwnChats(subject)} and deleted_at is null`,
      hides: () => ['account_id', 'client_key', 'deleted_by'],
      fate: { keep: kept },
    },
    words: {
      chat_id: 'Чат',
      no: 'Номер в чате',
      change: 'Изменение',
      author_kind: 'Вид автора',
      client_key: 'Ключ отправителя',
      reply_to: 'Ответ на',
      event: 'Событие',
      details: 'Подробности',
      entry_id: 'Запись реестра',
      text: 'Текст',
      edited_at: 'Исправлено',
      deleted_by: 'Кто удалил',
    },
  },
  chatEdits: {
    holds: { free: 'text' },
    person: {
      of: (subject) => sql`message_id in (select id from chat_messages where ${inOwnChats(subject)})`,
      fate: { keep: kept },
    },
  },
  waitingMessages: {
    title: 'Сообщение, которое ждёт',
    holds: { free: 'text why' },
    person: { of: byAccount, fate: 'delete' },
    words: {
      chat_id: 'Чат',
      text: 'Текст',
      send_at: 'Отправить',
      contact_id: 'Контакт с заёмщиком',
      ended_at: 'Не ушло',
      why: 'Почему',
    },
  },
  chatEvents: { holds: { code: 'event' } },
  chatReads: {
    holds: { code: 'side' },
    person: { of: byAccount, fate: { keep: kept } },
  },
};
