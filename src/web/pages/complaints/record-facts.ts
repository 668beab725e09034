import type { Result } from '#contract/kernel/op.ts';
import type { complaints } from '#contract/settlements/complaints.ts';
import { CONTACT_KINDS, type ContactKind } from '#domain/parties/contact-law.ts';
import { CONTACT_STATES } from '#domain/parties/contact-record.ts';
import { formatInstant } from '#web/ui/format.ts';
import { texts as t } from './texts.ts';

type Complaint = Result<typeof complaints.get>;

type Contact = NonNullable<Complaint['record']>;

/** What the journal says of the contact, and what it said when it was complained of where that is something else. */
export const factsOf = (record: Contact, kind: ContactKind) => [
  { label: CONTACT_KINDS[kind], value: formatInstant(record.at) },
  { label: t.stood, value: record.stood === record.status ? null : CONTACT_STATES[record.stood] },
  { label: t.recorded, value: CONTACT_STATES[record.status] },
  { label: t.note, value: record.note },
];

/** By whom it says that, and what the law says of it. */
export const moreFactsOf = (record: Contact) => [
  { label: t.against, value: record.why },
  { label: t.author, value: record.author },
  { label: t.failedBy, value: record.failedBy },
  { label: t.failedWhy, value: record.failedWhy },
];
