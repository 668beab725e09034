import { type ClaimPart, claimPartLabel } from '../money/debt-parts.ts';
import { timeZones } from '../places/time-zones.ts';
import type { Choice } from '../values/choice.ts';
import { bases, contactFlags, contractKinds, stages } from './registry-lists.ts';
import { inGroup, type RowOf } from './registry-rules.ts';

/**
 * The columns of a creditor's registry, the only list of them (docs/domain.md §14). Templates, the reading of files, the
 * judging of rows, messages, documents and screens are all made from it.
 */

const debtor = inGroup('debtor');
const passport = inGroup('passport');
const contacts = inGroup('contacts');
const contract = inGroup('contract');
const debt = inGroup('debt');
const terms = inGroup('terms');
const stage = inGroup('stage');
const basis = inGroup('basis');
const other = inGroup('other');

const past = { kind: 'day', past: true } as const;
const anyDay = { kind: 'day', past: false } as const;
const money = { kind: 'money' } as const;
const name = { kind: 'name' } as const;
const phone = { kind: 'phone' } as const;
const text = <const Max extends number>(max: Max) => ({ kind: 'text', max }) as const;
const oneOf = <const List extends readonly Choice[]>(list: List) => ({ kind: 'choice', list }) as const;
const required = { required: true } as const;
/** A part of the debt, called in the file as everywhere. */
const part = <const Code extends ClaimPart, const Required extends boolean = false>(
  code: Code,
  rest: { aliases: readonly string[]; required?: Required },
) => debt(code, claimPartLabel(code), { kind: 'component' }, rest);

