import { type RegistryKind, registryColumns } from '#domain/registries/registry-columns.ts';
import { addDays, type Day, formatDay } from '#domain/values/days.ts';

/**
 * Makers of realistic registries for the demonstration, the tests and the benches: the same seed gives the same rows.
 * A row is what a creditor's file holds: texts by the code of the column.
 */
export type FileRow = Partial<Record<string, string>>;

/** What kind of creditor it is decides the sums, the contracts and where the claims come from. */
type Creditor = 'bank' | 'microlender' | 'collector';

export interface GeneratedRegistry {
  creditor: Creditor;
  seed: number;
  /** The day of the file: debts are counted a few days before it. */
  today: Day;
}

const lastNames =
  'Смирнов Кузнецов Попов Соколов Лебедев Козлов Новиков Морозов Волков Соловьёв Васильев Зайцев Павлов Семёнов Голубев Виноградов Богданов Воробьёв Фёдоров Михайлов Беляев Тарасов Белов Комаров Орлов Киселёв Макаров Андреев Ковалёв Ильин Гусев Титов Кузьмин Кудрявцев Баранов Куликов Алексеев Степанов Яковлев Сорокин Сергеев Романов Захаров Борисов Королёв Герасимов Пономарёв Григорьев Лазарев Медведев Ершов Никитин Соболев Рябов Поляков Цветков Данилов Жуков Фролов Журавлёв Николаев Крылов Максимов Сидоров Осипов Белоусов Федотов Дорофеев Егоров Матвеев Бобров Дмитриев Калинин Анисимов Петухов Антонов Тимофеев Никифоров Веселов Филиппов Марков Большаков Суханов Миронов Ширяев Александров Коновалов Шестаков Казаков Ефимов Денисов Громов Фомин Давыдов Мельников Щербаков Блинов Колесников Карпов Афанасьев Власов Маслов Исаков Тихонов Аксёнов Гаврилов Родионов Котов Горбунов Кудряшов Быков Зуев Третьяков Савельев Панов Рыбаков Суворов Абрамов Воронов Мухин Архипов Трофимов Мартынов Емельянов Горшков Чернов Овчинников Селезнёв Панфилов Копылов Михеев Галкин Назаров Лобанов Лукин Беляков Потапов Некрасов Хохлов Жданов Наумов Шилов Воронцов Ермаков Дроздов Игнатьев Савин Логинов Сафонов Капустин Кириллов Моисеев Елисеев Кошелев Костин Горбачёв Орехов Ефремов Исаев Евдокимов Калашников Кабанов Носков Юдин Кулагин Лапин Прохоров Нестеров Харитонов Агафонов Муравьёв Ларионов Федосеев Зимин Пахомов Шубин Игнатов Филатов Крюков Рогов Кулаков Терентьев Молчанов Владимиров Артемьев Гурьев Зиновьев Гришин Кононов Дементьев Ситников Симонов Мишин Фадеев Комиссаров Мамонтов Носов Гуляев Шаров Устинов Вишняков Евсеев Лаврентьев Брагин Константинов Корнилов Авдеев Зыков Бирюков Шарапов Никонов Щукин Дьячков Одинцов Сазонов Якушев Красильников Гордеев Самойлов Князев Беспалов Уваров Шашков Бобылёв Доронин Белозёров Рожков Самсонов Мясников Лихачёв Буров Сысоев Фомичёв Русаков Стрелков Гущин Тетерин Колобов Субботин Фокин Блохин Селиверстов Пестов Кондратьев Силин Меркушев Лыткин Туров'.split(
    ' ',
  );
const men =
  'Александр Сергей Дмитрий Андрей Алексей Максим Евгений Иван Михаил Николай Владимир Артём Павел Роман Олег Игорь Виктор Юрий Денис Антон'.split(
    ' ',
  );
const women =
  'Елена Ольга Наталья Анна Татьяна Ирина Светлана Мария Екатерина Юлия Марина Людмила Галина Оксана Виктория Вера Надежда Алина Дарья Ксения'.split(
    ' ',
  );
const fathers =
  'Александров Сергеев Дмитриев Андреев Алексеев Максимов Евгеньев Иванов Михайлов Николаев Владимиров Павлов Романов Олегов Викторов Юрьев Денисов Антонов'.split(
    ' ',
  );
const places = [
  ['г. Москва, ул. Профсоюзная', 'МСК'],
  ['г. Казань, ул. Баумана', 'МСК'],
  ['г. Самара, ул. Ленинградская', 'МСК+1'],
  ['г. Екатеринбург, ул. Малышева', 'МСК+2'],
  ['г. Омск, ул. Масленникова', 'МСК+3'],
  ['г. Красноярск, пр. Мира', 'МСК+4'],
  ['г. Иркутск, ул. Карла Маркса', 'МСК+5'],
  ['г. Хабаровск, ул. Муравьёва-Амурского', 'МСК+7'],
] as const;

