import { sql } from 'kysely';
import { isOfDebt } from '#domain/settings/debt-news.ts';
import {
  isNotificationEvent,
  isSent,
  isUrgent,
  type OutsideChannel,
  type PersonKind,
  wayOf,
} from '#domain/settings/notification-event.ts';
import { goesAt, type NotificationSchedule, usualSchedule } from '#domain/settings/quiet-hours.ts';
import { MOBILE_PREFIX } from '#domain/values/phone.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/** Somebody who may be told: by which channels he can be reached, and what he has chosen of the events that were asked about. */
export type Recipient = Awaited<ReturnType<typeof recipientsOf>>[number];

/** Those of these accounts that are active. */
export function recipientsOf(db: Db | Tx, accountIds: readonly number[], events: readonly (string | null)[]) {
  const hasRow = <Alias extends string>(table: 'pushSubscriptions' | 'messengerLinks', alias: Alias) =>
    sql<boolean>`exists (select from ${sql.table(table)} r where r.account_id = a.id
      ${table === 'messengerLinks' ? sql`and r.linked_at is not null` : sql``})`.as(alias);
  return db
    .selectFrom('accounts as a')
    .leftJoin('notificationSchedules as s', 's.accountId', 'a.id')
    .select(['a.id', 's.zone', 's.quietFrom', 's.quietUntil', 's.digestAt'])
    .select([
      sql<PersonKind>`a.kind`.as('kind'),
      sql<boolean>`a.email_confirmed_at is not null`.as('letter'),
      sql<boolean>`coalesce(starts_with(a.phone, ${MOBILE_PREFIX}), false) and a.phone_confirmed_at is not null`.as(
        'sms',
      ),
      hasRow('pushSubscriptions', 'push'),
      hasRow('messengerLinks', 'messenger'),
      zoneOfClaims.as('ownZone'),
      sql<{ event: string; channel: string; isOn: boolean }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('event', c.event, 'channel', c.channel, 'isOn', c.is_on))
        from notification_choices c where c.account_id = a.id and c.event = any(${[...new Set(events)]}::text[])), '[]')`.as(
        'choices',
      ),
    ])
    .where('a.id', 'in', [...new Set(accountIds)])
    .where('a.status', '=', 'active')
    .execute();
}

/** The zone that the newest claim on the account `a` names. */
const zoneOfClaims = sql<
  string | null
>`(select e.tz from individuals i join registry_entries e on e.individual_id = i.id
  where i.account_id = a.id order by e.id desc limit 1)`;

/** Whether somebody is told of an event by a channel. What only a newer node knows was wanted when that one planned it. */
export function isWanted({ kind, choices }: Recipient, event: string, channel: OutsideChannel): boolean {
  if (!isNotificationEvent(event)) return true;
  const chosen = choices.find((one) => one.event === event && one.channel === channel);
  return isSent(wayOf(event, kind, channel), chosen?.isOn);
}

/** When an event that happens now goes to somebody. @param forDigest it is a letter that was not gathered yet */
export function dueFor(recipient: Recipient, event: string, now: Date, forDigest = false): Date {
  if (isNotificationEvent(event) && isUrgent(event)) return now;
  const isDebt = isNotificationEvent(event) && isOfDebt(event, recipient.kind);
  return goesAt(scheduleFor(recipient), now, { forDigest, isOfDebt: isDebt });
}

/** Until he says otherwise, a debtor's clock is that of his claims. */
const scheduleFor = ({ kind, zone, quietFrom, quietUntil, digestAt, ownZone }: Recipient): NotificationSchedule =>
  zone === null || quietFrom === null || quietUntil === null
    ? { ...usualSchedule(kind), ...(ownZone !== null && { zone: ownZone }) }
    : { zone, quietFrom, quietUntil, digestAt };

/** The hours of one account, his own or those that hold until he says otherwise. */
export async function scheduleOf(db: Db | Tx, accountId: number): Promise<NotificationSchedule> {
  const [recipient] = await recipientsOf(db, [accountId], []);
  return recipient ? scheduleFor(recipient) : usualSchedule('individual');
}
