import * as z from 'zod';
import { CHANNELS, notificationEvents, outsideChannels } from '#domain/settings/notification-event.ts';
import { self } from '../kernel/access.ts';
import { id, instant, reason, text } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery } from '../kernel/page.ts';

/** What becomes of a delivery. A letter is `sent` when the mail server has taken it. */
export const DELIVERY_STATUSES = {
  waiting: 'Ждёт своего времени',
  sending: 'Отправляется',
  sent: 'Отправлено',
  delivered: 'Доставлено',
  failed: 'Не принято',
  unknown: 'Неизвестно, дошло ли',
  dropped: 'Не отправлялось',
} as const;
export type DeliveryStatus = keyof typeof DELIVERY_STATUSES;
const statuses = Object.keys(DELIVERY_STATUSES) as [DeliveryStatus, ...DeliveryStatus[]];
const channels = outsideChannels as [keyof typeof CHANNELS, ...(keyof typeof CHANNELS)[]];

/** What went to somebody beside the cabinet. Where to is shown by its ends alone. */
const Delivery = z.object({
  id: z.int(),
  createdAt: instant,
  dueAt: instant,
  accountId: z.int(),
  who: z.string().nullable(),
  /** The words of the event; null of a code. */
  event: z.string().nullable(),
  channel: z.enum(channels),
  status: z.enum(statuses),
  attempts: z.int(),
  /** The number that the service or the mail server gave. */
  providerId: z.string().nullable(),
  problem: z.string().nullable(),
  sentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  /** When it was seen in the cabinet: nothing counts the opening of a letter itself. */
  openedAt: instant.nullable(),
  canResend: z.boolean(),
});

const administrator = { operator: ['all', 'administrator'] } as const;
const filters = {
  status: z.array(z.enum(statuses)).max(statuses.length),
  channel: z.array(z.enum(channels)).max(channels.length),
  event: z.array(z.enum(notificationEvents as [string, ...string[]])).max(notificationEvents.length),
  accountId: id,
  individualId: id,
};

export const deliveries = module('deliveries', 'Отправленные уведомления', {
  list: op('GET /internal/deliveries', {
    about: 'Что отправлено людям кроме кабинета',
    access: administrator,
    lists: ['delivery'],
    query: listQuery(['createdAt'], filters),
    out: listOf(Delivery),
  }),
  counts: op('GET /internal/deliveries/counts', {
    about: 'Сколько отправленных уведомлений в каждом статусе',
    access: administrator,
    lists: ['delivery'],
    query: countsQuery(filters),
    out: Counts,
  }),
  resend: op('POST /internal/deliveries/{id}/resend', {
    about: 'Отправить уведомление ещё раз',
    access: administrator,
    on: { id: 'delivery' },
    body: z.strictObject({ reason }),
    errors: ['move.illegal'],
  }),
  browserKey: op('POST /api/notifications/browser-key', {
    about: 'Получить ключ, которым привязывают браузер',
    access: self,
    out: z.object({ publicKey: z.string() }),
    errors: ['channel.unavailable'],
  }),
  bindBrowser: op('POST /api/notifications/browsers', {
    about: 'Сообщать о новом в этом браузере',
    access: self,
    body: z.strictObject({ endpoint: z.url().max(1_000), publicKey: z.string().max(100) }),
    out: z.object({ id: z.int() }),
    status: 201,
    errors: ['channel.unavailable'],
  }),
  unbindBrowser: op('DELETE /api/notifications/browsers/{id}', {
    about: 'Больше не сообщать в этом браузере',
    access: self,
    on: { id: 'pushSubscription' },
  }),
  linkMessenger: op('POST /api/notifications/messenger', {
    about: 'Получить ссылку, которая привязывает мессенджер',
    access: self,
    out: z.object({ link: z.url(), expiresAt: instant }),
    status: 201,
    errors: ['channel.unavailable'],
  }),
  unlinkMessenger: op('DELETE /api/notifications/messenger', {
    about: 'Отвязать мессенджер',
    access: self,
  }),
  /** What the gateway sends by itself. It is only a reason to ask: what is then answered counts. */
  smsNotice: op('POST /api/partners/sms/notices', {
    about: 'Принять сообщение шлюза СМС',
    access: 'anyone',
    signed: 'sms',
    body: z.strictObject({ id: text(100).min(1), type: text(100).min(1), key: z.uuid() }),
    errors: ['signature.wrong'],
  }),
});
