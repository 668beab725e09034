import { formatDay } from '../values/days.ts';
import { formatAmount, kopecks } from '../values/money.ts';
import type { MovedDay, RateField, ScaleStep } from './rate-kinds.ts';

const percentText = (bps: number): string => String(bps / 100).replace('.', ',');

/** A value as people type it: a percent as «15,5», roubles, 1/300, a scale and moved days line by line. */
export function typedRate({ holds }: RateField, value: unknown): string {
  switch (holds) {
    case 'percent':
      return percentText(value as number);
    case 'kopecks':
      return formatAmount(kopecks(value as number));
    case 'part':
      return `1/${String(value)}`;
    case 'days':
      return String(value);
    case 'yes':
      return value === 1 ? 'да' : 'нет';
    case 'steps':
      return (value as readonly ScaleStep[])
        .map(({ above, rateBps }) => `${formatAmount(kopecks(above))} — ${percentText(rateBps)}`)
        .join('\n');
    default:
      return movesText(value as readonly MovedDay[]);
  }
}

/** Moved days off, one a line: «02.01.2027 на 05.11.2027». */
export const movesText = (moves: readonly MovedDay[], between = '\n'): string =>
  moves.map(({ from, to }) => `${formatDay(from)} на ${formatDay(to)}`).join(between);
