import * as z from 'zod';
import { instant } from '../kernel/fields.ts';

/** A living session of an account: since when, last seen when and from where. */
export const SessionRow = z.object({
  id: z.int(),
  createdAt: instant,
  seenAt: instant,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
});
