import * as z from 'zod';
import { LIMITATION_STATUSES } from '#domain/registries/limitation.ts';
import { registryEntryMachine, rejectReasons } from '#domain/registries/registry-entry.ts';
import { bases, contactFlags, contractKinds, stages } from '#domain/registries/registry-lists.ts';
import { codesOf, instant, keysOf, text, version } from '../kernel/fields.ts';
import { paperKinds, scanStates } from '../kernel/file.ts';

/** What the entries of full and simple registries share. */

export const entryStatus = z.enum(registryEntryMachine.statuses);
export const rejectReason = z.enum(keysOf(rejectReasons));
/** With which reasons its debtor may reject a claim now; none where he may not. */
export const openReasons = z.array(rejectReason);
export const contractKind = z.enum(codesOf(contractKinds));
/** The state of a claim's limitation today. */
export const limitation = z.enum(LIMITATION_STATUSES);
/** The debtor has been shown that the term may have run out and what a recognition does; asked only where it may have. */
export const limitationShown = z.boolean().optional();
/** Why a debtor rejects a claim. `limitationShown` is asked for where the reason takes the debt for his own. */
export const rejection = z.strictObject({
  reason: rejectReason,
  comment: text(1000).optional(),
  version: version.optional(),
  limitationShown,
});
export const stage = z.enum(codesOf(stages));
export const claimBasis = z.enum(codesOf(bases));
export const contactFlag = z.enum(codesOf(contactFlags));

/** Kopecks. */
export const amount = z.int();

/** A debtor as an entry shows him; what the viewer may not see in full is masked by the server. */
export const debtorFields = {
  lastName: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  debtorInn: z.string(),
  phone: z.string(),
};

/** A scan that its creditor has attached to a claim; its contents are a download of their own. */
export const AttachedPaper = z.object({
  name: z.string(),
  size: z.int(),
  type: z.enum(paperKinds),
  scan: z.enum(scanStates),
  attachedAt: instant,
});

/** One version of an entry: which load brought it and what it changed. */
export const EntryVersion = z.object({
  version: z.int(),
  at: instant,
  registryId: z.int(),
  registryNumber: z.int(),
  changes: z.array(z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});

/** A move of an entry: found, told, accepted, rejected, upgraded. */
export const EntryMoment = z.object({
  at: instant,
  from: z.string(),
  to: z.string(),
  reason: z.string().nullable(),
});

/** A message to the debtor as the contact law lets it be. */
export const EntryNotice = z.object({
  channel: z.enum(['inside', 'sms', 'email']),
  status: z.enum(['shown', 'planned', 'refused', 'sent']),
  reason: z.string().nullable(),
  plannedAt: instant.nullable(),
  createdAt: instant,
});

export const entryHistory = {
  versions: z.array(EntryVersion),
  moments: z.array(EntryMoment),
  notices: z.array(EntryNotice),
  /** Whether there is more of one of them than is shown: only the last ones are. */
  moreHistory: z.boolean(),
};
