import * as z from 'zod';
import { instant, textHash } from './fields.ts';

/** The six digits that a letter brings and a write then carries. */
export const oneTimeCode = z
  .string()
  .max(6)
  .regex(/^\d{6}$/, 'Код: 6 цифр');
/** Where the code went, masked, and until when it works. */
export const CodeSent = z.object({ sentTo: z.string(), expiresAt: instant });
/** What a code is asked for where a text is signed: the fingerprint of the text that was read. */
export const codeOfText = z.strictObject({ textHash });
/** What a code is asked for where a form is confirmed: the form as it will be sent, but for the code. */
export const codeOfForm = <Form extends z.ZodType>(form: Form) => z.strictObject({ form });
