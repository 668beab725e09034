import type { PenaltyRule } from '../settlements/penalty.ts';
import { formatBps } from '../values/exact.ts';
import { plural } from '../values/text/words.ts';

/** «0,1 % в день», «20 % годовых», «11,55 % годовых (за первые 30 дней просрочки не начисляется)» */
export function formatPenalty({ per, rateBps, freeDays = 0 }: PenaltyRule): string {
  const rate = `${formatBps(rateBps)} ${per === 'day' ? 'в день' : 'годовых'}`;
  if (freeDays === 0) return rate;
  return `${rate} (за первые ${freeDays} ${plural(freeDays, ['день', 'дня', 'дней'])} просрочки не начисляется)`;
}
