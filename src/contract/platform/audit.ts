import * as z from 'zod';
import { auditActions } from '../kernel/audit-action.ts';
import { day, id, instant, text } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery } from '../kernel/page.ts';

/** Who did what to which object, before → after. Secrets are shown as «•••». */
const AuditEntry = z.object({
  id: z.int(),
  at: instant,
  accountId: z.int().nullable(),
  who: z.string().nullable(),
  operation: z.string(),
  about: z.string(),
  action: z.enum(auditActions),
  objectType: z.string(),
  objectId: z.int().nullable(),
  /** What such an object is called. */
  object: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** What the fields of before and after are called, by their names. */
  titles: z.record(z.string(), z.string()),
  reason: z.string().nullable(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
});

/** What the last verification of the hash chain found. */
const AuditVerification = z.object({
  at: instant,
  /** The last row up to which the chain holds; null before the first one. */
  upTo: z.int().nullable(),
  /** The first row at which it does not; null when all hold. */
  brokenAt: z.int().nullable(),
});

const readers = { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] } as const;
const filters = {
  id,
  accountId: id,
  objectType: text(50),
  objectId: id,
  action: z.array(z.enum(auditActions)).max(4),
  operation: text(100),
  from: day,
  to: day,
};

/** The search (`q`) is by the name of an operation, of its author, or by the number of an object. */
export const audit = module('audit', 'Журнал аудита', {
  list: op('GET /internal/audit-log', {
    about: 'Журнал аудита',
    access: readers,
    query: listQuery(['at'], filters),
    out: listOf(AuditEntry),
  }),
  counts: op('GET /internal/audit-log/counts', {
    about: 'Сколько записей аудита о каждом действии',
    access: readers,
    query: countsQuery(filters),
    out: Counts,
  }),
  verification: op('GET /internal/audit-log/verification', {
    about: 'Когда проверялась целость журнала аудита и что найдено',
    access: { operator: ['all', 'administrator'] },
    out: z.object({ last: AuditVerification.nullable() }),
  }),
});
