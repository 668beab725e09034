import { sql } from 'kysely';
import { byAccount, type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  accounts: {
    title: 'Учётная запись',
    holds: { contact: 'email phone', secret: 'password_hash totp_sealed', code: 'kind status', derived: 'search' },
    person: {
      title: 'Учётная запись',
      of: ({ accountId }) => sql`id = ${accountId}`,
      fate: 'blank',
      instead: {
        email: `'erased-' || id || '@erased.invalid'`,
        status: `'blocked'`,
        email_confirmed_at: 'null',
        phone_confirmed_at: 'null',
      },
    },
    words: {
      password_hash: 'Пароль',
      last_login_at: 'Последний вход',
      email_confirmed_at: 'Почта подтверждена',
      phone_confirmed_at: 'Телефон подтверждён',
      totp_sealed: 'Второй фактор',
      totp_used_step: 'Последний код второго фактора',
    },
  },
  sessions: {
    title: 'Сеанс',
    holds: { origin: 'ip user_agent', secret: 'token_hash', code: 'end_reason' },
    person: {
      title: 'Сеансы',
      of: byAccount,
      fate: 'blank',
      instead: {
        token_hash: `sha256(convert_to('erased ' || id, 'UTF8'))`,
        ended_at: 'coalesce(ended_at, now())',
        end_reason: `'erased'`,
      },
    },
    words: {
      idle_expires_at: 'Действует без дела до',
      seen_at: 'Был здесь',
      end_reason: 'Почему закончено',
    },
  },
  knownDevices: {
    holds: { secret: 'token_hash' },
    person: { of: byAccount, fate: 'delete' },
  },
  recoveryCodes: {
    title: 'Запасной код',
    holds: { secret: 'code_hash' },
    person: { of: byAccount, fate: 'delete' },
  },
  registrationTokens: {
    title: 'Приглашение',
    holds: { contact: 'email', company: 'position', secret: 'token_hash payload_sealed', code: 'kind' },
    person: { title: 'Приглашения', of: ({ email }) => sql`email = ${email}`, fate: 'delete' },
    words: {
      payload_sealed: 'Данные приглашения',
    },
  },
  restorePasswordTokens: {
    title: 'Запрос нового пароля',
    holds: { secret: 'token_hash' },
    person: { of: byAccount, fate: 'delete' },
  },
};
