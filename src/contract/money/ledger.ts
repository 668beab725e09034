import * as z from 'zod';
import { LEDGER_EVENTS } from '#domain/money/ledger.ts';
import { ACCOUNT_CODES } from '#domain/money/ledger-accounts.ts';
import { day, id, instant, keysOf } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, listQuery } from '../kernel/page.ts';

const account = z.enum(ACCOUNT_CODES);
/** Kopecks; a balance counts to the side on which the account grows. */
const amount = z.int();

/** An account over a period. Its turnovers are those whose day is in the period. */
const TrialRow = z.object({
  account,
  label: z.string(),
  memo: z.boolean(),
  opening: amount,
  debit: amount,
  credit: amount,
  closing: amount,
});

/** One line of an entry, with the accounts on its other side. */
const LedgerLine = z.object({
  id: z.int(),
  entryId: z.int(),
  kind: z.enum(keysOf(LEDGER_EVENTS)),
  valueDate: z.string(),
  createdAt: instant,
  account,
  /** Whose account it is: a company, a person or a settlement, by the kind of the account; null when nobody's apart. */
  holderId: z.int().nullable(),
  holder: z.string().nullable(),
  side: z.enum(['debit', 'credit']),
  amount,
  against: z.array(account),
  settlementId: z.int().nullable(),
  settlement: z.string().nullable(),
});

const readers = { operator: ['all', 'administrator', 'manager', 'accountant', 'observer'] } as const;

export const ledger = module('ledger', 'Книга проводок', {
  trialBalance: op('GET /internal/ledger/trial-balance', {
    about: 'Оборотно-сальдовая ведомость',
    access: readers,
    query: z.strictObject({ from: day.optional(), to: day.optional() }),
    out: z.object({
      from: z.string(),
      to: z.string(),
      rows: z.array(TrialRow),
      /** Sums that should be equal and are not: none, or the platform has a fault. */
      broken: z.array(z.object({ rule: z.string(), expected: amount, found: amount })),
    }),
  }),
  lines: op('GET /internal/ledger/lines', {
    about: 'Проводки счёта',
    access: readers,
    query: listQuery(['createdAt'], {
      account: z.array(account).max(20),
      holderId: id,
      settlementId: id,
      from: day,
      to: day,
    }),
    out: listOf(LedgerLine),
  }),
});