const kinds: Record<Creditor, readonly string[]> = {
  bank: ['Потребкредит', 'Карта', 'Потребкредит'],
  microlender: ['Микрозайм'],
  collector: ['Микрозайм', 'Потребкредит', 'Карта', 'Связь'],
};
/** The debt in roubles, from and to. */
const debts: Record<Creditor, readonly [number, number]> = {
  bank: [40_000, 900_000],
  microlender: [3_000, 60_000],
  collector: [5_000, 250_000],
};
const prefixes: Record<Creditor, string> = { bank: 'КД', microlender: 'МЗ', collector: 'Ц' };

/** Numbers that look random and are always the same: mulberry32. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  return { whole, one, chance: (share: number) => next() < share };
}
type Dice = ReturnType<typeof seededRandom>;

/** An ИНН of a person with its right control digits, made of ten free ones. */
export function innOf(free: number): string {
  const digits = Array.from(String(free).padStart(10, '0'), Number);
  for (const weights of [
    [7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
    [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
  ]) {
    digits.push((weights.reduce((sum, weight, index) => sum + weight * digits[index]!, 0) % 11) % 10);
  }
  return digits.join('');
}

const day = (value: Day): string => formatDay(value);
/** Kopecks as files write them. */
export const money = (kopecks: number): string =>
  `${Math.floor(kopecks / 100)},${String(kopecks % 100).padStart(2, '0')}`;

/** One debtor of a portfolio, known by his number in it. */
function person(roll: Dice, seed: number, index: number): FileRow {
  const isWoman = roll.chance(0.5);
  const father = roll.one(fathers);
  const [street, zone] = roll.one(places);
  return {
    debtorInn: innOf(1_600_000_000 + (((seed % 400) * 10_000_019 + index * 7) % 8_000_000_000)),
    lastName: roll.one(lastNames) + (isWoman ? 'а' : ''),
    firstName: roll.one(isWoman ? women : men),
    middleName: roll.chance(0.03) ? '' : father + (isWoman ? 'на' : 'ич'),
    birthDate: `${String(roll.whole(1, 28)).padStart(2, '0')}.${String(roll.whole(1, 12)).padStart(2, '0')}.${roll.whole(1955, 2001)}`,
    phone: `+79${String(roll.whole(0, 999_999_999)).padStart(9, '0')}`,
    email: roll.chance(0.6) ? `debtor${seed}-${index}@mail.example` : '',
    regAddress: `${street}, д. ${roll.whole(1, 120)}, кв. ${roll.whole(1, 300)}`,
    tz: zone,
    contactFlag: roll.chance(0.03) ? roll.one(['Отказ', 'Банкрот', 'Через представителя', 'Стационар']) : '',
  };
}

/** Rows of a full registry from one number of a debtor to another. @param from the first, counted from 0 */
export function* fullRows({ creditor, seed, today }: GeneratedRegistry, from: number, to: number): Generator<FileRow> {
  for (let index = from; index < to; index++) {
    const roll = seededRandom(seed * 1_000_003 + index);
    const debtor = person(roll, seed, index);
    yield { ...debtor, ...passport(roll), ...claim(roll, { creditor, seed, today }, index), rowNo: String(index + 1) };
  }
}

/** Rows of a simple registry: enough to find a debtor. */
export function* simpleRows(
  { creditor, seed, today }: GeneratedRegistry,
  from: number,
  to: number,
): Generator<FileRow> {
  for (let index = from; index < to; index++) {
    const roll = seededRandom(seed * 1_000_003 + index);
    const debtor = person(roll, seed, index);
    passport(roll);
    const { contractNumber, contractKind, overdueFrom, total, externalId } = claim(
      roll,
      { creditor, seed, today },
      index,
    );
    yield {
      ...debtor,
      rowNo: String(index + 1),
      contractNumber: roll.chance(0.2) ? '' : contractNumber,
      contractKind,
      overdueFrom,
      approxAmount: total,
      externalId,
    };
  }
}

function passport(roll: Dice): FileRow {
  if (roll.chance(0.1)) return {};
  return {
    passportSeries: `${roll.whole(10, 99)}${roll.whole(10, 24)}`,
    passportNumber: String(roll.whole(100_000, 999_999)),
    passportIssuedAt: day(addDays('2018-01-15' as Day, roll.whole(0, 2_000))),
    passportIssuedBy: 'ОВД по району',
  };
}

/** Before it everything that was acquired was overdue already. */
export const cededDaysAgo = 150;

/** By which deed the collector has acquired what it has. */
export const cession = (today: Day): FileRow => ({
  basis: 'Уступка',
  cedentName: 'ООО МКК «Альфа»',
  cedentInn: '7707083893',
  cessionRef: `№ 17/Ц от ${day(addDays(today, -cededDaysAgo))}`,
});

function claim(roll: Dice, { creditor, seed, today }: GeneratedRegistry, index: number): FileRow {
  const number = `${prefixes[creditor]}-${seed}-${String(index + 1).padStart(7, '0')}`;
  // What a collector has acquired was overdue before the deed.
  const overdue = roll.whole(creditor === 'collector' ? cededDaysAgo + 30 : 20, 1_300);
  const signed = roll.whole(overdue + 30, overdue + 900);
  const [least, most] = debts[creditor];
  const issued = roll.whole(least, most) * 100;
  const principal = Math.max(100, Math.floor((issued * roll.whole(30, 100)) / 100));
  // The law caps everything above the principal; most files keep well under it.
  const part = (percent: number): number => Math.floor((principal * roll.whole(0, percent * 100)) / 10_000);
  const parts = {
    interest: part(25),
    interestOverdue: part(10),
    penalty: part(15),
    fee: roll.chance(0.1) ? part(3) : 0,
  };
  const inCourt = roll.chance(0.25);
  const courtCost = inCourt ? roll.whole(20_000, 700_000) : 0;
  const total = principal + parts.interest + parts.interestOverdue + parts.penalty + parts.fee + courtCost;
  return {
    contractNumber: number,
    contractDate: day(addDays(today, -signed)),
    contractKind: roll.one(kinds[creditor]),
    issuedAmount: money(issued),
    rate: creditor === 'microlender' ? '292' : String(roll.whole(12, 39)),
    contractEnd: day(addDays(today, endOf(creditor, { signed, overdue }) + roll.whole(30, 720))),
    overdueFrom: day(addDays(today, -overdue)),
    principal: money(principal),
    interest: money(parts.interest),
    interestOverdue: money(parts.interestOverdue),
    penalty: money(parts.penalty),
    fee: money(parts.fee),
    courtCost: money(courtCost),
    total: money(total),
    asOf: day(addDays(today, -roll.whole(1, 5))),
    minAmount: roll.chance(0.3) ? money(Math.floor(total / 2)) : '',
    maxPayments: roll.chance(0.5) ? String(roll.whole(3, 24)) : '',
    stage: inCourt ? roll.one(['Судебная', 'Исполнительное производство']) : 'Досудебная',
    ...(inCourt && { caseNo: `2-${roll.whole(100, 9_999)}/2025`, court: 'Мировой суд, участок № 12' }),
    ...(creditor === 'collector'
      ? {
          ...cession(today),
          cessionNotice: day(addDays(today, -roll.whole(10, cededDaysAgo - 5))),
        }
      : { basis: 'Первичный кредитор' }),
    externalId: `id-${number}`,
  };
}

/** From which day, counted from today, a contract may end: of a bank, and of whoever buys its debts, no sooner than in two years. */
const endOf = (creditor: GeneratedRegistry['creditor'], { signed, overdue }: { signed: number; overdue: number }) =>
  creditor === 'microlender' ? -overdue : Math.max(-overdue, -signed + 731);

/** Spoils some rows in the ways that files of creditors are spoilt. */
export function* withMistakes(rows: Iterable<FileRow>, seed: number, share: number): Generator<FileRow> {
  const roll = seededRandom(seed);
  for (const row of rows) {
    if (!roll.chance(share)) yield row;
    else {
      const spoilt = roll.one<FileRow>([
        { debtorInn: `${row['debtorInn']!.slice(0, 11)}${(Number(row['debtorInn']![11]) + 1) % 10}` },
        { phone: '+7916' },
        { lastName: '' },
        { birthDate: '31.02.1990' },
        'total' in row ? { total: '1,00' } : { approxAmount: 'много' },
        { overdueFrom: '15.07.2099' },
      ]);
      yield { ...row, ...spoilt };
    }
  }
}

/** A file of such rows as creditors' programs write them: csv with semicolons. */
export function csvOf(kind: RegistryKind, rows: Iterable<FileRow>): string {
  const columns = registryColumns[kind];
  const lines = [columns.map(({ header }) => quoted(header)).join(';')];
  for (const row of rows) lines.push(columns.map(({ code }) => quoted(row[code] ?? '')).join(';'));
  return `${lines.join('\r\n')}\r\n`;
}

const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
