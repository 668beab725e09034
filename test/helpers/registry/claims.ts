import type { Cell } from '#domain/registries/cell.ts';
import { fullColumns } from '#domain/registries/registry-columns.ts';
import { addDays, type Day, formatDay, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { type CellKind } from '#server/platform/xlsx/cells.ts';
import { dice } from './mutations.ts';

/** The right claims of a large creditor, the same in every run: what a file of any size is made of. */

type Roll = (sides: number) => number;
const pick = <T>(roll: Roll, from: readonly T[]): T => from[roll(from.length)]!;

const lastNames = ['Иванова', 'Смирнов', 'Ёлкина', 'Мамин-Сибиряк', "Д'Артаньян", 'Ли', 'Кузнецова', 'Абдурахманов'];
const firstNames = ['Анна', 'Пётр', 'Мария', 'Игорь', 'Ольга', 'Рустам'];
const middleNames = ['Петровна', 'Игоревич', null, 'Оглы', 'Сергеевна'];
const cities = ['г. Москва', 'г. Омск', 'Республика Татарстан, г. Казань', 'Приморский край, г. Владивосток'];
const comments = [null, '=1+1', '<b>&amp;</b> "кавычки"', 'две\nстроки', '😀 ёЁ', '+7 900', ' края '];
const firstDay = toDay('2023-01-10');

/** Values by column: money in kopecks, days as days, the rest as text or number. Null is an empty cell. */
export type Claim = Readonly<Record<string, string | number | null>>;

/** The claim with this number, from 1. */
export function claimOf(no: number): Claim {
  const roll = dice(no * 7919);
  const parts = Array.from({ length: 6 }, (_, index) => (index > 0 && roll(3) === 0 ? 0 : roll(9_000_000) + 1));
  const contractDate = addDays(firstDay, roll(700));
  const overdueFrom = addDays(contractDate, 30 + roll(200));
  const inCourt = roll(4) === 0;
  const ceded = roll(3) === 0;
  const birthDate = addDays(toDay('1955-01-01'), roll(16_000));
  return {
    rowNo: no,
    debtorInn: personInn(roll),
    lastName: pick(roll, lastNames),
    firstName: pick(roll, firstNames),
    middleName: pick(roll, middleNames),
    birthDate,
    passportSeries: digits(roll, 4),
    passportNumber: digits(roll, 6),
    passportIssuedAt: addDays(birthDate, 7_400),
    passportIssuedBy: `ОВД района № ${roll(90) + 1}`,
    snils: null,
    phone: `+79${digits(roll, 9)}`,
    phone2: roll(3) === 0 ? `+7495${digits(roll, 7)}` : null,
    email: roll(2) === 0 ? `debtor${no}@example.ru` : null,
    regAddress: `${pick(roll, cities)}, ул. Ленина, д. ${roll(200) + 1}`,
    tz: pick(roll, [null, 'МСК', 'МСК+5']),
    contractNumber: `00${no}/${digits(roll, 4)}`,
    contractDate,
    contractKind: pick(roll, ['Потребкредит', 'Микрозайм', 'Карта', 'ЖКУ']),
    issuedAmount: roll(50_000_000) + 100_000,
    rate: pick(roll, [0, 12, 19.9, 36.5]),
    contractEnd: addDays(contractDate, 400),
    overdueFrom,
    principal: parts[0]!,
    interest: parts[1]!,
    interestOverdue: parts[2]!,
    penalty: parts[3]!,
    fee: parts[4] === 0 ? null : parts[4]!,
    courtCost: parts[5]!,
    total: parts.reduce((sum, part) => sum + part, 0),
    asOf: toDay('2026-11-01'),
    minAmount: parts[0]!,
    maxPayments: roll(60) + 1,
    stage: inCourt ? 'Судебная' : 'Досудебная',
    caseNo: inCourt ? `2-${roll(9999) + 1}/2026` : null,
    court: inCourt ? 'Хамовнический районный суд' : null,
    basis: ceded ? 'Уступка' : 'Первичный кредитор',
    cedentName: ceded ? 'ООО МКК «Пример»' : null,
    cedentInn: ceded ? '7707083893' : null,
    cessionRef: ceded ? '№ 12 от 05.05.2026' : null,
    cessionNotice: ceded ? toDay('2026-05-10') : null,
    contactFlag: pick(roll, [null, 'Разрешено', 'Отказ']),
    externalId: digits(roll, 12),
    comment: pick(roll, comments),
  };
}

/** @param before so many claims are left to others: what two creditors both claim is contested */
export function* claims(count: number, before = 0): Generator<Claim> {
  for (let no = before + 1; no <= before + count; no++) yield claimOf(no);
}

/** How a writer of ours is told to keep each column. */
export const claimColumns = fullColumns.map(({ code, header, rule, width }) => ({
  code,
  title: header,
  width,
  kind: kinds(rule.kind),
}));

function kinds(kind: (typeof fullColumns)[number]['rule']['kind']): CellKind {
  if (kind === 'money' || kind === 'component') return 'money';
  if (kind === 'day') return 'day';
  return kind === 'whole' || kind === 'percent' ? 'number' : 'text';
}

/** What a reader must find in the cells of a claim, in the order of the columns: sums in roubles, days as shown. */
export function shownCells(claim: Claim): Cell[] {
  return claimColumns.map(({ code, kind }) => {
    const value = claim[code] ?? null;
    if (value === null) return null;
    if (kind === 'money') return Number((kopecks(value as number) / 100).toFixed(2));
    return kind === 'day' ? formatDay(value as Day) : value;
  });
}

const digits = (roll: Roll, length: number): string => Array.from({ length }, () => roll(10)).join('');

/** ИНН of a person with right control digits. */
function personInn(roll: Roll): string {
  const start = `77${digits(roll, 8)}`;
  const control = (text: string, weights: readonly number[]): number =>
    (weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 11) % 10;
  const eleventh = `${start}${control(start, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8])}`;
  return `${eleventh}${control(eleventh, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8])}`;
}
