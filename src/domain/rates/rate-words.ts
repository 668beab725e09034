import type { Day } from '../values/days.ts';
import { formatBps } from '../values/exact.ts';
import { formatMoney, kopecks } from '../values/money.ts';
import { fieldsOf, type MovedDay, type RateField, type RateKind, type ScaleStep } from './rate-kinds.ts';
import { type RateRow, stillHolds } from './rates.ts';
import { movesText } from './typed-rate.ts';

/** What a row says, field by field: «Ставка: 22 %». */
export const rateWords = (kind: RateKind, value: RateRow['value']): string[] =>
  fieldsOf(kind).map(([name, field]) => `${field.label}: ${valueWords(field, value[name])}`);

/** A value as its field holds it; whoever writes a row is held to that. */
function valueWords({ holds }: RateField, value: unknown): string {
  switch (holds) {
    case 'percent':
      return formatBps(value as number);
    case 'kopecks':
      return formatMoney(kopecks(value as number));
    case 'part':
      return `1/${String(value)}`;
    case 'days':
      return String(value);
    case 'yes':
      return value === 1 ? 'да' : 'нет';
    case 'steps':
      return (value as readonly ScaleStep[])
        .map(({ above, rateBps }) =>
          above === 0 ? formatBps(rateBps) : `свыше ${formatMoney(kopecks(above))} ${formatBps(rateBps)}`,
        )
        .join(', ');
    default:
      return movesText(value as readonly MovedDay[], ', ');
  }
}

/** The state of a row among those of its kind and key on a day: the last that has begun holds, within its quarter or year. */
export function rateState(
  rows: readonly Pick<RateRow, 'kind' | 'key' | 'from'>[],
  { kind, key, from }: Pick<RateRow, 'kind' | 'key' | 'from'>,
  today: Day,
): 'past' | 'active' | 'planned' {
  if (from > today) return 'planned';
  const later = rows.some((row) => row.kind === kind && row.key === key && row.from > from && row.from <= today);
  return later || !stillHolds({ kind, from }, today) ? 'past' : 'active';
}
