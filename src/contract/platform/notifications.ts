import * as z from 'zod';
import { timeZones } from '#domain/places/time-zones.ts';
import { CHANNELS, notificationEvents, outsideChannels } from '#domain/settings/notification-event.ts';
import { self } from '../kernel/access.ts';
import { codesOf, id, instant, keysOf } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, unsearchedListQuery } from '../kernel/page.ts';

/**
 * News for one person. Of others it names what it is about alone: the rest is behind its link. What asked
 * for a decision is not there any more once that is taken, by whomever.
 */
const Notification = z.object({
  id: z.int(),
  title: z.string(),
  detail: z.string().nullable(),
  /** The person, the company or whatever it is about, as it is called now. */
  about: z.string().nullable(),
  /** The page where something can be done about it. */
  link: z.string().nullable(),
  createdAt: instant,
  readAt: instant.nullable(),
});

const channel = z.enum(keysOf(CHANNELS));
const hour = z.int().min(0).max(23);
/** Quiet hours are from the first hour until the second; the same hour twice is none. A digest gathers letters until its hour. */
const schedule = {
  zone: z.enum(codesOf(timeZones)),
  quietFrom: hour,
  quietUntil: hour,
  digestAt: hour.nullable(),
};

/** How one event goes to the person by one channel. What he does not decide says why. */
const ChosenWay = z.object({
  channel,
  isOn: z.boolean(),
  /** Null where he decides. */
  why: z.string().nullable(),
  /** It is switched in another place, so that `isOn` says nothing. */
  isElsewhere: z.boolean(),
});

/** All that somebody may be told of and by what, with what he has chosen. */
const NotificationChoices = z.object({
  groups: z.array(
    z.object({
      title: z.string(),
      events: z.array(z.object({ code: z.string(), label: z.string(), ways: z.array(ChosenWay) })),
    }),
  ),
  /** The channels of this platform; one that he cannot be reached by says what is missing. */
  channels: z.array(z.object({ code: channel, label: z.string(), missing: z.string().nullable() })),
  schedule: z.object(schedule),
  browsers: z.array(z.object({ id: z.int(), browser: z.string(), createdAt: instant })),
  messengerSince: instant.nullable(),
});

export const notifications = module('notifications', 'Уведомления', {
  list: op('GET /api/notifications', {
    about: 'Мои уведомления',
    access: self,
    lists: ['notification'],
    query: unsearchedListQuery(['createdAt'], { unread: z.boolean() }),
    out: listOf(Notification),
  }),
  unread: op('GET /api/notifications/unread', {
    about: 'Сколько уведомлений не прочитано',
    access: self,
    lists: ['notification'],
    out: z.object({ count: z.int() }),
  }),
  read: op('POST /api/notifications/read', {
    about: 'Отметить уведомления прочитанными',
    access: self,
    /** Those that are named; without names all of them. */
    body: z.strictObject({ ids: z.array(id).max(100).optional() }),
  }),
  choices: op('GET /api/notifications/choices', {
    about: 'О чём и куда мне сообщать',
    access: self,
    lists: [],
    out: NotificationChoices,
  }),
  choose: op('PUT /api/notifications/choices', {
    about: 'Выбрать, куда сообщать о событии',
    access: self,
    body: z.strictObject({
      event: z.enum(notificationEvents as [string, ...string[]]),
      channel: z.enum(outsideChannels as [string, ...string[]]),
      isOn: z.boolean(),
    }),
    errors: ['channel.unavailable'],
  }),
  setSchedule: op('PUT /api/notifications/schedule', {
    about: 'Назначить тихие часы и сводку',
    access: self,
    body: z.strictObject(schedule),
  }),
});
