import type { Day } from '../values/days.ts';

/** What a field of a row holds, which says how it is typed, judged and shown. */
export type RateField =
  | { readonly label: string; readonly holds: 'percent'; readonly max: number }
  /** What may only be lowered is never above the last row that the program knows of the law. */
  | { readonly label: string; readonly holds: 'kopecks'; readonly onlyLower?: true }
  | { readonly label: string; readonly holds: 'days' }
  /** 1 is yes, 0 is no. */
  | { readonly label: string; readonly holds: 'yes' }
  /** A part of a rate, by its denominator: 300 is 1/300. */
  | { readonly label: string; readonly holds: 'part' }
  /** Steps of a scale: a percent of what is above each sum. */
  | { readonly label: string; readonly holds: 'steps' }
  /** Days off moved by a decree: a day that is worked, and the day given for it. */
  | { readonly label: string; readonly holds: 'moves' };

/** A step of a scale: of what is above the sum, kopecks, so much is taken. */
export type ScaleStep = { readonly above: number; readonly rateBps: number };
/** The day off that is worked or was a holiday anyway, and the day off given for it. */
export type MovedDay = { readonly from: Day; readonly to: Day };

/** What one field of a row holds. */
type RateFieldValue = number | readonly ScaleStep[] | readonly MovedDay[];
/** What a row says, field by field, where its kind is not known beforehand. */
export type RateFields = Readonly<Record<string, RateFieldValue>>;

type ValueOf<F> = F extends { holds: 'steps' }
  ? readonly ScaleStep[]
  : F extends { holds: 'moves' }
    ? readonly MovedDay[]
    : number;

interface RateKindRules {
  readonly title: string;
  /** Whose day a use takes the row of. */
  readonly day: string;
  /** What is told apart within the kind; one key is called nothing. */
  readonly keys: Readonly<Record<string, string>>;
  /** A row holds until the next one, or for the quarter or the year that it begins alone. */
  readonly holds: 'onwards' | 'quarter' | 'year';
  readonly fields: Readonly<Record<string, RateField>>;
  /** What is open when a row begins and is counted by it from then on. */
  readonly touches: readonly RateTouch[];
  /** What a row that is entered after its day does to what has been counted. */
  readonly late: string;
}

export type RateTouch = 'tariffs' | 'offers' | 'agreements' | 'payments';

const percent = (label: string, max = 10_000) => ({ label, holds: 'percent', max }) as const;
const one = { '': '' } as const;
/** Categories of credit, of which the Bank of Russia publishes the average full cost of a quarter. */
const creditCategories = {
  microloanTo30: 'Микрозаём до 30 дней',
  microloanTo60: 'Микрозаём 31–60 дней',
  microloanTo180: 'Микрозаём 61–180 дней',
  microloanTo365: 'Микрозаём 181–365 дней',
  microloanOver365: 'Микрозаём свыше года',
  creditTo365: 'Нецелевой кредит до года',
  creditOver365: 'Нецелевой кредит свыше года',
  card: 'Кредитная карта',
} as const;

const offersStay = 'Заключённые соглашения остаются; предложения, которые ждут ответа, проверяются по этой строке.';
const penaltyAnew = 'Пени по соглашениям о ЖКУ считаются заново за все дни, не выше согласованных.';

/**
 * What the law sets by days, declared once: the forms, the judging, the page and the types of the values follow from it
 * (docs/decisions/0091).
 */
