import { Refusal } from '#contract/kernel/errors.ts';

/** Nobody bargains about the claim, and nobody has paid it. @throws Refusal `entry.frozen`, `entry.settled` */
export function demandFree({ frozenAt, settledAt }: { frozenAt: Date | null; settledAt: Date | null }): void {
  if (settledAt !== null) throw new Refusal('entry.settled');
  if (frozenAt !== null) throw new Refusal('entry.frozen');
}
