import * as z from 'zod';

const amount = z.int();

/** What an agreement that is broken, or was ended for it, says of that. */
export const Breach = z.object({
  /** The notice of a coming breach about the oldest overdue payment. */
  documentId: z.int(),
  number: z.string(),
  issuedOn: z.string(),
  /** When it came, and by which day the overdue part can be paid; null while nobody knows that it came. */
  deliveredOn: z.string().nullable(),
  payUntil: z.string().nullable(),
  /** The agreement ends by itself by the rule that the creditor has signed beforehand, once its debtor has opened the notice. */
  byRule: z.boolean(),
  /** The last day to pay before it does, counted from the opening; null while he has not opened it, and without a rule. */
  ruleUntil: z.string().nullable(),
});

/** The debt that is owed again. */
export const Restored = z.object({
  /** Of the notice. */
  number: z.string(),
  restoredOn: z.string(),
  payUntil: z.string(),
  /** The last day that the notice itself names, and when it came; `payUntil` is later where it came after the end. */
  noticeUntil: z.string(),
  deliveredOn: z.string().nullable(),
  /** The debt that the agreement named, what was paid by it, and what is left; kopecks. */
  total: amount,
  paid: amount,
  rest: amount,
  /** Where it is paid now: the creditor's own account, and his phone; the platform takes no money for it. */
  payee: z.object({ recipient: z.string(), account: z.string(), bank: z.string() }).nullable(),
  phone: z.string().nullable(),
});
