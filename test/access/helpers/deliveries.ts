import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';

/** A delivery that has not come, so that it may be made again. */
export async function makeDelivery(tx: Tx, accountId: number): Promise<number> {
  const { id: notificationId } = await tx
    .insertInto('notifications')
    .values({ accountId, event: 'settlement.turn', title: 'Новое' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await tx
    .insertInto('deliveries')
    .values({
      accountId,
      notificationId,
      event: 'settlement.turn',
      channel: 'push',
      status: 'failed',
      dueAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** A browser that is told of news. */
export async function makePushSubscription(tx: Tx, accountId: number): Promise<number> {
  const key = await tx
    .insertInto('pushKeys')
    .values({ publicKey: sql<string>`gen_random_uuid()::text`, privateSealed: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await tx
    .insertInto('pushSubscriptions')
    .values({
      accountId,
      pushKeyId: key.id,
      endpointSealed: '',
      endpointMark: sql<string>`gen_random_uuid()::text`,
      browser: 'Firefox',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
