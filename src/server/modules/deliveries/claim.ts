import { sql } from 'kysely';
import type { PersonKind } from '#domain/settings/notification-event.ts';
import type { App } from '#server/platform/app.ts';
import type { ClaimedDelivery } from './outcome.ts';
import type { SentChannel } from './senders.ts';

/** Takes one, codes first. */
export const claim = async (app: App, channel: SentChannel): Promise<ClaimedDelivery | undefined> =>
  (channel === 'sms' && (await claimOf(app, channel, 'is'))) || claimOf(app, channel, 'is not');

/** Takes a code or a notification; that is committed before any service is spoken to. */
const claimOf = (
  { database: { db } }: App,
  channel: SentChannel,
  notification: 'is' | 'is not',
): Promise<ClaimedDelivery | undefined> =>
  db
    .updateTable('deliveries')
    .set((row) => ({ status: 'sending', sendingAt: sql<Date>`now()`, attempts: row('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('deliveries as d')
        .select('d.id')
        .where('d.status', '=', 'waiting')
        .where('d.channel', '=', channel)
        .where('d.dueAt', '<=', sql<Date>`now()`)
        .where('d.notificationId', notification, null)
        .orderBy('d.dueAt')
        .orderBy('d.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'accountId', 'event', 'partnerKey', 'contentsSealed', 'attempts', 'createdAt', 'legalEntityId'])
    .returning(sql<PersonKind>`(select a.kind from accounts a where a.id = deliveries.account_id)`.as('kind'))
    .executeTakeFirst();
