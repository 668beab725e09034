import * as z from 'zod';
import { kinds } from '../kernel/access.ts';
import { id, instant, reason } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery, someOf } from '../kernel/page.ts';
import { SessionRow } from './session.ts';

export const accountStatuses = ['active', 'blocked'] as const;

/** How somebody signs in, seen from the platform's side. */
const AccountRow = z.object({
  id: z.int(),
  kind: z.enum(kinds),
  /** The number of the individual, employee or operator behind it. */
  personId: z.int().nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: z.enum(accountStatuses),
  emailConfirmed: z.boolean(),
  phoneConfirmed: z.boolean(),
  secondFactor: z.boolean(),
  /** Open sessions and living links for a new password. */
  sessions: z.int(),
  restoreLinks: z.int(),
  lastLoginAt: instant.nullable(),
  createdAt: instant,
});

const AccountCard = AccountRow.extend({
  /** Wrong attempts of the current period, and until when signing in is closed because of them. */
  failedSignIns: z.int(),
  lockedUntil: instant.nullable(),
  recoveryCodesLeft: z.int(),
});

const administrator = { operator: ['all', 'administrator'] } as const;
const onAccount = { id: 'account' } as const;
const filters = {
  kind: z.array(z.enum(kinds)).max(3),
  status: z.array(z.enum(accountStatuses)).max(2),
  secondFactor: z.boolean(),
  signedIn: z.boolean(),
  legalEntityId: id,
};

/** Help with signing in: an operator never learns or sets a password, he opens the way for its owner. */
export const accountCare = module('account-care', 'Учётные записи', {
  list: op('GET /api/accounts', {
    about: 'Список учётных записей',
    access: administrator,
    query: listQuery(['createdAt', 'lastLoginAt'], filters),
    out: listOf(AccountRow),
  }),
  counts: op('GET /api/accounts/counts', {
    about: 'Сколько учётных записей в каждом статусе',
    access: administrator,
    query: countsQuery(filters),
    out: Counts,
  }),
  get: op('GET /api/accounts/{id}', {
    about: 'Учётная запись',
    access: administrator,
    on: onAccount,
    out: AccountCard,
  }),
  sessions: op('GET /api/accounts/{id}/sessions', {
    about: 'Сеансы учётной записи',
    access: administrator,
    on: onAccount,
    out: someOf(SessionRow),
  }),
  endSessions: op('POST /api/accounts/{id}/sessions/end', {
    about: 'Завершить сеансы учётной записи',
    access: administrator,
    vouched: true,
    on: onAccount,
  }),
  unlock: op('POST /api/accounts/{id}/unlock', {
    about: 'Снять запрет входа после неверных попыток',
    access: administrator,
    vouched: true,
    on: onAccount,
  }),
  sendRestoreLink: op('POST /api/accounts/{id}/restore-password', {
    about: 'Отправить владельцу ссылку для нового пароля',
    access: administrator,
    vouched: true,
    on: onAccount,
    errors: ['account.blocked'],
    limit: 'letter',
  }),
  endSecondFactor: op('POST /api/accounts/{id}/second-factor/off', {
    about: 'Выключить второй фактор потерявшему его',
    access: administrator,
    vouched: true,
    on: onAccount,
    body: z.strictObject({ reason }),
    errors: ['second_factor.off', 'account.own'],
  }),
});
