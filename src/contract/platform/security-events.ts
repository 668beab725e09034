import * as z from 'zod';
import { type SecurityEventKind, securityEventKinds } from '#domain/settings/security-event.ts';
import { day, id, instant, text } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery } from '../kernel/page.ts';

const kind = z.enum(securityEventKinds as [SecurityEventKind, ...SecurityEventKind[]]);

/** What was refused, from where, and how often within one minute. */
const SecurityEvent = z.object({
  id: z.int(),
  /** When it happened last within its minute. */
  at: instant,
  kind,
  operation: z.string().nullable(),
  about: z.string().nullable(),
  /** An IPv4 address or the /64 of an IPv6 one; nothing where events of a flood are counted together. */
  network: z.string().nullable(),
  accountId: z.int().nullable(),
  who: z.string().nullable(),
  /** Ten characters of a keyed mark: the same login has the same one, and it says nothing of the login. */
  login: z.string().nullable(),
  times: z.int(),
});

const administrator = { operator: ['all', 'administrator'] } as const;
const filters = {
  kind: z.array(kind).max(securityEventKinds.length),
  network: text(45),
  accountId: id,
  operation: text(100),
  from: day,
  to: day,
};

/** The search (`q`) is by a whole login: it is marked as those of the events are, and the marks are compared. */
export const securityEvents = module('security-events', 'События безопасности', {
  list: op('GET /internal/security-events', {
    about: 'События безопасности',
    access: administrator,
    query: listQuery(['at'], filters),
    out: listOf(SecurityEvent),
  }),
  counts: op('GET /internal/security-events/counts', {
    about: 'Сколько событий безопасности каждого вида',
    access: administrator,
    query: countsQuery(filters),
    out: Counts,
  }),
});
