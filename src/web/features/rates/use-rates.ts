import { useMemo } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { rates } from '#contract/platform/rates.ts';
import type { RateFields } from '#domain/rates/rate-kinds.ts';
import type { Rates } from '#domain/rates/rates.ts';
import { toDay } from '#domain/values/days.ts';
import { useRead } from '#web/kit/data/query.ts';

/** The answer of the server as the rules take it; whoever proposes a row is held to what its kind holds. */
export const ratesFrom = (rows: Result<typeof rates.inForce>['rows']): Rates =>
  rows.map(({ from, value, ...row }) => ({ ...row, value: value as RateFields, from: toDay(from) }));

/** What the law sets by days, as the server has it; nothing for the moment until it has answered. */
export function useRates(): Rates {
  const { data } = useRead(rates.inForce);
  return useMemo(() => ratesFrom(data?.rows ?? []), [data]);
}
