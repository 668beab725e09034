import { useState } from 'react';
import { useRates } from '../rates/use-rates.ts';
import type { PlanContext } from './plan-draft.ts';

/** What a plan is built for, as it was when its page was opened, with what the law sets. */
export function usePlanContext(make: () => Omit<PlanContext, 'rates'>): PlanContext {
  const [context] = useState(make);
  const rates = useRates();
  return { ...context, rates };
}
