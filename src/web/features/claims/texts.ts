import type { EntryStatus, RejectReason } from '#domain/registries/registry-entry.ts';
import { type Forms, plural } from '#domain/values/text/words.ts';

const dayForms: Forms = ['день', 'дня', 'дней'];

/** Where the debtor finds the case: beside on the page, or with his creditor; nothing where it is told on another page. */
const whereNamed = (named: readonly string[] | undefined): string => {
  if (named === undefined) return '';
  return named.length > 0
    ? `: ${named.join(' и ')} — ниже на этой странице`
    : ': какой это суд и номер дела, спросите у кредитора';
};

/** By which day the creditor answers, and whether it has passed; null where no day was set. */
export interface Answering {
  day: string | null;
  isLate: boolean;
}

/** What of the creditor's answer to somebody who does not agree. */
function answerStep({ day, isLate }: Answering): string {
  if (day === null) return 'Кредитор видит ваш ответ: он отзовёт требование или исправит его.';
  return isLate
    ? `Кредитор должен был ответить здесь до ${day} и не ответил. Ваш ответ остаётся в силе.`
    : `Кредитор разберётся до ${day}: отзовёт требование или исправит его.`;
}

const claimedBy = (creditors: number): string => (creditors === 1 ? 'заявил кредитор' : 'заявили кредиторы');
const bySchedules = (count: number): string => (count === 1 ? 'по графику соглашения' : 'по графикам соглашений');

