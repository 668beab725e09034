import * as z from 'zod';
import { issuedDocumentMachine } from '#domain/documents/issued-document.ts';
import { instant } from '../kernel/fields.ts';

/** What became of a notice: the mail server reports the letter, the debtor's own page of the reading. */
export const delivery = {
  sentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
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
