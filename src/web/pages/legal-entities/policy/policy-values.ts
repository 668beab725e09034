import type { Request, Result } from '#contract/kernel/op.ts';
import type { policy } from '#contract/settlements/policy.ts';
import { DEFAULT_BAND } from '#domain/negotiation/policy-band.ts';
import { type Kopecks, parseMoney } from '#domain/values/money.ts';
import { readNumber, readShare, readSum, typedShare, typedSum } from '#web/kit/form/typed.ts';
import type { policyTexts } from './policy-texts.ts';

export type Policy = Result<typeof policy.get>;
export type Band = Policy['bands'][number];
export type BandField = keyof typeof policyTexts.fields;
/** A row of the matrix as it is typed. */
type BandValues = Record<BandField, string> & { breachByRule: boolean };
type Matrix = Request<typeof policy.replace>['body']['bands'];

const money: readonly string[] = ['debtFrom', 'debtTo', 'minPayment'];
const shares: readonly string[] = [
  'minLumpBps',
  'minPlanBps',
  'minDownBps',
  'autoAcceptBps',
  'autoRejectBps',
  'approvalBelowBps',
  'penaltyDayBps',
];
/** What may stay empty, and then says «without a bound» or «never». */
export const openFields: readonly string[] = [
  'dpdTo',
  'debtTo',
  'autoAcceptBps',
  'autoRejectBps',
  'approvalBelowBps',
  'penaltyDayBps',
  'shiftEvery',
];

/** A row to begin with. */
export const newBand: Band = { ...DEFAULT_BAND, componentOrder: [...DEFAULT_BAND.componentOrder] };

const isShare = (field: string): boolean => shares.includes(field);
const isMoney = (field: string): boolean => money.includes(field);

/** A value of a row in the notation of its field: «12,5», «1 000,00», «30»; empty for none. */
export function typedValue(field: BandField, value: number | null): string {
  if (isMoney(field)) return typedSum(value);
  return isShare(field) ? typedShare(value) : String(value ?? '');
}

/** The value of a typed text; what is no number stays as typed, for the schema to refuse. */
function readValue(field: string, typed: string): number | string | null {
  const read = isMoney(field) ? readSum : isShare(field) ? readShare : readNumber;
  return read(typed) ?? (openFields.includes(field) ? null : '');
}

/** A band of the conditions, as its form holds it. */
export function valuesOf(band: Band, fields: readonly BandField[]): BandValues {
  const typed = Object.fromEntries(fields.map((field) => [field, typedValue(field, band[field])]));
  return { ...typed, breachByRule: band.breachByRule } as BandValues;
}

/** The matrix as it is sent; the order of forgiving is not typed and stays as it was. */
export function matrixOf(rows: readonly BandValues[], before: readonly Band[]): Matrix {
  return rows.map(({ breachByRule, ...row }, index) => ({
    ...Object.fromEntries(Object.entries(row).map(([field, typed]) => [field, readValue(field, typed)])),
    breachByRule,
    componentOrder: before[index]?.componentOrder ?? [],
  })) as Matrix;
}

/** Kopecks of a typed sum, or null. */
export const sumOf = (typed: string): Kopecks | null => parseMoney(typed);
