import type { LifeEventKind } from '#domain/parties/life-event.ts';
import { type Forms, plural } from '#domain/values/text/words.ts';

/** What stops payments, as short as a cell is. */
const stops: Readonly<Record<LifeEventKind, string>> = {
  bankruptcy: 'банкротство',
  bankruptcy_out_of_court: 'банкротство',
  death: 'смерть',
  incapacity: 'недееспособность',
  service: 'служба',
  service_death: 'гибель на службе',
  service_disability: 'инвалидность',
  family_service: 'служба',
  contact_ban: 'запрет звонков',
  holidays: 'каникулы',
  mortgage_holidays: 'каникулы',
  illness: 'пауза',
  job_loss: 'пауза',
};

const days: Forms = ['день', 'дня', 'дней'];

/** The words of the list of settlements. */
export const listTexts = {
  title: 'Урегулирования',
  searchHint: '№, заёмщик, кредитор или № договора',
  columns: {
    number: '№',
    debtor: 'Заёмщик',
    creditor: 'Кредитор',
    contractNumber: 'Договор',
    debtTotal: 'Долг,\u00a0₽',
    agreedAmount: 'Согласовано,\u00a0₽',
    paidAmount: 'Оплачено,\u00a0₽',
    discount: 'Скидка',
    plan: 'График',
    status: 'Статус',
    turn: 'Чей ход',
    until: 'Ответить до',
    nextDueDate: 'Срок платежа',
    daysLate: 'Дней просрочки',
    overdueSum: 'Просрочено,\u00a0₽',
    signedAt: 'Подписано',
    createdAt: 'Открыто',
    closeReason: 'Чем закончилось',
    price: 'Цена и закон',
    id: '№ записи',
  },
  filters: {
    status: 'Статус',
    turn: 'Чей ход',
    late: 'Просрочен платёж',
    price: 'Цена и закон',
    legalEntityId: 'Компания',
    individualId: 'Заёмщик',
  },
  awaited: { individual: 'Заёмщик', creditor: 'Кредитор', either: 'Любая сторона' },
  late: (number: number) => `${number}\u00a0${plural(number, days)} назад`,
  stopped: (kind: LifeEventKind) => `Остановлен: ${stops[kind]}`,
  closedReport: 'Отчёт о закрытых',
  empty: 'Здесь появятся торги и соглашения о долгах.',
};
