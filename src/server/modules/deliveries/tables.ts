import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  deliveries: {
    title: 'Отправленное уведомление',
    holds: { secret: 'contents_sealed', code: 'event channel status provider_id problem' },
    person: { title: 'Что отправлено кроме кабинета', of: byAccount, fate: 'delete' },
  },
  pushKeys: {
    title: 'Ключ уведомлений в браузере',
    holds: { code: 'public_key', secret: 'private_sealed' },
    words: { public_key: 'Открытый ключ', private_sealed: 'Закрытый ключ' },
  },
  pushSubscriptions: {
    title: 'Уведомления в браузере',
    holds: { origin: 'browser', code: 'endpoint_mark', secret: 'endpoint_sealed' },
    person: { title: 'Браузеры с уведомлениями', of: byAccount, fate: 'delete' },
    words: {
      push_key_id: 'Ключ',
      endpoint_sealed: 'Адрес',
      endpoint_mark: 'Метка адреса',
      browser: 'Браузер',
    },
  },
  messengerLinks: {
    title: 'Мессенджер',
    holds: { code: 'chat_mark', secret: 'token_hash chat_sealed' },
    person: { title: 'Мессенджер', of: byAccount, fate: 'delete' },
    words: {
      token_hash: 'Ссылка привязки',
      token_expires_at: 'Ссылка действует до',
      chat_sealed: 'Разговор с ботом',
      chat_mark: 'Метка разговора',
      linked_at: 'Привязан',
    },
  },
};
