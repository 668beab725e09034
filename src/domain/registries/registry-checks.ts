import { type ContractCaps, capExcesses } from '../money/overpayment-caps.ts';
import type { InterestRight } from '../parties/interest-right.ts';
import { addDays, type Day } from '../values/days.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { checkBirth, checkPassportIssued, warnPassportOutdated } from '../values/person-dates.ts';
import { type FullRow, fullColumns, type SimpleRow } from './registry-columns.ts';
import { isConsumerCredit, isForServices } from './registry-lists.ts';
import type { ProblemCode, Severity } from './registry-problems.ts';

/** What a row is judged against: the business day, and the law's ceilings when settings keep other ones. */
export interface Circumstances {
  readonly today: Day;
  /** The ceilings of consumer credit, by the day of a contract. */
  readonly caps: readonly ContractCaps[];
  /** Of the company whose registry it is. */
  readonly right: InterestRight;
}

type Known = FullRow & SimpleRow;
/** A row as far as it is read: null is empty or unreadable, undefined is no column of this kind of registry. */
type Draft = { readonly [Code in keyof Known]?: Known[Code] | null };
type Code = keyof Known;

interface Finding {
  readonly column: Code;
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
}

const error = (column: Code, code: ProblemCode, message: string): Finding[] => [
  { column, code, severity: 'error', message },
];
const warning = (column: Code, code: ProblemCode, message: string): Finding[] => [
  { column, code, severity: 'warning', message },
];
const fine: Finding[] = [];

/** The rules between the cells of a row (docs/domain.md §8.10 and §14). A cell that could not be read is judged by none. */
export function checkRow(row: Draft, circumstances: Circumstances): Finding[] {
  return checks.flatMap((check) => check(row, circumstances));
}

type Check = (row: Draft, circumstances: Circumstances) => Finding[];

/** A claim refreshed this long ago is stale. */
const freshDays = 30;
/** A contract that ends on a holiday may be paid so many days later at most, and is overdue on the day after. */
const daysToNextBusinessDay = 15;
/**
 * Above this one person's debt is out of the ordinary: 100 000 000 ₽, more than the largest loans to people. Rather a
 * column was mixed up or digits were doubled, so it is said; somebody may owe as much all the same.
 */
const UNUSUAL_DEBT = kopecks(10_000_000_000);
const unusualDebt = 'Необычно большая сумма для долга одного человека: проверьте, нет ли лишних цифр';
/** An old passport is good for so long after the birthday on which it must be replaced (постановление № 2267). */
const passportGraceDays = 90;

const passport = ['passportSeries', 'passportNumber', 'passportIssuedAt', 'passportIssuedBy'] as const;
const components = fullColumns.flatMap((column) => (column.rule.kind === 'component' ? [column.code as 'fee'] : []));

