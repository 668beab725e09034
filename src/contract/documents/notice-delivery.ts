import * as z from 'zod';
import { issuedDocumentMachine } from '#domain/documents/issued-document.ts';
import { instant } from '../kernel/fields.ts';

/** What became of a notice and of its letter. */
export const delivery = {
  /** When the letter went to the mail server of the debtor. */
  sentAt: instant.nullable(),
  /** When it counts as delivered by law: read on his page, or by its letter where the agreement names his e-mail for that. */
  deliveredAt: instant.nullable(),
  /** When that server refused the letter. */
  returnedAt: instant.nullable(),
  readAt: instant.nullable(),
};

/** The document by which the debtor is told whose the claim is now. Its file is printed when it is first asked for. */
export const AssignmentNotice = z.object({
  number: z.string(),
  status: z.enum(issuedDocumentMachine.statuses),
  /** As the document prints it, in fours. */
  verifyCode: z.string(),
  issuedAt: instant,
  ...delivery,
});
