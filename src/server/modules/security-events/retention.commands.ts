import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { securityEvents } from '#contract/platform/security-events.ts';
import { alertMinutes, SECURITY_EVENTS, type SecurityEventKind } from '#domain/settings/security-event.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { App } from '#server/platform/app.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type Interval, startInterval } from '#server/platform/jobs/interval.ts';
import { describeError } from '#server/platform/log/log.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';

/** How long an event waits in memory at most. */
const intervalMs = 5_000;
/** So many rows go at once, every hour: more than a flood writes in one, and few enough for one statement. */
const mostForgotten = 50_000;

/** Writes what waits in memory and tells administrators where there is too much of something. */
export async function flushSecurityEvents(app: App): Promise<void> {
  if (!(await app.securityEvents.flush())) return;
  for (const alert of await findAlerts(app.database.db)) await raise(app, alert);
}

/** Writes events every few seconds until it is stopped, and then for the last time. */
export function startFlushingEvents(app: App): Interval {
  const flushing = startInterval(intervalMs, app.log, 'security events', () => flushSecurityEvents(app));
  return {
    async stop() {
      await flushing.stop();
      await app.securityEvents
        .flush()
        .catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'security events'));
    },
  };
}

interface Alert {
  kind: SecurityEventKind;
  /** How many in the last quarter of an hour: from the source that has most of them, and in all. */
  fromOne: number;
  inAll: number;
}

/** The kinds of which there is too much now. */
async function findAlerts(db: Db): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    with sums as (
      select kind, grouping(network, account_id, login_mark) as by, coalesce(network, account_id::text, login_mark) as source,
        sum(times)::int as times
      from security_events where minute > now() - make_interval(mins => ${alertMinutes})
      group by grouping sets ((kind, network), (kind, account_id), (kind, login_mark), (kind))
    )
    select kind, coalesce(max(times) filter (where by <> 7 and source is not null), 0) as "fromOne",
      max(times) filter (where by = 7) as "inAll"
    from sums group by kind`.execute(db);
  return rows.filter(({ kind, fromOne, inAll }) => {
    const most = SECURITY_EVENTS[kind];
    return fromOne >= most.fromOne || inAll >= most.inAll;
  });
}

/** Tells of one kind unless somebody has in this quarter of an hour. */
async function raise({ database, log }: App, { kind, fromOne, inAll }: Alert): Promise<void> {
  await inSystemTransaction(database.db, 'security-events.alert', async (tx) => {
    const { rows } = await sql`insert into security_alerts (kind, since)
      values (${kind}, date_bin(make_interval(mins => ${alertMinutes}), now(), 'epoch'))
      on conflict do nothing returning kind`.execute(tx);
    if (rows.length === 0) return;
    log.warn({ kind, fromOne, inAll }, 'security alert');
    await notify(tx, await operatorsWith(tx, securityEvents.list), {
      event: 'platform.trouble',
      title: `Безопасность: ${SECURITY_EVENTS[kind].label.toLowerCase()}`,
      detail: `За ${alertMinutes} минут: ${inAll}, из одного источника: ${fromOne}`,
      link: pagePath('/security-events', { 'filter[kind][]': kind }),
    });
  });
}

/** Deletes what has passed its retention. @param today Moscow's day */
export async function forgetSecurityEvents({ database: { db } }: App, today: Day): Promise<void> {
  const { securityEventDays } = await settingsOf(db);
  const before = addDays(today, -securityEventDays);
  await sql`delete from security_events where id in (
    select id from security_events where minute < ${before}::date order by id limit ${mostForgotten})`.execute(db);
  await sql`delete from security_alerts where since < ${before}::date`.execute(db);
}
