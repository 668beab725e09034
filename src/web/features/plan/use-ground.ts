import { useState } from 'react';
import { useRates } from '../rates/use-rates.ts';
import type { Ground } from './plan-draft.ts';

/** What a plan is built for, as it was when its page was opened, with what the law sets. */
export function useGround(make: () => Omit<Ground, 'rates'>): Ground {
  const [ground] = useState(make);
  const rates = useRates();
  return { ...ground, rates };
}
