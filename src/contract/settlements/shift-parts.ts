import * as z from 'zod';
import { instant } from '../kernel/fields.ts';

/** A payment that its debtor has shifted: from which day to which. */
export const PaymentShift = z.object({
  id: z.int(),
  no: z.int(),
  from: z.string(),
  to: z.string(),
  createdAt: instant,
});

const why = z.string().nullable();

/**
 * What the debtor of an agreement in force may shift now: the payments that are still to come, each with its new day, what of it is open
 * (kopecks) and what stands in the way of it; `closed` stands in the way of all.
 */
export const OwnShift = z.object({
  closed: why,
  choices: z.array(z.object({ no: z.int(), dueDate: z.string(), to: z.string(), amount: z.int(), why })),
});