/** The words of a claim as its creditor and as its debtor see it. */
export const debtTexts = {
  overdue: (days: number) => `${days.toLocaleString('ru-RU')}\u00A0${plural(days, dayForms)}`,
  own: {
    title: 'Мои долги',
    lead: 'Требования, которые кредиторы прислали на площадку и которые совпали с вашими данными.',
    empty:
      'Пока ни один кредитор не прислал требований к вам. Когда пришлёт, оно появится здесь, а если вы согласились на письма от кредиторов, придёт и письмо.',
    next: 'Что делать дальше',
    look: { one: 'Посмотреть долг', many: 'Посмотреть долги' },
    first: {
      one: 'Посмотрите долг: сверьте сумму и предложите кредитору, сколько и как вы готовы платить.',
      many: 'Посмотрите долги: сверьте суммы и предложите кредиторам, сколько и как вы готовы платить.',
    },
    step: 'Сверьте сумму и договор. Если всё верно, предложите кредитору, сколько и как вы готовы платить. Если что-то не так, скажите ему об этом.',
    rejectedStep: (of: Answering) => `${answerStep(of)} Если передумали, подайте заявку.`,
    reject: 'Это не мой долг',
    disagree: 'Не согласен с долгом',
    restoredStep:
      'Соглашение об этом долге расторгнуто. Заплатите остаток кредитору или предложите ему новые условия: пока новое соглашение не подписано, срок оплаты из уведомления не меняется.',
    requestStep: 'Вы отправили заявку по этому долгу: ждём ответа кредитора.',
    unknownStep: 'По этому долгу есть заявка или соглашение.',
    frozenStep: 'По этому долгу вы уже договариваетесь.',
    penaltyStep: 'По графику всё оплачено, осталась неустойка: сумма на странице соглашения.',
    signedStep: (next: string) => `Соглашение подписано. ${next}.`,
    nextPayment: (day: string, sum?: string) => `Следующий платёж по графику${sum ? ` ${sum}` : ''} до\u00A0${day}`,
    latePayment: (day: string, sum?: string) => `Платёж${sum ? ` ${sum}` : ''} просрочен: срок был\u00A0${day}`,
    latePayments: (day: string, sum: string) => `Просрочено ${sum}: первый срок был\u00A0${day}`,
    withoutFee: (sum: string, isLast: boolean) => `${sum}, не считая вознаграждения платформы${isLast ? '' : ','}`,
    paidStep: 'Всё оплачено по соглашению. Кредитор подтвердит это и выдаст справку.',
    left: 'Осталось заплатить по соглашению',
    paid: 'Оплачено по соглашению',
    andFee: '+ вознаграждение платформы',
    bySchedule: (sum: string, paid: string | null) =>
      `Всего по графику\u00A0${sum}${paid === null ? '' : `, уже оплачено\u00A0${paid}`}`,
    wasOwed: (sum: string, day: string) => `Долг до соглашения: ${sum} на\u00A0${day}`,
    settledStep: 'Долг погашен по соглашению. Платить больше ничего не нужно.',
    toSettlement: 'Соглашение и справка',
    closed: 'Чтобы подать заявку, сначала подтвердите свои данные: заполните анкету в «Моём кабинете».',
    call: (phone: string) => `Позвонить: ${phone}`,
    open: 'Подробнее о долге',
    contract: (number: string, day: string) => `Договор № ${number} от\u00A0${day}`,
    asOf: (day: string) => `Сумма на\u00A0${day}`,
    overdue: (days: string) => `Просрочка ${days}`,
    contested: 'По этому договору деньги требуют два кредитора. Прежде чем платить, попросите документы у обоих.',
    court: 'суд',
    caseNo: 'номер дела',
    inCourt: (named: readonly string[] | undefined, isSigned: boolean) =>
      `Требование в суде${whereNamed(named)}. Соглашение здесь само дело не прекращает: суд может утвердить его как мировое, проект ходатайства ${isSigned ? 'лежит на странице соглашения' : 'появится после подписания'}. Если суд вынес судебный приказ, вы можете возразить за 10 дней со дня его получения.`,
    enforcement: (isSigned: boolean) =>
      `Кредитор сообщает, что долг взыскивают приставы по решению суда. Проверьте это в банке данных ФССП: fssp.gov.ru/iss/ip. Соглашение здесь само не остановит взыскание: для этого кредитор отзывает исполнительный документ или соглашение утверждает суд. Проекты обоих заявлений ${isSigned ? 'лежат на странице соглашения' : 'появятся после подписания'}; исполнительский сбор соглашение не отменяет.`,
    denied: (day: string, isSigned: boolean) =>
      `Кредитор сообщает, что долг взыскивают приставы. ${day} вы сказали, что приставов нет. Пока кредитор не приложил исполнительный документ, долг считается здесь не установленным судом: ${isSigned ? 'взять каникулы по закону можно' : 'о сроке давности вас предупреждают, спорить с суммой и взять каникулы по закону можно'}. Если деньги всё же списывают, ${isSigned ? 'покажите соглашение кредитору и приставу и ' : ''}проверьте банк данных ФССП: fssp.gov.ru/iss/ip.`,
    growth: 'Растёт ли долг',
    more: 'Показать ещё',
    details: 'Договор',
    chain: 'Кому вы должны и почему',
    back: 'Мои долги',
    all: (count: number) => `Все требования: ${count}`,
    free: 'Долги без соглашения',
    totals: {
      title: 'Всего',
      claimed: (count: number, by: number) => `Долгов: ${count}. Столько ${claimedBy(by)}.`,
      agreed: (count: number, by: number) => `Долгов: ${count}. Столько осталось ${bySchedules(by)}.`,
      both: (count: number, agreed: string, by: { schedules: number; creditors: number }) =>
        `Долгов: ${count}. Осталось ${agreed} ${bySchedules(by.schedules)}, остальное ${claimedBy(by.creditors)}.`,
      penalties: 'По графикам всё оплачено, осталась неустойка: суммы на страницах соглашений.',
      withoutPenalty: 'Неустойка, если она начислена, сюда не входит: её сумма на странице соглашения.',
      once: 'Договор, по которому деньги требуют два кредитора, посчитан один раз.',
      paidOnce:
        'Договор, по которому всё оплачено по соглашению с одним кредитором, сюда не входит, хотя деньги требует и другой.',
      rejected: (count: number) => `Долги, с которыми вы не согласились, сюда не входят: ${count}.`,
      next: (sum: string, day: string) => `Ближайший платёж по графику: ${sum} до\u00A0${day}`,
      of: (payment: string, creditor: string) => `${payment}, ${creditor}`,
      open: 'Открыть соглашение',
    },
    allMine: (count: number) => `Все мои долги, в том числе погашенные: ${count}`,
  },
  simple: {
    title: 'Это ваш долг?',
    first: 'Кредитор спрашивает, ваш ли это долг. Ответьте ему.',
    answer: 'Ответить кредитору',
    lead: 'Кредитор считает, что вы ему должны. Ответьте, и он либо пришлёт точную сумму, либо разберётся.',
    empty: 'Вопросов от кредиторов нет.',
    contract: (number: string) => `Договор № ${number}`,
    noContract: 'Номер договора не указан',
    about: (sum: string) => `Примерно ${sum}`,
    noSum: 'Сумму кредитор не указал',
    overdueFrom: (day: string) => `Просрочка с ${day}`,
    accept: 'Да, это мой долг',
    reject: 'Нет, не согласен',
    reconsider: 'Всё-таки это мой долг',
    after: 'Платить сейчас не нужно.',
    acts: { accept: 'Ответ «Да»', wrong_amount: 'Ответ «Долг мой»' },
    ask: 'Признать долг своим? Кредитор пришлёт точную сумму, и можно будет договориться.',
    askLate: (warning: string) => `${warning} Всё равно признать долг своим?`,
    accepted: 'Ответ отправлен: это ваш долг',
    rejected: 'Ответ отправлен: вы не согласны',
    reasonTitle: 'Вы не согласны с долгом',
    reason: 'Почему?',
    comment: 'Что стоит знать кредитору',
    commentHint: 'Например, когда и как вы заплатили. Обязательно, если выбрали «Другое»',
    send: 'Отправить ответ',
    choose: 'Выберите причину',
    closed: 'Чтобы ответить, сначала подтвердите свои данные.',
    openFull: 'Посмотреть долг',
    steps: {
      search: 'Ответьте, ваш ли это долг.',
      notification_sent: 'Ответьте, ваш ли это долг.',
      accepted_by_individual: 'Ждём от кредитора точную сумму. Вам ничего делать не нужно.',
      rejected_by_individual: 'Кредитор видит ваш ответ. Вам ничего делать не нужно.',
      full_registry_created: 'Кредитор прислал точную сумму. Посмотрите её в «Моих долгах».',
    } satisfies Record<EntryStatus, string>,
    acceptedBy: ({ day, isLate }: Answering & { day: string }) =>
      isLate
        ? `Кредитор должен был прислать точную сумму до ${day} и не прислал. Пока её нет, платить здесь не нужно.`
        : `Ждём от кредитора точную сумму до ${day}. Вам ничего делать не нужно.`,
    rejectedBy: (of: Answering) => `${answerStep(of)} Вам ничего делать не нужно.`,
    answered: (answer: string) => `Вы ответили: ${answer}`,
    accepts: 'это мой долг',
    disagrees: 'не согласен с этим долгом',
    reasons: {
      not_mine: 'Это не мой долг',
      paid: 'Я его уже заплатил',
      wrong_amount: 'Долг мой, но с суммой не согласен',
      other: 'Другое',
    } satisfies Record<RejectReason, string>,
  },
};