const checks: readonly Check[] = [
  ({ birthDate, contractDate }, { today }) => {
    if (!birthDate || birthDate > today) return fine;
    const message = checkBirth(birthDate, contractDate ?? today);
    return message === null ? fine : error('birthDate', 'AGE', contractDate ? `${message} на дату договора` : message);
  },
  ({ contractDate, overdueFrom }) =>
    isBefore(overdueFrom, contractDate)
      ? error('overdueFrom', 'DATE_ORDER', 'Просрочка началась раньше даты договора')
      : fine,
  ({ contractDate, contractEnd }) =>
    isBefore(contractEnd, contractDate)
      ? error('contractEnd', 'DATE_ORDER', 'Срок договора кончается раньше его даты')
      : fine,
  ({ overdueFrom, contractEnd, contractDate }) =>
    contractEnd &&
    !isBefore(contractEnd, contractDate) &&
    isBefore(addDays(contractEnd, daysToNextBusinessDay), overdueFrom)
      ? warning(
          'overdueFrom',
          'LIMITATION',
          'Просрочка началась позже конца договора: срок исковой давности считаем с конца договора',
        )
      : fine,
  ({ passportIssuedAt, birthDate }, { today }) => {
    if (!passportIssuedAt || !birthDate || passportIssuedAt > today) return fine;
    const message = checkPassportIssued(passportIssuedAt, birthDate, today);
    if (message !== null) return error('passportIssuedAt', 'DATE_ORDER', message);
    const outdated = warnPassportOutdated(passportIssuedAt, birthDate, today, passportGraceDays);
    return outdated === null ? fine : warning('passportIssuedAt', 'STALE', outdated);
  },
  (row) => {
    const sum = sumOf(row);
    if (sum === null || row.total === null || row.total === undefined || sum === row.total) return fine;
    return error('total', 'SUM_MISMATCH', 'Итог не равен сумме частей долга до копейки');
  },
  ({ minAmount, total }) =>
    minAmount && total && minAmount > total
      ? error('minAmount', 'RANGE', 'Минимальная сумма погашения больше всего долга')
      : fine,
  ({ asOf }, { today }) =>
    isBefore(asOf, addDays(today, -freshDays))
      ? warning('asOf', 'STALE', `Долг рассчитан больше ${freshDays} дней назад`)
      : fine,
  (row) =>
    row.stage && row.stage !== 'pretrial' ? needed(row, ['caseNo', 'court'], 'если стадия не досудебная') : fine,
  (row) => (row.basis === 'cession' ? needed(row, ['cedentName', 'cedentInn', 'cessionRef'], 'при уступке') : fine),
  ({ basis, cessionNotice }) =>
    basis === 'cession' && cessionNotice === null
      ? warning('cessionNotice', 'REQ', 'Не указано, когда заёмщику направлено уведомление об уступке')
      : fine,
  (row) => {
    const empty = passport.filter((code) => row[code] === null);
    // A file without passports is an ordinary one; half a passport is a slip.
    const [first] = empty.length < passport.length ? empty : [];
    return first ? warning(first, 'REQ', 'Паспорт заполнен не полностью') : fine;
  },
  (row) =>
    (['total', 'approxAmount'] as const).flatMap((code) =>
      (row[code] ?? 0) > UNUSUAL_DEBT ? warning(code, 'RANGE', unusualDebt) : fine,
    ),
  ({ contractKind }, { right }) =>
    contractKind && right === 'lender' && isForServices(contractKind)
      ? error(
          'contractKind',
          'DICT',
          'Кредитор, который выдаёт займы, долгов за ЖКУ и связь не загружает: укажите вид займа',
        )
      : fine,
  aboveCaps,
];

const isBefore = (day: Day | null | undefined, limit: Day | null | undefined): boolean =>
  day !== null && day !== undefined && limit !== null && limit !== undefined && day < limit;

function needed(row: Draft, codes: readonly Code[], when: string): Finding[] {
  return codes.flatMap((code) => (row[code] === null ? error(code, 'REQ', `Должно быть заполнено ${when}`) : fine));
}

/** The sum of all parts of the debt; null when one of them is unreadable or there are none in this registry. */
function sumOf(row: Draft): Kopecks | null {
  const parts: Kopecks[] = [];
  for (const code of components) {
    const part = row[code];
    if (part === null || part === undefined) return null;
    parts.push(part);
  }
  return sumKopecks(parts);
}

/** Ceilings of consumer credit; a warning, since part of the charges may be a court's award. */
function aboveCaps(row: Draft, { caps, right }: Circumstances): Finding[] {
  if (!row.contractDate || !isConsumerCredit(row.contractKind, right)) return fine;
  const charges = [row.interest, row.interestOverdue, row.penalty, row.fee].map((sum) => sum ?? kopecks(0));
  const { contractDate, contractEnd = null, issuedAmount = null, rate = null } = row;
  const excesses = capExcesses({ contractDate, contractEnd, issuedAmount, charges, rateBps: rate }, caps);
  return excesses.flatMap((excess) =>
    excess.kind === 'rate'
      ? warning(
          'rate',
          'LIMIT_CAP',
          `Ставка выше предела для договора с этой датой: ${percents(excess.dailyBps)} % в день`,
        )
      : warning(
          'total',
          'LIMIT_CAP',
          `Проценты, неустойка и комиссии вместе выше ${percents(excess.totalBps)} % суммы выдачи`,
        ),
  );
}

const percents = (points: number): string => String(points / 100).replace('.', ',');
