import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import {
  type FeeLine,
  type FeeRow,
  fitLines,
  hasVat,
  heldLines,
  linesByRate,
  linesLess,
  splitCounted,
  splitUncovered,
  takeOff,
  totalOf,
  turned,
  vatWords,
} from './invoice-lines.ts';

let lastEntry = 0;
const row = (paymentId: number, amount: number, vat: number, vatBps: number | null = 2200): FeeRow => ({
  entryId: ++lastEntry,
  paymentId,
  settlementId: 1,
  day: toDay('2026-08-10'),
  amount: kopecks(amount),
  vat: kopecks(vat),
  vatBps,
});
const line = (vatBps: number | null, amount: number, vat: number, count = 1): FeeLine => ({
  vatBps,
  amount: kopecks(amount),
  vat: kopecks(vat),
  count,
});

test('fees are lines by their rates, VAT as it was booked', () => {
  const rows = [row(1, 122, 22), row(2, 61, 11), row(3, 120, 20, 2000), row(4, 50, 0, null)];
  expect(linesByRate(rows)).toEqual([line(2200, 183, 33, 2), line(2000, 120, 20), line(null, 50, 0)]);
});

test('what was reversed before it was invoiced lessens its line, and is not counted', () => {
  expect(linesByRate([row(1, 122, 22), row(1, -122, -22), row(2, 61, 11), row(2, -20, -4)])).toEqual([
    line(2200, 41, 7),
  ]);
  expect(linesByRate([row(1, 122, 22), row(1, -122, -22)])).toEqual([]);
});

test('what was reversed afterwards corrects the invoice that has its fee', () => {
  const [fee, own, late] = [row(1, 122, 22), row(1, -61, -11), row(2, -30, -5)];
  const { invoiced, corrected } = splitUncovered([fee, own, late], (payment) =>
    payment === 2 ? { invoiceId: 77, vatBps: 2000 } : undefined,
  );
  expect(invoiced).toEqual([fee, own]);
  // Whatever rate its service would have today: that of the invoice which has it.
  expect([...corrected]).toEqual([[77, [{ ...late, vatBps: 2000 }]]]);
  expect(linesByRate(turned([late]))).toEqual([line(2200, 30, 5)]);
  expect(() => splitUncovered([late], () => undefined)).toThrow(RangeError);
});

test('a sum is taken off lines in order, VAT with it', () => {
  const lines = [line(2200, 122, 22), line(null, 50, 0)];
  expect(takeOff(lines, kopecks(61))).toEqual([line(2200, 61, 11)]);
  expect(takeOff(lines, kopecks(140))).toEqual([line(2200, 122, 22), line(null, 18, 0)]);
  expect(() => takeOff(lines, kopecks(173))).toThrow(RangeError);
  expect(linesLess(lines, takeOff(lines, kopecks(140)))).toEqual([line(2200, 0, 0), line(null, 32, 0)]);
  expect(() => linesLess(lines, [line(null, 51, 0)])).toThrow(RangeError);
});

test('parts that are taken off one after another come to the whole, VAT to the kopeck', () => {
  const sums = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(sums, fc.integer({ min: 0, max: 2200 }), (parts, bps) => {
      const whole = kopecks(parts.reduce((sum, part) => sum + part, 0));
      const vat = kopecks(Math.floor((whole * bps) / (10_000 + bps)));
      let left: FeeLine[] = [{ vatBps: bps, amount: whole, vat, count: 1 }];
      const taken: FeeLine[] = [];
      for (const part of parts) {
        const off = takeOff(left, kopecks(part));
        taken.push(...off);
        left = linesLess(left, off);
      }
      expect(totalOf(taken)).toEqual({ amount: whole, vat });
      expect(totalOf(left)).toEqual({ amount: 0, vat: 0 });
    }),
  );
});

