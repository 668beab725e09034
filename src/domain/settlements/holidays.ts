import type { InterestRight } from '../parties/interest-right.ts';
import type { LifeEventKind, LifeSpan } from '../parties/life-event.ts';
import { stoppingEvent } from '../parties/life-table.ts';
import type { RateKey } from '../rates/rate-kinds.ts';
import { type Rates, rateOn } from '../rates/rates.ts';
import { isConsumerCredit } from '../registries/registry-lists.ts';
import { type Day, formatDay } from '../values/days.ts';
import { formatMoney, type Kopecks } from '../values/money.ts';

/**
 * For what a borrower may take holidays without asking his creditor (353-ФЗ, ст. 6.1-1 and 6.1-2; 377-ФЗ), and the kind of event
 * that follows. Loans only, up to six months, once per ground (docs/decisions/0101).
 */
export const HOLIDAY_GROUNDS = {
  income: 'Доход снизился на 30\u00A0% или больше',
  emergency: 'Жильё пострадало от чрезвычайной ситуации',
  service: 'Мобилизация или военная служба',
  mortgage: 'Ипотека: трудная жизненная ситуация',
} as const;
export type HolidayGround = keyof typeof HOLIDAY_GROUNDS;

export const HOLIDAY_KIND: Readonly<Record<HolidayGround, LifeEventKind>> = {
  income: 'holidays',
  emergency: 'holidays',
  service: 'service',
  mortgage: 'mortgage_holidays',
};

/** Months, at most: 353-ФЗ, ст. 6.1-2 [C]. */
export const MAX_HOLIDAY_MONTHS = 6;
/** What is left of the income is at most so many hundredths of what it was: down by 30 % or more [C]. */
const INCOME_LEFT_PERCENT = 70;

/** On what a creditor may object to holidays that were taken; an operator judges it. */
export const HOLIDAY_OBJECTIONS = {
  income: 'Доход не снизился на 30\u00A0%',
  emergency: 'Чрезвычайной ситуации не было',
  service: 'Заёмщик не на службе',
  sum: 'Сумма займа больше предела',
  court: 'Решение суда в силе',
  bankruptcy: 'Заёмщик банкрот',
  again: 'Каникулы уже были по этому основанию',
} as const;

/** What holidays are judged by. What a registry does not say is decided for the borrower. */
export interface HolidayAsk {
  readonly ground: HolidayGround;
  readonly months: number;
  /** The loan is secured by a car, as its borrower says: the limit is higher. */
  readonly car: boolean;
  /** A month on average over the last year, and in the last month; kopecks. */
  readonly incomeBefore: Kopecks | null;
  readonly incomeNow: Kopecks | null;
}

export interface HolidayCase {
  readonly contractKind: string;
  /** Of the creditor. */
  readonly right: InterestRight;
  /** What was lent; null where nobody knows. */
  readonly issuedAmount: Kopecks | null;
  readonly stage: string | null;
  /** What has been confirmed of the borrower's life for this agreement. */
  readonly life: readonly LifeSpan[];
  /** Grounds for which he has had holidays on this contract. */
  readonly taken: readonly HolidayGround[];
  /** Grounds of holidays that two operators have ended because the creditor's objection was right. */
  readonly denied: readonly HolidayGround[];
  readonly today: Day;
  readonly rates: Rates;
}

type Problem = { readonly field: 'ground' | 'months' | 'incomeBefore' | 'incomeNow'; readonly message: string };

/** Whose ceiling of the sum a loan has; null for what is none. «Прочее» of a lender is one (docs/decisions/0129). */
function loanKey({ contractKind, right }: Pick<HolidayCase, 'contractKind' | 'right'>): RateKey<'holidayCap'> | null {
  if (contractKind === 'card') return 'card';
  return isConsumerCredit(contractKind, right) ? 'loan' : null;
}

/** Whether the law may give holidays on a contract at all: on loans, and on what may be a mortgage. */
export const mayHaveHolidays = (contractKind: string): boolean =>
  contractKind === 'other' || isConsumerCredit(contractKind, 'none');

/** Why holidays are no right of this borrower, by field; nothing when he may take them. */
export function holidayProblems(ask: HolidayAsk, of: HolidayCase): Problem[] {
  const problems = [...ofContract(ask, of), ...ofLife(ask, of), ...ofIncome(ask)];
  if (!Number.isInteger(ask.months) || ask.months < 1 || ask.months > MAX_HOLIDAY_MONTHS) {
    problems.push({ field: 'months', message: `От 1 до ${MAX_HOLIDAY_MONTHS} месяцев` });
  }
  return problems;
}

function ofContract({ ground, car }: HolidayAsk, of: HolidayCase): Problem[] {
  const { contractKind, issuedAmount, stage, today, rates } = of;
  const key = ground === 'mortgage' ? (contractKind === 'other' ? 'mortgage' : null) : loanKey(of);
  if (key === null) {
    return no(ground === 'mortgage' ? 'Этот договор не ипотека' : 'Каникулы дают только по кредитам и займам');
  }
  // The law of 2022 on service names no limit of the sum and no court [K]: decided for the borrower.
  if (ground === 'service') return [];
  if (stage === 'enforcement')
    return no(
      'Кредитор сообщает, что решение суда уже исполняют приставы: каникул по закону тогда нет. Приставов нет? Скажите об этом на странице долга',
    );
  const capKey = car && key === 'loan' ? 'car' : key;
  const cap = rateOn(rates, 'holidayCap', capKey, today)?.amount;
  if (issuedAmount === null || cap === undefined || issuedAmount <= cap) return [];
  return no(`Сумма займа больше предела для каникул: ${formatMoney(cap as Kopecks)}`);
}

function ofLife({ ground }: HolidayAsk, { life, taken, denied, today }: HolidayCase): Problem[] {
  if (denied.includes(ground)) {
    return no(
      'Каникулы по этому основанию завершены по возражению кредитора. Если основание появилось, напишите в поддержку',
    );
  }
  const bankrupt = stoppingEvent(
    life.filter(({ kind }) => kind.startsWith('bankruptcy')),
    'payments',
    today,
  );
  if (bankrupt) return no('Идёт банкротство: каникул по закону нет');
  const other = stoppingEvent(
    life.filter(({ kind }) => Object.values(HOLIDAY_KIND).includes(kind)),
    'payments',
    today,
  );
  if (other) return no(`Каникулы уже идут${other.until === null ? '' : ` по ${formatDay(other.until)}`}`);
  return ground !== 'service' && taken.includes(ground) ? no('По этому основанию каникулы уже были') : [];
}

function ofIncome({ ground, incomeBefore, incomeNow }: HolidayAsk): Problem[] {
  if (ground !== 'income') return [];
  if (incomeBefore === null || incomeBefore === 0) {
    return [{ field: 'incomeBefore', message: 'Назовите средний доход за прошлые 12 месяцев' }];
  }
  if (incomeNow === null) return [{ field: 'incomeNow', message: 'Назовите доход за последний месяц' }];
  const isDown = incomeNow * 100 <= incomeBefore * INCOME_LEFT_PERCENT;
  return isDown ? [] : [{ field: 'incomeNow', message: 'Доход должен снизиться на 30\u00A0% или больше' }];
}

const no = (message: string): Problem[] => [{ field: 'ground', message }];
