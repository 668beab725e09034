import * as z from 'zod';
import { DEBT_PART_CODES } from '#domain/settlements/debt-structure.ts';
import { FORGIVEN, INCOME } from '#domain/settlements/forgiven-sum.ts';
import { id, keysOf } from '../kernel/fields.ts';
import { spreadsheet } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { status } from './settlement-card.ts';

/** Kopecks. */
const amount = z.int();

/** What an agreement has forgiven, as the creditor's accountant reports it. */
const ForgivenSum = z.object({
  /** Of the row alone: one settlement may have several. */
  id: z.int(),
  settlementId: z.int(),
  what: z.enum(keysOf(FORGIVEN)),
  number: z.string(),
  status,
  legalEntityId: z.int(),
  creditor: z.string(),
  debtor: z.string(),
  contractNumber: z.string(),
  /** The day on which all was paid, so that the condition of the forgiveness was met; of a penalty the day on which it was given up. */
  forgivenOn: z.string(),
  forgiven: amount,
  parts: z.array(z.object({ code: z.enum(DEBT_PART_CODES), amount, disputed: z.boolean() })),
  acknowledged: amount,
  disputed: amount,
  income: z.enum(keysOf(INCOME)),
  /** What the same creditor has forgiven the same person before in that year, as far as it was acknowledged. */
  before: amount,
  /** The tax that is added by what was acknowledged, above what was forgiven before in that year, as if the debtor earned nothing else; null without a scale. */
  tax: amount.nullable(),
  /** By when an income of that year is reported. */
  reportBy: z.string(),
});

const filters = { year: z.array(z.int().min(2000).max(2100)).max(10), legalEntityId: id };
const sorts = ['forgivenOn'] as const;
const columns = [
  'forgivenOn',
  'what',
  'number',
  'debtor',
  'creditor',
  'contractNumber',
  'status',
  'forgiven',
  'principal',
  'interest',
  'penalty',
  'fee',
  'acknowledged',
  'disputed',
  'income',
  'before',
  'tax',
  'reportBy',
] as const;

export const forgivenSums = module('forgiven-sums', 'Прощённые суммы', {
  list: op('GET /api/forgiven-sums', {
    about: 'Прощённые суммы по годам',
    access: {
      employee: ['member', 'head', 'accountant'],
      operator: ['all', 'administrator', 'manager', 'accountant', 'observer'],
    },
    lists: ['settlement'],
    query: listQuery(sorts, filters),
    out: listOf(ForgivenSum),
  }),
  exportExcel: op('GET /api/forgiven-sums/exports/excel', {
    about: 'Выгрузить прощённые суммы таблицей',
    access: {
      employee: ['member', 'head', 'accountant'],
      operator: ['all', 'administrator', 'manager', 'accountant'],
    },
    lists: ['settlement'],
    query: exportQuery(sorts, filters, columns),
    file: spreadsheet,
  }),
});
