import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  notifications: {
    title: 'Уведомление',
    holds: { free: 'detail', code: 'title link topic event about_type' },
    person: { title: 'Уведомления', of: byAccount, fate: 'delete' },
    words: {
      event: 'Событие',
      detail: 'Подробности',
      link: 'Ссылка',
      topic: 'Что решить',
      about_type: 'О чём: вид',
      about_id: 'О чём: номер',
    },
  },
  notificationChoices: {
    title: 'Выбор уведомлений',
    holds: { code: 'event channel' },
    person: { title: 'Какие уведомления выбраны', of: byAccount, fate: 'delete' },
    words: { event: 'Событие', channel: 'Куда', is_on: 'Сообщать' },
  },
  notificationSchedules: {
    title: 'Часы уведомлений',
    holds: { code: 'zone' },
    person: { title: 'Когда сообщать', of: byAccount, fate: 'delete' },
    words: { zone: 'Часовой пояс', quiet_from: 'Тихо с', quiet_until: 'Тихо до', digest_at: 'Час сводки' },
  },
};
