import * as z from 'zod';
import { everyEmployee } from '../kernel/access.ts';
import { calendarFile } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';

/** Days of payments as they leave the platform: a calendar of a schedule, and the link of a reminder. */
export const paymentDays = module('payment-days', 'Дни платежей', {
  calendar: op('GET /api/loans/{id}/calendar', {
    about: 'Скачать дни платежей для календаря',
    access: { individual: 'own', employee: ['member', ...everyEmployee] },
    on: { id: 'settlement' },
    file: calendarFile,
    errors: ['move.illegal'],
  }),
  link: op('GET /api/pay-links/{token}', {
    about: 'Платёж по ссылке из напоминания',
    access: { individual: 'own' },
    lists: ['settlement'],
    out: z.object({
      settlementId: z.int(),
      number: z.string(),
      creditor: z.string(),
      dueDate: z.string(),
      /** Whether there is something to pay, it is paid, it has another day now, nobody waits for payments now, or the agreement is over. */
      state: z.enum(['open', 'paid', 'moved', 'stopped', 'over']),
      /** What is to be paid by that day, kopecks; 0 where nothing is open of that payment. */
      left: z.int(),
    }),
    errors: ['token.dead'],
  }),
});
