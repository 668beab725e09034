import * as z from 'zod';
import { RATE_KINDS, type RateKind } from '#domain/rates/rate-kinds.ts';
import { MAX_AMOUNT } from '#domain/values/money.ts';
import type { Access } from '../kernel/access.ts';
import { day, filled } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';

const kinds = Object.keys(RATE_KINDS) as [RateKind, ...RateKind[]];
const number = z.int().min(0).max(MAX_AMOUNT);
const step = z.strictObject({ above: number, rateBps: z.int().min(0).max(10_000) });
const move = z.strictObject({ from: day, to: day });

/** Which fields a kind has, and what each holds, is told by the rules of kinds (docs/decisions/0091). */
const value = z.record(z.string().max(40), z.union([number, z.array(step).max(20), z.array(move).max(40)]));

const row = {
  kind: z.enum(kinds),
  /** What is told apart within the kind; empty where nothing is. */
  key: z.string().max(40),
  value,
  source: filled(500),
};

const readers: Access = { individual: 'all', employee: 'all', operator: 'all' };

export const rates = module('rates', 'Ставки и пределы', {
  inForce: op('GET /api/rates', {
    about: 'Ставки, пределы и календари по дням',
    access: readers,
    out: z.object({ rows: z.array(z.object({ ...row, from: z.string() })) }),
  }),
});
