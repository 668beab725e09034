import type { Channel } from '#domain/settings/notification-event.ts';
import { MOBILE_PREFIX } from '#domain/values/phone.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/** By what somebody can be reached. */
interface Bound {
  /** What he lacks to be told by a channel, as he reads it. */
  missing: Partial<Record<Channel, string>>;
  browsers: { id: number; browser: string; createdAt: Date }[];
  messengerSince: Date | null;
}

/** The addresses of a person beside the cabinet. */
export async function boundTo(db: Db | Tx, accountId: number): Promise<Bound> {
  const account = await db
    .selectFrom('accounts as a')
    .leftJoin('messengerLinks as m', 'm.accountId', 'a.id')
    .select(['a.emailConfirmedAt', 'a.phone', 'a.phoneConfirmedAt', 'm.linkedAt'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const browsers = await db
    .selectFrom('pushSubscriptions')
    .select(['id', 'browser', 'createdAt'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute();
  return {
    missing: {
      ...(account.emailConfirmedAt === null && { letter: 'Почта не подтверждена' }),
      ...((!account.phone?.startsWith(MOBILE_PREFIX) || account.phoneConfirmedAt === null) && {
        sms: 'Подтвердите мобильный телефон в профиле: укажите номер и введите код из СМС',
      }),
      ...(browsers.length === 0 && { push: 'Ни один браузер не привязан' }),
      ...(account.linkedAt === null && { messenger: 'Мессенджер не привязан' }),
    },
    browsers,
    messengerSince: account.linkedAt,
  };
}
