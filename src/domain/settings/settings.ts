import { RETENTION } from './retention.ts';
import type { Settings, ValuesOf } from './setting.ts';

/** How people come to terms here. */
const WORK = {
  creditorAnswerDays: {
    label: 'Ответ кредитора на заявку',
    help: 'Сколько рабочих дней у кредитора на ответ. Действует на заявки, переданные после изменения.',
    kind: 'workingDays',
    min: 1,
    max: 30,
    defaultValue: 5,
  },
  rejectionAnswerDays: {
    label: 'Ответ кредитора на отказ',
    help: 'Сколько рабочих дней у кредитора, чтобы отозвать или исправить долг, с которым заёмщик не согласен. Действует на новые ответы.',
    kind: 'workingDays',
    min: 1,
    max: 30,
    defaultValue: 10,
  },
  fullClaimDays: {
    label: 'Точная сумма признанного долга',
    help: 'Сколько рабочих дней у кредитора, чтобы загрузить полный реестр после ответа «Это мой долг». Действует на новые ответы.',
    kind: 'workingDays',
    min: 1,
    max: 30,
    defaultValue: 5,
  },
  reconsiderDays: {
    label: 'Время передумать',
    help: 'Сколько дней заёмщик, отклонивший запись упрощённого реестра, может её принять.',
    kind: 'days',
    min: 1,
    max: 90,
    defaultValue: 30,
  },
  feedbackDays: {
    label: 'Оценка урегулирования',
    help: 'Сколько дней после закрытия заёмщик может поставить оценку и изменить отзыв.',
    kind: 'days',
    min: 1,
    max: 365,
    defaultValue: 30,
  },
  debtorLetters: {
    label: 'Письма заёмщикам, которых нет на площадке',
    help: 'Выключено: кредиторы не поручают новых писем, а порученные ждут, пока их включат снова.',
    kind: 'yesNo',
    defaultValue: true,
  },
  approvalDays: {
    label: 'Решение вдвоём',
    help: 'Сколько дней предложение ждёт второго человека. Действует на новые предложения.',
    kind: 'days',
    min: 1,
    max: 14,
    defaultValue: 3,
  },
  exportDays: {
    label: 'Готовая выгрузка',
    help: 'Сколько дней хранится файл выгрузки. Действует на новые выгрузки.',
    kind: 'days',
    min: 1,
    max: 7,
    defaultValue: 1,
  },
  invoiceDueDays: {
    label: 'Оплата счёта за вознаграждение',
    help: 'Сколько рабочих дней у кредитора, чтобы оплатить счёт платформы. Действует на новые счета.',
    kind: 'workingDays',
    min: 1,
    max: 60,
    defaultValue: 5,
  },
  personFilesMegabytes: {
    label: 'Файлы человека',
    help: 'Сколько места могут занять файлы одного человека: его карточки, заявок и платежей. С удалёнными, пока они хранятся, — не больше чем вдвое.',
    kind: 'megabytes',
    min: 50,
    max: 10_000,
    defaultValue: 200,
  },
  companyFilesGigabytes: {
    label: 'Файлы компании',
    help: 'Сколько места могут занять файлы одной компании: её карточки, реестров и платежей. С удалёнными, пока они хранятся, — не больше чем вдвое.',
    kind: 'gigabytes',
    min: 1,
    max: 1000,
    defaultValue: 5,
  },
  payoutAlone: {
    label: 'Выплата без второго человека',
    help: 'До какой суммы за день выплата кредитору уходит без второго человека, при закрытии дня и вручную. Бо́льшую предлагает один бухгалтер, а решает другой человек. Так же решают о списании большей суммы в расходы. Увеличивают её тоже вдвоём.',
    kind: 'kopecks',
    min: 0,
    max: 10_000_000_000,
    defaultValue: 100_000_000,
    raisedByTwo: true,
  },
  anonymousLeast: {
    label: 'Открытая статистика',
    help: 'Группы меньше этой на страницах для всех не показываются, чтобы в них никого нельзя было узнать.',
    kind: 'people',
    min: 5,
    max: 100,
    defaultValue: 5,
  },
} as const satisfies Settings;

/** What an administrator turns for the whole platform, at once on every node. */
export const SETTINGS = { ...WORK, ...RETENTION } as const satisfies Settings;

/** The same in the order and under the titles that he reads. */
export const SETTING_GROUPS = { 'Работа площадки': WORK, 'Сроки хранения': RETENTION } as const;

export type SettingValues = ValuesOf<typeof SETTINGS>;
