import * as z from 'zod';
import { CONTACT_FINDINGS } from '#domain/parties/complaint.ts';
import { CONTACT_KINDS } from '#domain/parties/contact-law.ts';
import { CONTACT_SOURCES, CONTACT_STATES, ENTERED_CONTACTS } from '#domain/parties/contact-record.ts';
import { contactReasons } from '#domain/parties/contact-words.ts';
import { day, filledText, id, instant, keysOf } from '../kernel/fields.ts';

/** What is told of contacts with debtors by the law (docs/domain.md §12). */

/** Why a contact may not be now. */
const contactReason = z.enum(contactReasons);

/** What operators have found of a contact that is recorded otherwise than it was. */
export const contactFinding = z.enum(keysOf(CONTACT_FINDINGS));

const Group = z.object({ reason: contactReason, count: z.int() });

/** What an order to invite would do, in debtors: nothing is written yet. */
export const InvitationPreview = z.object({
  now: z.int(),
  later: z.array(Group),
  never: z.array(Group),
  /** When the last of those that wait may go; null where none waits. */
  lastAt: instant.nullable(),
  withoutAddress: z.int(),
});

const used = z.object({ day: z.int(), week: z.int(), month: z.int() });
const limit = z.int().nullable();

/** A kind of contact as the law lets it be now: what is used, of how many, why not, when next. */
const KindNow = z.object({
  kind: z.enum(keysOf(CONTACT_KINDS)),
  allowed: z.boolean(),
  reason: contactReason.nullable(),
  /** Why it may not be now and when it may next; where all kinds say the same, only when; empty where it may, or never. */
  words: z.string(),
  nextAt: instant.nullable(),
  used,
  limits: z.object({ day: limit, week: limit, month: limit }),
});

const state = z.enum(keysOf(CONTACT_STATES));

/** The calendar week of a debtor with one creditor, by the debtor's clock. */
export const ContactWeek = z.object({
  zone: z.string(),
  /** Why nothing may be now, where that is the same of all kinds; null where it is not, and each says why itself. */
  why: z.string().nullable(),
  kinds: z.array(KindNow),
  days: z.array(
    z.object({
      day: z.string(),
      isToday: z.boolean(),
      /** Contacts that count, in their order; the time is that of the debtor. */
      contacts: z.array(
        z.object({
          id: z.int(),
          kind: z.enum(keysOf(CONTACT_KINDS)),
          time: z.string(),
          status: state,
        }),
      ),
    }),
  ),
  /** Those about this claim, of any week, of which the reader may still say that they did not come about. */
  open: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(keysOf(CONTACT_KINDS)),
      day: z.string(),
      time: z.string(),
      status: state,
      /** It was told of: who denies it says why. */
      needsWhy: z.boolean(),
      /** Why it may not be said now: operators look at it by a complaint, or have found that it was; null where it may. */
      closed: z.string().nullable(),
    }),
  ),
});

/** A contact of the journal. */
export const ContactRow = z.object({
  id: z.int(),
  at: instant,
  kind: z.enum(keysOf(CONTACT_KINDS)),
  source: z.enum(keysOf(CONTACT_SOURCES)),
  status: state,
  /** Why the law refused it, or what one that was held has broken, as words; null where nothing. */
  why: z.string().nullable(),
  creditor: z.string(),
  debtor: z.string(),
  contractNumber: z.string().nullable(),
  /** The claim that it was about, as the address of its page has it; null of one of a simple registry or of a request. */
  claim: z.object({ legalEntityId: z.int(), registryId: z.int(), entryId: z.int() }).nullable(),
  /** Who of the creditor has had it or told of it; the debtor does not read the name. */
  author: z.string().nullable(),
  note: z.string().nullable(),
  /** What operators have found by a complaint, for those who read the note; null where nothing. */
  finding: contactFinding.nullable(),
  /** Who has said that it did not come about, and why; null where nobody needed to, and to the debtor. */
  failedBy: z.string().nullable(),
  failedWhy: z.string().nullable(),
});

/** A call or a meeting that somebody of the creditor tells of, by the debtor's clock; one that is to come is planned. */
export const enterForm = z.strictObject({
  kind: z.enum(ENTERED_CONTACTS),
  day,
  time: z
    .string()
    .max(5)
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Время пишут так: 14:05'),
  note: filledText(500).optional(),
});

export const contactFilters = {
  /** One contact, as what tells of it leads to it. */
  id,
  kind: z.array(z.enum(keysOf(CONTACT_KINDS))).max(3),
  source: z.array(z.enum(keysOf(CONTACT_SOURCES))).max(5),
  status: z.array(state).max(5),
  from: day,
  to: day,
  /** Those that the law has refused, or that have broken it. */
  against: z.boolean(),
  legalEntityId: id,
  individualId: id,
};

export const contactColumns = [
  'id',
  'at',
  'kind',
  'source',
  'status',
  'why',
  'creditor',
  'debtor',
  'contractNumber',
  'author',
  'note',
  'finding',
  'failedBy',
  'failedWhy',
] as const;
