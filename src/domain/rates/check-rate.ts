import { isDayOffByLaw } from '../values/business-calendar.ts';
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
  type ScaleStep,
} from './rate-kinds.ts';
import { mayBeEntered, quarterOf } from './rates.ts';

/** Rows of one kind that begin together and have one source, by their keys, before the kind has judged them. */
type ProposedRates = {
  readonly kind: RateKind;
  readonly from: Day;
  readonly source: string;
  readonly rows: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

const days = 366;
const link = /https?:\/\/[^\s]+/;

/** What is wrong with proposed rows, by the path of the field. */
export function checkRates({ kind, from, source, rows }: ProposedRates, today: Day): Record<string, string> {
  const problems: Record<string, string> = {};
  const { holds } = RATE_KINDS[kind];
  if (!mayBeEntered({ kind, from }, today)) {
    problems['from'] =
      holds === 'quarter'
        ? 'Этот квартал уже прошёл: введите нынешний или будущий'
        : 'Этот год уже прошёл: введите нынешний или будущий';
  } else if (holds === 'year' && !from.endsWith('-01-01')) problems['from'] = 'Год начинается 1 января';
  else if (holds === 'quarter' && from !== quarterOf(from)) {
    problems['from'] = 'Квартал начинается 1 января, 1 апреля, 1 июля или 1 октября';
  }
  if (!link.test(source) || source.replace(link, '').trim() === '') {
    problems['source'] = 'Назовите закон или решение и дайте ссылку на него: https://…';
  }
  if (Object.keys(rows).length === 0) problems['rows'] = 'Заполните хотя бы одну строку';
  for (const [key, value] of Object.entries(rows)) Object.assign(problems, checkRow(kind, from, key, value));
  return problems;
}

/** The path of a row in what is proposed; a kind with one key has it under no name. */
export const rowPath = (key: string): string => (key ? `rows.${key}` : 'rows');

function checkRow(
  kind: RateKind,
  from: Day,
  key: string,
  value: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const path = rowPath(key);
  if (!Object.hasOwn(keysOf(kind), key)) return { [path]: 'Выберите из списка' };
  const problems: Record<string, string> = {};
  const fields = fieldsOf(kind);
  for (const [name, field] of fields) {
    const message = fieldProblem(field, value[name], from) ?? aboveLaw(field, value[name], knownOf(kind, key)?.[name]);
    if (message !== null) problems[`${path}.${name}`] = message;
  }
  if (Object.keys(value).length > fields.length) problems[path] ??= 'У такой строки нет этого поля';
  return problems;
}

function fieldProblem(field: RateField, value: unknown, from: Day): string | null {
  if (field.holds === 'steps') return isScale(value) ? null : 'Первая ступень от 0, дальше суммы растут';
  if (field.holds === 'moves') return movesProblem(value, from);
  const [least, most] = boundsOf(field);
  const isRight = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  return isRight ? null : `Допустимо ${shown(field, least)} – ${shown(field, most)}`;
}

/** What the last row says that the program knows of the law. */
const knownOf = (kind: RateKind, key: string): Readonly<Record<string, unknown>> | undefined =>
  KNOWN_RATES.findLast((row) => row.kind === kind && row.key === key)?.value;

function aboveLaw(field: RateField, value: unknown, known: unknown): string | null {
  if (!('onlyLower' in field) || known === undefined || Number(value) <= Number(known)) return null;
  return `Предел закона ${shown(field, Number(known))} можно только уменьшить`;
}

function boundsOf(field: RateField): [least: number, most: number] {
  if (field.holds === 'percent') return [0, field.max];
  if (field.holds === 'days') return [0, days * 10];
  if (field.holds === 'yes') return [0, 1];
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

/** A decree moves a day off, which is a weekend or a holiday, to a day that would be worked (ТК РФ, ст. 112, ч. 2, 5). */
function movesProblem(value: unknown, from: Day): string | null {
  const ofYear = 'Дни этого года: откуда и куда перенесён выходной';
  if (!Array.isArray(value)) return ofYear;
  const year = from.slice(0, 4);
  const moves = value as readonly MovedDay[];
  const isTwice = new Set(moves.flatMap(({ from: day, to }) => [day, to])).size < moves.length * 2;
  if (isTwice || !moves.every((move) => move.from?.startsWith(year) && move.to?.startsWith(year))) return ofYear;
  const isLawful = moves.every((move) => isDayOffByLaw(move.from) && !isDayOffByLaw(move.to));
  return isLawful ? null : 'Переносится выходной или праздник, и только на рабочий день';
}
