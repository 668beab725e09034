import type { EntryStatus, RejectReason } from '#domain/registry-entry.ts';
import { type Forms, plural } from '#domain/words.ts';

const dayForms: Forms = ['день', 'дня', 'дней'];

/** The words of a claim as its creditor and as its debtor see it. */
export const debtTexts = {
  parts: {
    label: 'Из чего состоит долг',
    part: 'Часть',
    sum: 'Сумма, ₽',
    total: 'Всего',
    names: {
      principalAmount: 'Основной долг',
      interestAmount: 'Проценты',
      interestOverdueAmount: 'Просроченные проценты',
      penaltyAmount: 'Неустойка (пени, штрафы)',
      feeAmount: 'Комиссии',
      courtCostAmount: 'Госпошлина и судебные расходы',
    },
  },
  overdue: (days: number) => `${days.toLocaleString('ru-RU')}\u00A0${plural(days, dayForms)}`,
  own: {
    title: 'Мои долги',
    lead: 'Требования, которые кредиторы прислали на площадку и которые совпали с вашими данными.',
    empty: 'Пока ни один кредитор не прислал требований к вам. Когда пришлёт, мы напишем вам на почту.',
    next: 'Что делать дальше',
    first: 'Посмотрите долги ниже: сверьте суммы и договоры.',
    step: 'Сверьте сумму и договор. Если что-то не так, свяжитесь с кредитором.',
    frozenStep: 'По этому долгу вы уже договариваетесь. Отвечать отдельно ни на что не нужно.',
    call: (phone: string) => `Позвонить кредитору: ${phone}`,
    open: 'Подробнее о долге',
    contract: (number: string, day: string) => `Договор № ${number} от\u00A0${day}`,
    asOf: (day: string) => `Сумма на\u00A0${day}`,
    overdue: (days: string) => `Просрочка ${days}`,
    contested: 'По этому договору деньги требуют два кредитора. Прежде чем платить, попросите документы у обоих.',
    limitation:
      'С начала просрочки прошло больше трёх лет. Возможно, срок исковой давности истёк: посоветуйтесь с юристом.',
    more: 'Показать ещё',
    details: 'Договор',
    chain: 'Кому вы должны и почему',
    back: 'Мои долги',
    all: (count: number) => `Все требования: ${count}`,
  },
  simple: {
    title: 'Это ваш долг?',
    first: 'Кредитор спрашивает, ваш ли это долг. Ответьте ему ниже.',
    lead: 'Кредитор считает, что вы ему должны. Ответьте, и он либо пришлёт точную сумму, либо разберётся.',
    empty: 'Вопросов от кредиторов нет.',
    contract: (number: string) => `Договор № ${number}`,
    noContract: 'Номер договора не указан',
    overdueFrom: (day: string) => `Просрочка с ${day}`,
    accept: 'Да, это мой долг',
    reject: 'Нет, не согласен',
    reconsider: 'Всё-таки это мой долг',
    after: 'Ответ ни к чему не обязывает: платить сейчас не нужно.',
    ask: 'Признать долг своим? Кредитор пришлёт точную сумму, и можно будет договориться.',
    accepted: 'Ответ отправлен: это ваш долг',
    rejected: 'Ответ отправлен: вы не согласны',
    reasonTitle: 'Почему вы не согласны?',
    comment: 'Что стоит знать кредитору',
    commentHint: 'Например, когда и как вы заплатили. Обязательно, если выбрали «Другое»',
    send: 'Отправить ответ',
    choose: 'Выберите причину',
    closed: 'Чтобы ответить, сначала подтвердите свои данные.',
    failed: 'Ответ не отправлен',
    openFull: 'Посмотреть долг',
    steps: {
      search: 'Ответьте, ваш ли это долг.',
      notification_sent: 'Ответьте, ваш ли это долг.',
      accepted_by_individual:
        'Ждём от кредитора точную сумму: на это у него 5 рабочих дней. Вам ничего делать не нужно.',
      rejected_by_individual: 'Кредитор разберётся и ответит за 10 рабочих дней. Вам ничего делать не нужно.',
      full_registry_created: 'Кредитор прислал точную сумму. Посмотрите её в «Моих долгах».',
    } satisfies Record<EntryStatus, string>,
    answered: (when: string) => `Вы ответили ${when}`,
    reasons: {
      not_mine: 'Это не мой долг',
      paid: 'Я его уже заплатил',
      wrong_amount: 'Долг мой, но с суммой не согласен',
      other: 'Другое',
    } satisfies Record<RejectReason, string>,
  },
};
