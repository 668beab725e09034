import { expect, test } from 'vitest';
import type { PenaltyRule } from '../settlements/penalty.ts';
import { formatPenalty } from './penalty-words.ts';

const DAILY: PenaltyRule = { per: 'day', rateBps: 10 };
const YEARLY: PenaltyRule = { per: 'year', rateBps: 2000 };

test.each<[PenaltyRule, string]>([
  [DAILY, '0,1 % в день'],
  [{ per: 'day', rateBps: 5 }, '0,05 % в день'],
  [YEARLY, '20 % годовых'],
  [{ per: 'year', rateBps: 1250 }, '12,5 % годовых'],
  [{ per: 'year', rateBps: 1155, freeDays: 30 }, '11,55 % годовых (за первые 30 дней просрочки не начисляется)'],
])('%j is shown as %s', (rule, text) => expect(formatPenalty(rule).replaceAll('\u00A0', ' ')).toBe(text));
