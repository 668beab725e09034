import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { notifications } from '#contract/platform/notifications.ts';
import { isContactOf } from '#domain/settings/debt-news.ts';
import {
  CHANNELS,
  type Channel,
  EVENT_GROUPS,
  eventsFor,
  isChoice,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type OutsideChannel,
  type PersonKind,
  wayOf,
  whyFixed,
} from '#domain/settings/notification-event.ts';
import { type NotificationSchedule, scheduleProblem } from '#domain/settings/quiet-hours.ts';
import { boundTo } from '#server/modules/deliveries/bound.queries.ts';
import { scheduleOf } from '#server/modules/deliveries/recipients.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';

/** Why a debtor chooses nothing of what his creditors say while he has agreed to no messages of theirs. */
const WITHOUT_CONSENT =
  'Уведомления кредиторов о долге приходят вне кабинета, если вы на них согласились: профиль, раздел «Согласия»';

type Choices = Answer<typeof notifications.choices>;
type Chosen = ReadonlyMap<string, boolean>;

/** The channels that the platform has: what is not configured is not offered to anybody. */
const channelsOf = ({ sms, push, messenger }: App): Channel[] => {
  const isThere: Record<Channel, boolean> = {
    page: true,
    letter: true,
    sms: sms !== undefined,
    push: push !== undefined,
    messenger: messenger !== undefined,
  };
  return (Object.keys(CHANNELS) as Channel[]).filter((channel) => isThere[channel]);
};

/** What the person may be told of, by what, and what he has chosen. */
export async function readChoices(ctx: Ctx<Actor>): Promise<Choices> {
  const { app, actor } = ctx;
  const channels = channelsOf(app);
  const chosen = await chosenBy(ctx);
  const bound = await boundTo(ctx.db, actor.accountId);
  const events = eventsFor(actor.kind);
  const agrees = await agreesToCreditors(ctx);
  return {
    groups: Object.entries(EVENT_GROUPS).flatMap(([group, title]) => {
      const own = events.filter((event) => NOTIFICATION_EVENTS[event].group === group);
      return own.length === 0
        ? []
        : [{ title, events: own.map((event) => describe(event, actor.kind, { channels, chosen, agrees })) }];
    }),
    channels: channels.map((code) => ({ code, label: CHANNELS[code], missing: bound.missing[code] ?? null })),
    schedule: (await scheduleOf(ctx.db, actor.accountId)) as Choices['schedule'],
    browsers: bound.browsers,
    messengerSince: bound.messengerSince,
  };
}

interface Given {
  channels: readonly Channel[];
  chosen: Chosen;
  /** Whether he agrees to messages of his creditors: what they say of their own accord goes nowhere else without that. */
  agrees: boolean;
}

function describe(event: NotificationEvent, kind: PersonKind, { channels, chosen, agrees }: Given) {
  const ways = channels.flatMap((channel) => {
    const way = wayOf(event, kind, channel);
    if (way === undefined) return [];
    if (isChoice(way) && !agrees && isContactOf(event, kind)) {
      return [{ channel, isOn: false, why: WITHOUT_CONSENT, isElsewhere: true }];
    }
    const isOn = isChoice(way) ? (chosen.get(`${event} ${channel}`) ?? way === 'on') : true;
    return [{ channel, isOn, why: whyFixed(way), isElsewhere: typeof way === 'object' && 'elsewhere' in way }];
  });
  return { code: event, label: NOTIFICATION_EVENTS[event].label, ways };
}

/** Whether he has agreed to messages of his creditors and not taken that back. */
async function agreesToCreditors({ db, actor }: Ctx<Actor>): Promise<boolean> {
  const { rows } = await sql`select from consents c join consent_documents d on d.id = c.document_id
    where c.account_id = ${actor.accountId} and d.kind = 'interaction-channels' and c.revoked_at is null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

async function chosenBy({ db, actor }: Ctx<Actor>): Promise<Chosen> {
  const rows = await db
    .selectFrom('notificationChoices')
    .select(['event', 'channel', 'isOn'])
    .where('accountId', '=', actor.accountId)
    .execute();
  return new Map(rows.map(({ event, channel, isOn }) => [`${event} ${channel}`, isOn]));
}

/** @throws Refusal `channel.unavailable` where the platform has no such channel; `input.invalid` where there is nothing to choose */
export async function choose(
  ctx: Writing,
  { event, channel, isOn }: Input<typeof notifications.choose>['body'],
): Promise<void> {
  const { app, db, actor } = ctx;
  if (!channelsOf(app).includes(channel as Channel)) throw new Refusal('channel.unavailable');
  const way = wayOf(event as NotificationEvent, actor.kind, channel as OutsideChannel);
  if (!isChoice(way)) {
    throw new Refusal('input.invalid', { fields: { isOn: (way && whyFixed(way)) ?? 'Об этом вам так не сообщают' } });
  }
  await db
    .insertInto('notificationChoices')
    .values({ accountId: actor.accountId, event, channel, isOn })
    .onConflict((same) =>
      same.columns(['accountId', 'event', 'channel']).doUpdateSet({ isOn, updatedAt: sql<Date>`now()` }),
    )
    .execute();
}

/** @throws Refusal `input.invalid` when the digest would come in quiet hours */
export async function setSchedule({ db, actor }: Writing, schedule: NotificationSchedule): Promise<void> {
  const problem = scheduleProblem(schedule);
  if (problem !== null) throw new Refusal('input.invalid', { fields: { digestAt: problem } });
  await db
    .insertInto('notificationSchedules')
    .values({ accountId: actor.accountId, ...schedule })
    .onConflict((same) => same.column('accountId').doUpdateSet({ ...schedule, updatedAt: sql<Date>`now()` }))
    .execute();
}
