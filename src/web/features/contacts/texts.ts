import type { ContactKind } from '#domain/parties/contact-law.ts';

const KINDS: Readonly<Record<ContactKind, string>> = { message: 'Сообщения', call: 'Звонки', meeting: 'Встречи' };
const SPANS = { day: 'день', week: 'неделя', month: 'месяц' } as const;

/** The words of contacts with debtors. */
export const contactTexts = {
  tab: 'Контакты',
  noCreditors: 'Ни у одного кредитора нет требований к этому человеку.',
  week: 'Контакты за неделю',
  answers: 'Ответы на слова заёмщика в разговоре сюда не входят: на них можно отвечать.',
  clock: (zone: string) => `По часам заёмщика: ${zone}.`,
  /** Where creditors say different things of one person. */
  clockOfRegistry: (zone: string) => `По часам из реестра этого кредитора: ${zone}.`,
  clocksDiffer:
    'Кредиторы указали в реестрах разные часовые пояса. Где человек живёт, площадка не проверяет: каждый кредитор обращается к нему по часам своего реестра.',
  kinds: KINDS,
  span: (span: keyof typeof SPANS, used: number, limit: number) => `${SPANS[span]}: ${used} из ${limit}`,
  free: 'Можно сейчас',
  weekdays: ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'],
  none: 'нет',
  contact: (kind: string, time: string) => `${kind}, ${time}`,
  enter: 'Внести звонок или встречу',
  enterLead:
    'Закон считает отдельно письма, звонки и встречи. Прошедшее запишем как было. Будущее займёт место, если закон это допускает.',
  kind: 'Что это',
  day: 'День',
  time: 'Время у заёмщика',
  note: 'Чем закончилось',
  entered: 'Записано в журнал контактов',
  callOff: 'Отменить',
  fail: 'Не состоялось',
  failLead:
    'О нём уже рассказали, поэтому журнал сохранит вашу фамилию и причину. В счёт по закону он больше не войдёт.',
  why: 'Почему не состоялось',
  failed: 'Отмечено: не состоялось. В счёт не идёт',
  journal: 'Журнал контактов',
} as const;
