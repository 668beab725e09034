import { rates } from '#contract/platform/rates.ts';
import type { Rates } from '#domain/rates/rates.ts';
import { useRead } from '#web/kit/data/query.ts';

const none: Rates = [];

/** What the law sets by days, as the server has it; nothing for the moment until it has answered. */
export function useRates(): Rates {
  const { data } = useRead(rates.inForce);
  return data?.rows ?? none;
}