export const RATE_KINDS = {
  vat: {
    title: 'НДС',
    day: 'день оказания услуги',
    keys: {
      general: 'Общий режим',
      exempt: 'УСН, освобождение',
      reduced5: 'УСН, пониженная 5\u00A0%',
      reduced7: 'УСН, пониженная 7\u00A0%',
    },
    touches: ['tariffs', 'agreements'],
    holds: 'onwards',
    late: 'Прошедшие услуги и выставленные счета остаются: их исправляют отдельно.',
    fields: { rateBps: percent('Ставка') },
  },
  overpaymentCap: {
    title: 'Предел переплаты по займу до года',
    day: 'день исходного договора',
    keys: one,
    touches: ['offers'],
    holds: 'onwards',
    late: offersStay,
    fields: { totalBps: percent('Все начисления, от суммы займа', 100_000) },
  },
  dailyRateCap: {
    title: 'Предел ставки в день',
    day: 'день исходного договора',
    keys: one,
    touches: ['offers'],
    holds: 'onwards',
    late: offersStay,
    fields: { rateBps: percent('Ставка в день', 200) },
  },
  fullCostCeiling: {
    title: 'Предел ПСК',
    day: 'день соглашения',
    keys: one,
    touches: ['offers'],
    holds: 'onwards',
    late: offersStay,
    fields: { rateBps: percent('ПСК в год', 100_000) },
  },
  fullCostAverage: {
    title: 'Среднерыночная ПСК Банка России',
    day: 'день соглашения',
    keys: creditCategories,
    touches: ['offers'],
    holds: 'quarter',
    late: offersStay,
    fields: { rateBps: percent('Среднее за квартал; предел — на треть больше', 100_000) },
  },
  // 353-ФЗ, ст. 6, ч. 11: the Bank may suspend the third above the average [C]; what nobody has typed is no suspension.
  fullCostSuspension: {
    title: 'Приостановка предела ПСК Банком России',
    day: 'день соглашения',
    keys: creditCategories,
    touches: ['offers'],
    holds: 'quarter',
    late: offersStay,
    fields: { suspended: { label: 'Треть сверх среднего не применяется', holds: 'yes' } },
  },
  loanPenaltyCap: {
    title: 'Предел неустойки по потребительскому займу',
    day: 'день соглашения',
    keys: one,
    touches: ['offers'],
    holds: 'onwards',
    late: offersStay,
    fields: {
      withInterestYearBps: percent('Пока идут проценты, в год'),
      withoutInterestDayBps: percent('Когда проценты не идут, в день', 100),
    },
  },
  utilityPenaltyCap: {
    title: 'Пени по ЖКУ',
    day: 'каждый день просрочки',
    keys: { utilities: 'Жилищно-коммунальные услуги', capitalRepair: 'Взнос на капитальный ремонт' },
    touches: ['agreements'],
    holds: 'onwards',
    late: penaltyAnew,
    fields: {
      freeDays: { label: 'Дней без пеней', holds: 'days' },
      firstPart: { label: 'Затем доля ставки в день', holds: 'part' },
      secondFrom: { label: 'С какого дня больше', holds: 'days' },
      secondPart: { label: 'С этого дня доля ставки в день', holds: 'part' },
      rateCeilingBps: percent('Ставка не больше'),
    },
  },
  keyRate: {
    title: 'Ключевая ставка Банка России',
    day: 'каждый день просрочки',
    keys: one,
    touches: ['agreements'],
    holds: 'onwards',
    late: penaltyAnew,
    fields: { rateBps: percent('Ставка в год', 100_000) },
  },
  incomeTax: {
    title: 'НДФЛ',
    day: 'день прощения',
    keys: { resident: 'Резидент', nonResident: 'Нерезидент' },
    touches: ['offers'],
    holds: 'onwards',
    late: 'Подписанные документы остаются: новые считаются по этой строке.',
    fields: {
      steps: { label: 'Ступени', holds: 'steps' },
      freeAmount: { label: 'Подарки без налога, в год', holds: 'kopecks' },
    },
  },
  paymentLimit: {
    title: 'Платёж за один раз по уровню идентификации',
    day: 'день платежа и день принятия условий',
    keys: { none: 'Без идентификации', simplified: 'Упрощённая идентификация' },
    touches: ['offers', 'payments'],
    holds: 'onwards',
    late: 'Принятые платежи и подписанные условия остаются.',
    // 115-ФЗ: the platform may ask for more caution than the law, never for less.
    fields: { amount: { label: 'Не больше', holds: 'kopecks', onlyLower: true } },
  },
  holidayCap: {
    title: 'Предел займа для кредитных каникул',
    day: 'день обращения за каникулами',
    keys: {
      loan: 'Потребительский кредит или заём',
      card: 'Кредитная карта',
      car: 'Под залог автомобиля',
      mortgage: 'Ипотека',
    },
    touches: ['agreements'],
    holds: 'onwards',
    late: 'Взятые каникулы остаются.',
    fields: { amount: { label: 'Сумма займа не больше', holds: 'kopecks' } },
  },
  serviceHolidays: {
    title: 'Каникулы на время военной службы',
    day: 'день обращения и день конца службы',
    keys: one,
    touches: ['agreements'],
    holds: 'onwards',
    late: 'Взятые каникулы остаются.',
    fields: {
      open: { label: 'Взять можно', holds: 'yes' },
      daysAfter: { label: 'Дней после конца службы', holds: 'days' },
    },
  },
  calendar: {
    title: 'Производственный календарь',
    day: 'год дня',
    keys: one,
    touches: ['offers'],
    holds: 'year',
    late: 'Неоплаченные платежи, срок которых попал на выходной, переносятся на рабочий день после него.',
    fields: { moved: { label: 'Перенесённые выходные', holds: 'moves' } },
  },
} as const satisfies Readonly<Record<string, RateKindRules>>;

export type RateKind = keyof typeof RATE_KINDS;
export type RateKey<K extends RateKind = RateKind> = K extends RateKind ? keyof (typeof RATE_KINDS)[K]['keys'] : never;
export type RateValue<K extends RateKind = RateKind> = {
  readonly [Field in keyof (typeof RATE_KINDS)[K]['fields']]: ValueOf<(typeof RATE_KINDS)[K]['fields'][Field]>;
};

/** The fields of a kind by their names. */
export const fieldsOf = (kind: RateKind): [string, RateField][] => Object.entries(RATE_KINDS[kind].fields);
/** What the keys of a kind are called. */
export const keysOf = (kind: RateKind): Readonly<Record<string, string>> => RATE_KINDS[kind].keys;

/** «НДС: общий режим» */
export function rateTitle(kind: RateKind, key: string): string {
  const name = keysOf(kind)[key];
  return name ? `${RATE_KINDS[kind].title}: ${name}` : RATE_KINDS[kind].title;
}