/** The full registry: claims with the whole structure of the debt, enough to bargain. */
export const fullColumns = [
  other(
    'rowNo',
    '№ п/п',
    { kind: 'whole', least: 1, most: 1_048_576 },
    {
      aliases: ['№', 'п/п', 'номер п/п', 'номер по порядку', 'N п/п', 'номер строки'],
      hint: 'номер строки',
      debtorSees: false,
    },
  ),
  debtor(
    'debtorInn',
    'ИНН заёмщика',
    { kind: 'personInn' },
    {
      ...required,
      aliases: ['ИНН', 'ИНН должника', 'ИНН клиента', 'ИНН физлица', 'ИНН физического лица', 'ИНН ФЛ'],
    },
  ),
  debtor('lastName', 'Фамилия', name, { ...required, aliases: ['Фамилия заёмщика', 'Фамилия должника'] }),
  debtor('firstName', 'Имя', name, { ...required, aliases: ['Имя заёмщика', 'Имя должника'] }),
  debtor('middleName', 'Отчество', name, { aliases: ['Отчество заёмщика', 'Отчество должника'] }),
  debtor('birthDate', 'Дата рождения', past, { ...required, aliases: ['ДР', 'Дата рожд.', 'Дата рождения заёмщика'] }),
  passport(
    'passportSeries',
    'Серия',
    { kind: 'digits', length: 4 },
    {
      aliases: ['Серия паспорта', 'Паспорт серия', 'Паспорт: серия'],
    },
  ),
  passport(
    'passportNumber',
    'Номер паспорта',
    { kind: 'digits', length: 6 },
    {
      aliases: ['Паспорт номер', '№ паспорта', 'Паспорт: номер', 'Паспорт №'],
    },
  ),
  passport('passportIssuedAt', 'Дата выдачи', past, {
    aliases: ['Дата выдачи паспорта', 'Паспорт дата выдачи', 'Когда выдан', 'Паспорт: дата выдачи'],
  }),
  passport('passportIssuedBy', 'Кем выдан', text(300), {
    aliases: ['Кем выдан паспорт', 'Паспорт кем выдан', 'Орган, выдавший паспорт', 'Паспорт: кем выдан'],
  }),
  debtor('snils', 'СНИЛС', { kind: 'snils' }, { aliases: ['СНИЛС заёмщика', 'СНИЛС должника'] }),
  contacts('phone', 'Телефон', phone, {
    ...required,
    aliases: ['Мобильный телефон', 'Телефон заёмщика', 'Основной телефон', 'Моб. телефон', 'Номер телефона', 'тел.'],
  }),
  contacts('phone2', 'Доп. телефон', phone, {
    aliases: ['Дополнительный телефон', 'Телефон 2', 'Второй телефон', 'Телефон дополнительный'],
  }),
  contacts(
    'email',
    'E-mail (указан в договоре)',
    { kind: 'email' },
    {
      aliases: ['E-mail', 'Email', 'Почта', 'Электронная почта', 'Эл. почта', 'Адрес электронной почты'],
    },
  ),
  contacts('regAddress', 'Адрес регистрации', text(500), {
    aliases: ['Адрес', 'Адрес прописки', 'Адрес по прописке', 'Место регистрации'],
  }),
  contacts('tz', 'Часовой пояс', oneOf(timeZones), {
    aliases: ['Таймзона', 'Часовая зона', 'Timezone', 'UTC'],
    hint: 'МСК, МСК+5 …; пусто — по адресу',
    width: 15,
  }),
  contract('contractNumber', '№ договора', text(64), {
    ...required,
    aliases: ['Номер договора', 'Договор №', 'Договор', 'Номер кредитного договора', '№ кредитного договора', '№ КД'],
  }),
  contract('contractDate', 'Дата договора', past, {
    ...required,
    aliases: ['Дата заключения договора', 'Дата выдачи кредита', 'Дата выдачи займа', 'Дата КД', 'Договор от'],
  }),
  contract('contractKind', 'Вид договора', oneOf(contractKinds), {
    ...required,
    aliases: ['Тип договора', 'Продукт', 'Вид кредита', 'Вид займа', 'Тип продукта'],
  }),
  contract('issuedAmount', 'Сумма выдачи', money, {
    aliases: ['Сумма кредита', 'Сумма займа', 'Выданная сумма', 'Сумма по договору', 'Лимит'],
  }),
  contract(
    'rate',
    'Ставка, % годовых',
    { kind: 'percent' },
    {
      aliases: ['Ставка', 'Процентная ставка', '% ставка', 'Ставка годовых', 'Процентная ставка, % годовых'],
    },
  ),
  contract('contractEnd', 'Срок договора до', anyDay, {
    aliases: ['Дата окончания договора', 'Срок возврата', 'Дата возврата', 'Окончание договора'],
  }),
  contract('overdueFrom', 'Дата выхода на просрочку', past, {
    ...required,
    aliases: ['Дата просрочки', 'Начало просрочки', 'Дата начала просрочки', 'Дата возникновения просрочки'],
  }),
  part('principal', { ...required, aliases: ['ОД', 'Сумма основного долга', 'Тело долга'] }),
  part('interest', { aliases: ['Начисленные проценты', 'Сумма процентов', '%'] }),
  part('interestOverdue', { aliases: ['Проценты просроченные', 'ПП'] }),
  part('penalty', {
    aliases: ['Неустойка', 'Пени', 'Штрафы', 'Пени и штрафы', 'Пени, штрафы', 'Штрафы, пени', 'Штрафы и пени'],
  }),
  part('fee', { aliases: ['Комиссия', 'Сумма комиссий'] }),
  part('courtCost', {
    aliases: ['Госпошлина', 'Судебные расходы', 'Госпошлина, судебные расходы', 'Государственная пошлина'],
  }),
  debt('total', 'Итого задолженность', money, {
    ...required,
    aliases: ['Итого', 'Общая задолженность', 'Сумма долга', 'Всего', 'Итого долг', 'Общая сумма долга', 'ОСЗ'],
    hint: 'ровно сумма частей долга',
  }),
  debt('asOf', 'Дата расчёта долга', past, {
    ...required,
    aliases: ['Данные на дату', 'Дата расчёта', 'На дату', 'Долг на дату', 'Дата актуальности'],
  }),
  terms('minAmount', 'Минимальная сумма погашения', money, {
    aliases: ['Мин. сумма погашения', 'Минимальная сумма', 'Минимальный платёж'],
    hint: 'не больше всего долга',
    debtorSees: false,
  }),
  terms(
    'maxPayments',
    'Макс. число платежей',
    { kind: 'whole', least: 1, most: 60 },
    {
      aliases: ['Максимальное число платежей', 'Максимум платежей', 'Число платежей'],
      width: 13,
    },
  ),
  stage('stage', 'Стадия', oneOf(stages), { ...required, aliases: ['Стадия взыскания', 'Этап взыскания'], width: 28 }),
  stage('caseNo', '№ дела / исп. производства', text(100), {
    aliases: ['№ дела', 'Номер дела', '№ исп. производства', 'Номер исполнительного производства', '№ ИП'],
    hint: 'если стадия не досудебная',
  }),
  stage('court', 'Суд/ОСП', text(300), {
    aliases: ['Суд', 'ОСП', 'Наименование суда', 'Суд / ОСП'],
    hint: 'если стадия не досудебная',
  }),
  basis('basis', 'Основание требования', oneOf(bases), { ...required, aliases: ['Основание', 'Основание долга'] }),
  basis('cedentName', 'Цедент (наименование)', text(300), {
    aliases: ['Цедент', 'Наименование цедента', 'Первоначальный кредитор'],
    hint: 'при уступке',
  }),
  basis(
    'cedentInn',
    'ИНН цедента',
    { kind: 'organisationInn' },
    {
      aliases: ['ИНН первоначального кредитора'],
      hint: '10 цифр, при уступке',
    },
  ),
  basis('cessionRef', '№ и дата цессии', text(200), {
    aliases: ['Номер и дата цессии', 'Договор цессии', '№ и дата договора цессии', 'Договор уступки'],
    hint: 'при уступке',
  }),
  basis('cessionNotice', 'Уведомление об уступке направлено (дата)', past, {
    aliases: ['Уведомление об уступке', 'Дата уведомления об уступке', 'Уведомление об уступке направлено'],
  }),
  other('contactFlag', 'Ограничение взаимодействия', oneOf(contactFlags), {
    aliases: ['Ограничения взаимодействия', 'Ограничение контактов', 'Статус взаимодействия'],
    hint: 'из списка; пусто — разрешено',
    width: 24,
  }),
  other('externalId', 'Внешний код', text(64), {
    aliases: ['Внешний ID', 'ID', 'Код', 'ID клиента', 'ID договора', 'Внешний идентификатор'],
    debtorSees: false,
  }),
  other('comment', 'Комментарий', text(1000), {
    aliases: ['Примечание', 'Комментарии'],
    hint: 'до 1000 знаков, заёмщик не видит',
    debtorSees: false,
  }),
] as const;

