import * as z from 'zod';
import { self } from '../kernel/access.ts';
import { id, instant } from '../kernel/fields.ts';
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
});
