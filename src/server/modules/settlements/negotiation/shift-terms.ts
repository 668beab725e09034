import { Refusal } from '#contract/kernel/errors.ts';
import { isRarer, type ShiftEvery, shiftEveryWords } from '#domain/settlements/payment-shift.ts';

/**
 * Once in how many payments terms let the debtor shift one. The creditor may name it oftener than it stands; more rarely would be worse for
 * the debtor than what he has been offered.
 * @param named left out is what stands
 * @throws Refusal `input.invalid` at the field
 */
export function shiftOfTerms(
  { shiftEvery: current }: { shiftEvery: ShiftEvery },
  named: ShiftEvery | undefined,
): ShiftEvery {
  if (named === undefined) return current;
  if (!isRarer(named, current)) return named;
  const most = `Не реже, чем уже предложено: один раз в ${shiftEveryWords(current ?? 0)}`;
  throw new Refusal('input.invalid', { fields: { shiftEvery: most } });
}
