import type { Day } from '../values/days.ts';
import { BPS } from '../values/exact.ts';
import { formatMoney, kopecks, MAX_AMOUNT } from '../values/money.ts';
import { KNOWN_RATES } from './known-rates.ts';
import {
  fieldsOf,
  keysOf,
  type MovedDay,
  RATE_KINDS,
  type RateField,
  type RateKind,
  type RateValue,
  type ScaleStep,
} from './rate-kinds.ts';
import { quarterOf } from './rates.ts';

/** A row as somebody proposes it, before its kind has judged it. */
type ProposedRate = {
  readonly kind: RateKind;
  readonly key: string;
  readonly from: Day;
  readonly value: Readonly<Record<string, unknown>>;
};

const days = 366;

/** What is wrong with a proposed row, by the path of its field; past days were counted by what stood there then. */
export function checkRate({ kind, key, from, value }: ProposedRate, today: Day): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!Object.hasOwn(keysOf(kind), key)) problems['key'] = 'Выберите из списка';
  if (from <= today) problems['from'] = 'Строка начинает действовать не раньше завтрашнего дня';
  else if (RATE_KINDS[kind].holds === 'year' && !from.endsWith('-01-01')) problems['from'] = 'Год начинается 1 января';
  else if (RATE_KINDS[kind].holds === 'quarter' && from !== quarterOf(from)) {
    problems['from'] = 'Квартал начинается 1 января, 1 апреля, 1 июля или 1 октября';
  }
  const fields = fieldsOf(kind);
  for (const [name, field] of fields) {
    const message = fieldProblem(field, value[name], from);
    if (message !== null) problems[`value.${name}`] = message;
  }
  if (kind === 'paymentLimit' && !isWithinKnown(key, value))
    problems['value.amount'] ??= 'Предел закона можно только уменьшить';
  if (Object.keys(value).length > fields.length) problems['value'] ??= 'У такой строки нет этого поля';
  return problems;
}

function fieldProblem(field: RateField, value: unknown, from: Day): string | null {
  if (field.holds === 'steps') return isScale(value) ? null : 'Первая ступень от 0, дальше суммы растут';
  if (field.holds === 'moves') return isMoves(value, from) ? null : 'Дни этого года: откуда и куда перенесён выходной';
  const [least, most] = boundsOf(field);
  const isRight = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  return isRight ? null : `Допустимо ${shown(field, least)} – ${shown(field, most)}`;
}

/** Whether a limit of one payment is no greater than the last one that the program knows of the law (115-ФЗ; docs/decisions/0091). */
function isWithinKnown(key: string, { amount }: ProposedRate['value']): boolean {
  const known = KNOWN_RATES.findLast((row) => row.kind === 'paymentLimit' && row.key === key);
  return known === undefined || Number(amount) <= (known.value as RateValue<'paymentLimit'>).amount;
}

function boundsOf(field: RateField): [least: number, most: number] {
  if (field.holds === 'percent') return [0, field.max];
  if (field.holds === 'days') return [0, days * 10];
  return field.holds === 'part' ? [1, 10_000] : [0, MAX_AMOUNT];
}

const shown = ({ holds }: RateField, value: number): string => {
  if (holds === 'percent') return `${String(value / 100).replace('.', ',')}\u00A0%`;
  return holds === 'kopecks' ? formatMoney(kopecks(value)) : String(value);
};

function isScale(value: unknown): value is readonly ScaleStep[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  const steps = value as readonly ScaleStep[];
  return steps.every(({ above, rateBps }, index) => {
    const before = steps[index - 1]?.above ?? -1;
    return (index === 0 ? above === 0 : above > before) && rateBps >= 0 && rateBps <= BPS;
  });
}

function isMoves(value: unknown, from: Day): value is readonly MovedDay[] {
  if (!Array.isArray(value)) return false;
  const year = from.slice(0, 4);
  const moves = value as readonly MovedDay[];
  const isTwice = new Set(moves.flatMap(({ from: day, to }) => [day, to])).size < moves.length * 2;
  return !isTwice && moves.every((move) => move.from?.startsWith(year) && move.to?.startsWith(year));
}
