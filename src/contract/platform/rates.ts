import * as z from 'zod';
import { RATE_KINDS, type RateKind } from '#domain/rates/rate-kinds.ts';
import { MAX_AMOUNT } from '#domain/values/money.ts';
import type { Access } from '../kernel/access.ts';
import { boundedRecord } from '../kernel/bounds.ts';
import { day, filledText, instant, shareBps } from '../kernel/fields.ts';
import { module, op, rights } from '../kernel/op.ts';
import { approvals } from './approvals.ts';

/** A kind has no more keys than that, and no more fields. */
const mostRows = 8;
const mostFields = 5;
const kinds = Object.keys(RATE_KINDS) as [RateKind, ...RateKind[]];
const number = z.int().min(0).max(MAX_AMOUNT);
const step = z.strictObject({ above: number, rateBps: shareBps() });
const move = z.strictObject({ from: day, to: day });

/** Which fields a kind has, and what each holds, is told by the rules of kinds (docs/decisions/0091). */
const value = boundedRecord(
  z.string().max(40),
  z.union([number, z.array(step).max(20), z.array(move).max(40)]),
  mostFields,
);

const row = {
  kind: z.enum(kinds),
  /** What is told apart within the kind; empty where nothing is. */
  key: z.string(),
  value: z.record(z.string(), z.unknown()),
  from: z.string(),
  source: z.string(),
};

const readers: Access = { individual: 'all', employee: 'all', operator: 'all' };

/** What is open on the first day of a coming row, and is counted by it from then on. */
const Touched = z.object({
  tariffs: z.int().optional(),
  offers: z.int().optional(),
  agreements: z.int().optional(),
  payments: z.int().optional(),
});

const ListedRate = z.object({
  id: z.int(),
  ...row,
  state: z.enum(['past', 'active', 'planned']),
  /** Null for what has begun. */
  touched: Touched.nullable(),
});

/** A change that somebody has proposed, and what became of it. */
const Change = z.object({
  id: z.int(),
  kind: z.enum(kinds),
  from: z.string(),
  /** What the rows say and replace, and their source. */
  words: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'expired']),
  maker: z.string(),
  decidedBy: z.string().nullable(),
  /** Why it has ended without a decision, where its maker may not propose it any more. */
  endedWhy: z.string().nullable(),
  createdAt: instant,
});

const watchers = { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] } as const;
const keepers = { operator: ['all', 'administrator'] } as const;

export const rates = module('rates', 'Ставки и пределы', {
  list: op('GET /internal/rates', {
    about: 'Ставки и пределы: прошлые, действующие и будущие, с тем, что заденет изменение',
    access: watchers,
    out: z.object({ rows: z.array(ListedRate), changes: z.array(Change) }),
  }),
  touched: op('GET /internal/rates/touched', {
    about: 'Что заденет строка, которая начнёт действовать с этого дня',
    access: keepers,
    query: z.strictObject({ kind: z.enum(kinds), from: day }),
    out: Touched,
  }),
  propose: op('POST /internal/rates', {
    about: 'Предложить строки ставок и пределов: одного вида, с одного дня, из одного источника',
    access: keepers,
    body: z.strictObject({
      kind: z.enum(kinds),
      from: day,
      /** The law or the decision, and a link to it. */
      source: filledText(500),
      /** What each key says, by the key; of a kind with one key under an empty name. */
      rows: boundedRecord(z.string().max(40), value, mostRows),
    }),
    errors: ['input.invalid', 'move.illegal'],
  }),
  inForce: op('GET /api/rates', {
    about: 'Ставки, пределы и календари по дням',
    access: readers,
    out: z.object({ rows: z.array(z.object(row)) }),
  }),
});

export const rateApprovalRights = rights(approvals.decide, {
  rate: { about: 'Решать о ставках и пределах', access: { operator: ['all', 'administrator', 'accountant'] } },
});
