import { capsOn, contractCaps, isLong } from '#domain/money/overpayment-caps.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { addDays, addMonths, type Day, daysBetween, formatDay, parseRussianDay } from '#domain/values/days.ts';
import { BPS, lesser, minus, mulDivDown } from '#domain/values/exact.ts';
import { type Kopecks, kopecks, parseMoney, sumKopecks } from '#domain/values/money.ts';
import { type FileRow, money } from './registry-generator.ts';

/** So long before its first late day a microloan of the demonstration was given at most: it is one of a year or less. */
const LOAN_DAYS = 150;
const caps = contractCaps(KNOWN_RATES);

/**
 * A row as a creditor states it who charges by his contract: who reads how much a day makes can count after. Of a microloan the charges
 * end where the law ends them; telecom bears no interest.
 */
export function asCharged(row: FileRow): FileRow {
  const overdueFrom = dayIn(row, 'overdueFrom');
  const isMicroloan = row['rate'] === '292';
  const contractDate = isMicroloan
    ? later(dayIn(row, 'contractDate'), addDays(overdueFrom, -LOAN_DAYS))
    : dayIn(row, 'contractDate');
  const contractEnd = isMicroloan
    ? earlier(dayIn(row, 'contractEnd'), addMonths(contractDate, 12))
    : dayIn(row, 'contractEnd');
  const bearsNone = row['contractKind'] === 'Связь';
  const interest = bearsNone ? kopecks(0) : sumIn(row, 'interest');
  const [principal, penalty, fee, courtCost] = ['principal', 'penalty', 'fee', 'courtCost'].map((code) =>
    sumIn(row, code),
  ) as [Kopecks, Kopecks, Kopecks, Kopecks];
  const made = bearsNone
    ? kopecks(0)
    : mulDivDown(principal, Number(row['rate']) * 100 * daysBetween(overdueFrom, dayIn(row, 'asOf')), BPS * 365);
  const most = mostCharged({ contractDate, contractEnd, issued: sumIn(row, 'issuedAmount') });
  const others = sumKopecks([interest, penalty, fee]);
  const interestOverdue = most === null ? made : lesser(made, minus(most, lesser(most, others)));
  return {
    ...row,
    contractDate: formatDay(contractDate),
    contractEnd: formatDay(contractEnd),
    ...(bearsNone && { rate: '' }),
    interest: money(interest),
    interestOverdue: money(interestOverdue),
    total: money(sumKopecks([principal, others, interestOverdue, courtCost])),
  };
}

/** All interest, penalties and fees that the law lets a contract bear (353-ФЗ, ст. 5, ч. 24); null of a longer one. */
function mostCharged(of: { contractDate: Day; contractEnd: Day; issued: Kopecks }): Kopecks | null {
  const totalBps = isLong(of) ? null : (capsOn(caps, of.contractDate)?.totalBps ?? null);
  return totalBps === null ? null : mulDivDown(of.issued, totalBps, BPS);
}

const dayIn = (row: FileRow, code: string): Day => parseRussianDay(row[code]!)!;
const sumIn = (row: FileRow, code: string): Kopecks => parseMoney(row[code]!)!;
const later = (one: Day, other: Day): Day => (one > other ? one : other);
const earlier = (one: Day, other: Day): Day => (one < other ? one : other);