type FullColumn = (typeof fullColumns)[number];
type FullCode = FullColumn['code'];

/** A column of the full list as it is there, or with another duty to fill it in. */
function taken<const Code extends FullCode>(code: Code): Extract<FullColumn, { code: Code }> {
  return fullColumns.find((column) => column.code === code) as Extract<FullColumn, { code: Code }>;
}
function freely<const C extends FullColumn>(column: C): Omit<C, 'required'> & { readonly required: false } {
  return { ...column, required: false };
}

/** The columns of the simple registry: enough to find a debtor and to tell him, not enough to bargain. */
export const simpleColumns = [
  taken('rowNo'),
  taken('debtorInn'),
  taken('lastName'),
  taken('firstName'),
  taken('middleName'),
  freely(taken('birthDate')),
  taken('phone'),
  taken('email'),
  freely(taken('contractNumber')),
  debt('approxAmount', 'Ориентировочная сумма долга', money, {
    aliases: ['Сумма долга', 'Ориентировочная сумма', 'Сумма задолженности', 'Долг', 'Сумма'],
    debtorSees: false,
  }),
  { ...freely(taken('overdueFrom')), hint: 'ДД.ММ.ГГГГ; пусто — предупредим о сроке давности' },
  freely(taken('contractKind')),
  taken('tz'),
  taken('contactFlag'),
  taken('externalId'),
  taken('comment'),
] as const;

export type FullRow = RowOf<typeof fullColumns>;
export type SimpleRow = RowOf<typeof simpleColumns>;

/** The two kinds of registry and their columns. */
export const registryColumns = { full: fullColumns, simple: simpleColumns } as const;
export type RegistryKind = keyof typeof registryColumns;

/** Raised when a column comes, goes or changes its meaning; an older template is read, with a warning. */
export const templateVersion = 1;
/** The hidden sheet of a template that keeps its kind and version, and the mark of its row of hints. */
export const templateMark = 'template_version';
export const hintMark = 'Подсказка';
/** The most rows of one registry (docs/domain.md §14). */
export const mostRegistryRows = 50_000;
