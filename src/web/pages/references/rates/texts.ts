import type { RateField } from '#domain/rates/rate-kinds.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { plural } from '#domain/values/text/words.ts';
import { formatCalendarDay } from '#web/ui/format.ts';

type Touched = Readonly<Partial<Record<'tariffs' | 'offers' | 'agreements' | 'payments', number | undefined>>>;

const quarters = ['I', 'II', 'III', 'IV'];
/** «IV квартал 2026 года» */
const quarterWords = (from: Day): string =>
  `${quarters[Math.floor((Number(from.slice(5, 7)) - 1) / 3)]} квартал ${from.slice(0, 4)}\u00A0года`;

const units: Partial<Record<RateField['holds'], string>> = {
  percent: 'процентов',
  kopecks: 'рублей',
  part: '1/…',
  yes: '«да» или «нет»',
};

/** How sure a source is, by its mark. */
const sureness = { C: 'правило видели', K: 'ждёт юриста' };

/** The words of the page of rates. */
export const ratesTexts = {
  about: 'Что закон устанавливает по дням: каждое действие берёт строку своего дня. Будущая строка подействует сама.',
  marks:
    'Об источнике сказано, проверен ли он: «правило видели» — на странице, где оно опубликовано, «ждёт юриста» — общеизвестно, но юрист его ещё подтвердит.',
  /** A source as people read it: how sure it is, is stored as a mark. */
  sourceWords: (source: string) => source.replaceAll(/\s?\[([CK])\]/g, (_, mark: 'C' | 'K') => ` (${sureness[mark]})`),
  averages: {
    title: 'Средние значения ПСК Банка России не введены',
    lead: 'Без них предел полной стоимости неизвестен: проценты разрешены не выше ставки договора, а где она неизвестна, не разрешены.',
    since: (from: Day) => `На ${quarterWords(from)}`,
    all: 'ни по одной категории',
    begun: 'Начавшийся квартал можно ввести и сейчас: строка подействует, как только её подтвердит второй человек.',
    todo: (until: Day) =>
      `До ${formatDay(until)} администратор предлагает их одной таблицей («Предложить строку», «Среднерыночная ПСК»), второй человек её подтверждает. Если Банк России делит категорию ещё и по сумме или кредитору, вводится меньшее значение; если Банк России приостановил применение предела, введите «Приостановку предела ПСК» со ссылкой на его решение.`,
  },
  keyRate: {
    title: (from: Day) => `Ключевая ставка не обновлялась с ${formatDay(from)}`,
    lead: 'Ей больше трёх месяцев, и неизвестно, действует ли она. Пени по ЖКУ считаются по меньшему из пределов, которые были при ней.',
    todo: 'Администратор предлагает новую строку («Предложить строку», «Ключевая ставка Банка России»), второй человек её подтверждает. Если ставка не менялась, введите её же со ссылкой на последнее решение.',
  },
  missingCalendar: {
    title: (years: readonly number[]) => `Производственный календарь на ${years.join(' и ')} год не введён`,
    lead: 'Сроки платежей считаются по Трудовому кодексу без переносов: платёж может прийтись на выходной, а рабочий день — считаться выходным.',
    todo: 'Администратор вводит постановление о переносе выходных («Предложить строку», «Производственный календарь»), второй человек подтверждает. Если переносов нет, предложите строку без них.',
  },
  propose: 'Предложить строку',
  form: {
    title: 'Предложить ставку или предел',
    kind: 'Что меняется',
    key: 'Для чего',
    day: (day: string) => `Действует строка того дня, к которому относится действие: ${day}`,
    from: 'С какого дня действует',
    periods: { quarter: 'На какой квартал', year: 'На какой год' },
    periodOf: (holds: string, day: Day) => (holds === 'year' ? `${day.slice(0, 4)} год` : quarterWords(day)),
    table:
      'Пустая строка не меняется. Можно вставить столбец или таблицу целиком: значения разойдутся по строкам, названные — по названиям.',
    labelOf: ({ label, holds }: RateField) => (units[holds] ? `${label}, ${units[holds]}` : label),
    now: (words: string) => `Сейчас: ${words}`,
    stepsHint: 'Ступень на строке: с какой суммы — сколько процентов. Первая от 0: «0 — 13», дальше «2 400 000 — 15»',
    movesHint: (year: number) =>
      `Вставьте текст постановления или пишите по строке: «02.01.${year} на 05.11.${year}». Без переносов оставьте пустым`,
    law: 'Закон или решение',
    lawHint: 'С номером и датой',
    link: 'Ссылка на него',
    linkHint: 'Официальное опубликование, сайт Банка России',
    preview: 'Что изменится',
    becomes: (name: string, now: readonly string[], before: readonly string[] | null) =>
      `${name ? `${name}. ` : ''}${now.join('; ') || 'Без переносов'}. ${before ? `Было: ${before.join('; ') || 'без переносов'}.` : 'Такой строки ещё нет.'}`,
    touches: (words: string) => `Заденет то, что открыто сейчас: ${words}.`,
    touchesNothing: 'Из того, что открыто сейчас, ничего не заденет.',
    late: 'Эта строка вводится позже своего дня.',
    second: (day: string, begun: boolean) =>
      begun
        ? 'Подействует сразу, когда это подтвердит второй человек в «Решениях вдвоём»: администратор или бухгалтер.'
        : `Подействует, когда до ${day} это подтвердит второй человек в «Решениях вдвоём»: администратор или бухгалтер.`,
    propose: 'Предложить',
    proposed: 'Предложено: ждёт второго человека',
  },
  calendar: {
    title: (year: number) => `Отметить в календаре ${year} года`,
    whichOne:
      'Нажмите выходной или праздник, который переносится, затем рабочий день, на который. Отмеченный перенос снимается нажатием.',
    whereTo: (day: string) => `${day} переносится: на какой рабочий день?`,
    months: [
      'Январь',
      'Февраль',
      'Март',
      'Апрель',
      'Май',
      'Июнь',
      'Июль',
      'Август',
      'Сентябрь',
      'Октябрь',
      'Ноябрь',
      'Декабрь',
    ],
    /** It begins with the number that is seen. */
    dayOf: (day: Day, isOff: boolean) => `${formatCalendarDay(day)}, ${isOff ? 'выходной' : 'рабочий'}`,
    workingDays: (count: number) => `Рабочих дней в году: ${count}`,
  },
  history: {
    title: 'Что предлагали',
    none: 'Изменений ещё не предлагали',
    of: (when: string, maker: string, status: string, decidedBy: string | null) =>
      `${when}, ${maker}. ${status}${decidedBy ? `: ${decidedBy}` : ''}`,
    statuses: {
      pending: 'Ждёт второго человека',
      approved: 'Утверждено',
      rejected: 'Отклонено',
      expired: 'Снято без решения',
    },
  },
  what: 'Что',
  from: 'С какого дня',
  state: 'Состояние',
  value: 'Значение',
  source: 'Источник',
  touches: 'Что заденет',
  states: { past: 'Прежняя', active: 'Действует', planned: 'Будущая' },
  touched: ({ tariffs, offers, agreements, payments }: Touched): string[] => [
    ...(tariffs ? [`${tariffs} ${plural(tariffs, ['тариф', 'тарифа', 'тарифов'])}`] : []),
    ...(offers ? [`${offers} ${plural(offers, ['предложение', 'предложения', 'предложений'])}`] : []),
    ...(agreements ? [`${agreements} ${plural(agreements, ['соглашение', 'соглашения', 'соглашений'])}`] : []),
    ...(payments ? [`${payments} ${plural(payments, ['платёж', 'платежа', 'платежей'])}`] : []),
  ],
};