test('what was reversed fits into what is left by its sum, whatever kopecks of VAT rounding has left there', () => {
  // Nine fees of 1,02 and one of 1,03 with VAT by fees, less 9,18 by hand: the last fee has a kopeck of VAT more than its line.
  const rows = [...Array.from({ length: 9 }, (_, index) => row(index, 102, 18)), row(9, 103, 19)];
  const invoice = linesByRate(rows);
  const left = linesLess(invoice, takeOff(invoice, kopecks(918)));
  expect(left).toEqual([line(2200, 103, 18, 10)]);
  expect(fitLines(left, [line(2200, 103, 19)])).toEqual([line(2200, 103, 18)]);
  expect(fitLines([line(2200, 103, 20)], [line(2200, 103, 19)])).toEqual([line(2200, 103, 20)]);
  expect(fitLines([line(2200, 103, 20)], [line(2200, 102, 18)])).toEqual([line(2200, 102, 19)]);
  expect(fitLines(left, [line(2200, 104, 19)])).toBeNull();
  expect(fitLines(left, [line(2000, 103, 19)])).toBeNull();
});

test('fees of any invoice lowered by hand fit into what is left, VAT within the sum', () => {
  const fees = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(fees, fc.integer({ min: 0, max: 5_000 }), (amounts, spared) => {
      const invoice = linesByRate(amounts.map((amount, index) => row(index, amount, Math.round((amount * 22) / 122))));
      const [fee] = amounts as [number];
      const byHand = Math.max(0, totalOf(invoice).amount - fee - spared);
      const left = linesLess(invoice, takeOff(invoice, kopecks(byHand)));
      const taken = fitLines(left, [line(2200, fee, Math.round((fee * 22) / 122))])!;
      const [{ amount, vat }] = linesLess(left, taken) as [FeeLine];
      expect(vat).toBeGreaterThanOrEqual(0);
      expect(vat).toBeLessThanOrEqual(amount);
    }),
  );
});

test('what came back waits for people where its own rate was lowered by hand, and at least what has no room is told', () => {
  const reversed = [line(2200, 122, 22), line(null, 50, 0)];
  expect(heldLines(reversed, reversed, new Map())).toEqual([]);
  const byHand = new Map([[null, kopecks(40)]]);
  expect(heldLines(reversed, reversed, byHand)).toEqual([{ line: reversed[1], byHand: 40, least: 0 }]);
  expect(heldLines([line(null, 20, 0)], reversed, byHand)).toMatchObject([{ byHand: 40, least: 30 }]);
  expect(heldLines([], reversed, byHand)).toMatchObject([{ least: 50 }]);
});

test('of what came back of a rate a part is told to be counted already, VAT with it', () => {
  const back = line(2200, 122, 22);
  expect(splitCounted(back, kopecks(0))).toEqual({ counted: line(2200, 0, 0), rest: [back] });
  expect(splitCounted(back, kopecks(61))).toEqual({ counted: line(2200, 61, 11), rest: [line(2200, 61, 11)] });
  expect(splitCounted(back, kopecks(122))).toEqual({ counted: back, rest: [] });
});

test('a month of a hundred thousand fees is added up, each row looked at once', () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => row(index >> 1, index % 2 === 0 ? 122 : -61, 0));
  expect(linesByRate(rows)).toEqual([line(2200, 6_100_000, 0, 100_000)]);
  const { corrected } = splitUncovered(
    rows.filter(({ amount }) => amount < 0),
    () => ({ invoiceId: 1, vatBps: 2200 }),
  );
  expect(corrected.get(1)).toHaveLength(100_000);
});

test('a paper without any VAT is no счёт-фактура', () => {
  expect(hasVat([line(null, 50, 0)])).toBe(false);
  expect(hasVat([line(null, 50, 0), line(500, 50, 2)])).toBe(true);
  expect([vatWords(null), vatWords(2200), vatWords(750)]).toEqual(['Без НДС', '22\u00A0%', '7,5\u00A0%']);
});
