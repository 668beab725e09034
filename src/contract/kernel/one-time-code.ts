import * as z from 'zod';
import { instant } from './fields.ts';

/** The six digits that a letter brings and a write then carries. */
export const oneTimeCode = z
  .string()
  .max(6)
  .regex(/^\d{6}$/, 'Код: 6 цифр');
/** Where the code went, masked, and until when it works. */
export const CodeSent = z.object({ sentTo: z.string(), expiresAt: instant });
