import type { InterestRight } from '../parties/interest-right.ts';
import { type LifeEventKind, type LifeSpan, lifeEventProblems } from '../parties/life-event.ts';
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
  family: 'На военной службе член семьи',
  mortgage: 'Ипотека: трудная жизненная ситуация',
} as const;
export type HolidayGround = keyof typeof HOLIDAY_GROUNDS;

export const HOLIDAY_KIND: Readonly<Record<HolidayGround, LifeEventKind>> = {
  income: 'holidays',
  emergency: 'holidays',
  service: 'service',
  family: 'family_service',
  mortgage: 'mortgage_holidays',
};

/**
 * Whether they last as long as the service does, however long, and begin on its first day; the schedule moves when it is over
 * (377-ФЗ, ст. 1 [K]; docs/decisions/0212). Others have months, and move it at once.
 */
export const isOpenEnded = (ground: HolidayGround): boolean => ground === 'service' || ground === 'family';

/** Months, at most: 353-ФЗ, ст. 6.1-2 [C]. */
export const MAX_HOLIDAY_MONTHS = 6;
/**
 * The mean of the two last months is at most so many hundredths of the mean of twelve. The law wants it down by more than 30 % [C]; exactly 30 % is
 * decided for the borrower (docs/decisions/0212).
 */
const INCOME_LEFT_PERCENT = 70;

/** On what a creditor may object to holidays that were taken; an operator judges it. */
export const HOLIDAY_OBJECTIONS = {
  income: 'Доход не снизился на 30\u00A0%',
  emergency: 'Чрезвычайной ситуации не было',
  service: 'Заёмщик не на службе',
  family: 'Член семьи не на службе',
  sum: 'Сумма займа больше предела',
  court: 'Решение суда в силе',
  bankruptcy: 'Заёмщик банкрот',
  again: 'Каникулы уже были по этому основанию',
} as const;
type HolidayObjection = keyof typeof HOLIDAY_OBJECTIONS;

/** Those that may be meant of holidays of a ground: no sum and no court stand in the way of a service. */
export const objectionsTo = (ground: HolidayGround): readonly HolidayObjection[] => [
  ...(ground === 'mortgage' ? [] : [ground]),
  ...(isOpenEnded(ground) ? [] : (['sum', 'court'] as const)),
  'bankruptcy',
  'again',
];

/** What holidays are judged by. What a registry does not say is decided for the borrower. */
export interface HolidayAsk {
  readonly ground: HolidayGround;
  /** Of open-ended ones null. */
  readonly months: number | null;
  /** The first day of a service; null of all else. */
  readonly since: Day | null;
  /** The loan is secured by a car, as its borrower says: the limit is higher. */
  readonly car: boolean;
  /** A month on average over the last twelve, in the last month but one, and in the last one; kopecks. */
  readonly incomeBefore: Kopecks | null;
  readonly incomePrevious: Kopecks | null;
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

type Problem = {
  readonly field: 'ground' | 'months' | 'since' | 'incomeBefore' | 'incomePrevious' | 'incomeNow';
  readonly message: string;
};

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
  return [...ofContract(ask, of), ...ofLife(ask, of), ...ofIncome(ask), ...ofDays(ask, of)];
}

function ofDays({ ground, months, since }: HolidayAsk, { today }: HolidayCase): Problem[] {
  if (isOpenEnded(ground)) {
    if (since === null) return [{ field: 'since', message: 'Назовите день, с которого идёт служба' }];
    const wrong = lifeEventProblems({ since, until: null }, today).since;
    return wrong === undefined ? [] : [{ field: 'since', message: wrong }];
  }
  const isRight = months !== null && Number.isInteger(months) && months >= 1 && months <= MAX_HOLIDAY_MONTHS;
  return isRight ? [] : [{ field: 'months', message: `От 1 до ${MAX_HOLIDAY_MONTHS} месяцев` }];
}

function ofContract({ ground, car }: HolidayAsk, of: HolidayCase): Problem[] {
  const { contractKind, issuedAmount, stage, today, rates } = of;
  const key = ground === 'mortgage' ? (contractKind === 'other' ? 'mortgage' : null) : loanKey(of);
  if (key === null) {
    return no(ground === 'mortgage' ? 'Этот договор не ипотека' : 'Каникулы дают только по кредитам и займам');
  }
  // The law of 2022 on service names no limit of the sum and no court [K]: decided for the borrower.
  if (isOpenEnded(ground)) {
    const isOpen = rateOn(rates, 'serviceHolidays', '', today)?.open === 1;
    return isOpen ? [] : no('Обратиться за каникулами на время службы закон разрешал до этого дня: сейчас их не взять');
  }
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
  return !isOpenEnded(ground) && taken.includes(ground) ? no('По этому основанию каникулы уже были') : [];
}

/** 353-ФЗ, ст. 6.1-2: the mean of the two months before the request against that of twelve [C]. */
function ofIncome({ ground, incomeBefore, incomePrevious, incomeNow }: HolidayAsk): Problem[] {
  if (ground !== 'income') return [];
  if (incomeBefore === null || incomeBefore === 0) {
    return [{ field: 'incomeBefore', message: 'Назовите средний доход за прошлые 12 месяцев' }];
  }
  if (incomePrevious === null) return [{ field: 'incomePrevious', message: 'Назовите доход за предпоследний месяц' }];
  if (incomeNow === null) return [{ field: 'incomeNow', message: 'Назовите доход за последний месяц' }];
  // Of both months together, so that nothing is rounded.
  const isDown = (incomePrevious + incomeNow) * 100 <= incomeBefore * 2 * INCOME_LEFT_PERCENT;
  if (isDown) return [];
  return [{ field: 'incomeNow', message: 'Средний доход за два месяца должен снизиться на 30\u00A0% или больше' }];
}

const no = (message: string): Problem[] => [{ field: 'ground', message }];
