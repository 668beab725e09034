import * as z from 'zod';
import { instant } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';

export const system = module('system', 'Система', {
  health: op('GET /api/health', {
    about: 'Работает ли сервер',
    access: 'anyone',
    sessionless: true,
    out: z.object({ status: z.literal('ok'), time: instant }),
  }),
  readiness: op('GET /api/health/ready', {
    about: 'Готов ли сервер отвечать: видит ли он базу данных и не останавливается ли',
    access: 'anyone',
    sessionless: true,
    out: z.object({ status: z.literal('ready') }),
    errors: ['server.busy'],
  }),
  /** The public face of this installation: what the browser must know before anybody signs in. */
  about: op('GET /api/about', {
    about: 'Что это за установка',
    access: 'anyone',
    out: z.object({
      demo: z.boolean(),
      mailbox: z.boolean(),
      /** Whether codes can go to phones. */
      sms: z.boolean(),
    }),
  }),
  /**
   * What a browser has kept from running on a page of ours. Its report is counted as an event of security and not read:
   * anybody can write anything into one.
   */
  contentReport: op('POST /api/content-reports', {
    about: 'Сообщение браузера о чужом коде на странице',
    access: 'anyone',
    limit: 'report',
    asks: true,
  }),
});

/** The outbox as a mailbox page, with what has come to phones: only in the demonstration, where nothing leaves the machine. */
export const mailbox = module('mailbox', 'Почтовый ящик демонстрации', {
  list: op('GET /api/mailbox', {
    about: 'Последние письма и СМС демонстрации',
    access: 'anyone',
    query: z.strictObject({ to: z.string().trim().max(254).optional() }),
    out: z.object({
      items: z.array(
        z.object({
          channel: z.enum(['letter', 'sms']),
          id: z.int(),
          to: z.string(),
          subject: z.string(),
          text: z.string(),
          status: z.string(),
          createdAt: instant,
        }),
      ),
    }),
    errors: ['object.absent'],
  }),
});
