/** How somebody is told of an event. */
export const CHANNELS = {
  page: 'В кабинете',
  letter: 'Письмом',
  sms: 'По СМС',
  push: 'В браузере',
  messenger: 'В мессенджере',
} as const;
export type Channel = keyof typeof CHANNELS;
/** Those that lead to the cabinet from elsewhere. */
export type OutsideChannel = Exclude<Channel, 'page'>;
export const outsideChannels = (Object.keys(CHANNELS) as Channel[]).filter(
  (channel): channel is OutsideChannel => channel !== 'page',
);

/** What events are about, as the screen puts them together. */
export const EVENT_GROUPS = {
  requests: 'Заявки и требования',
  settlements: 'Урегулирования',
  money: 'Деньги',
  papers: 'Документы и проверка',
  account: 'Вход и безопасность',
  platform: 'Работа площадки',
} as const;

export type PersonKind = 'individual' | 'employee' | 'operator';

/**
 * How one event goes by one channel: `on` and `off` are chosen by the person and say what holds until he does. The others say why
 * there is nothing to choose: `always` goes whatever he says, `own` so in words of its own, which the module sends itself, and
 * `elsewhere` is switched in another place. A channel that is not named is not offered.
 */
type Way = 'on' | 'off' | { readonly always: string } | { readonly own: string } | { readonly elsewhere: string };

interface EventRule {
  readonly group: keyof typeof EVENT_GROUPS;
  readonly label: string;
  readonly to: readonly PersonKind[];
  /** What is said of it outside, where anybody may see it: it names nobody, no sum and no debt. */
  readonly outside: string;
  /** It does not wait for the end of quiet hours, nor for a digest. */
  readonly urgent?: true;
  /** It tells a debtor of what he owes, though it is of another group: the law's hours and bans hold. */
  readonly isOfDebt?: true;
  /** Its creditor tells a debtor of what he owes: outside the cabinet that is a contact by the law, and counts. */
  readonly isContact?: true;
  /** It waits for his answer, and is news until he gives it or its term is over. */
  readonly isAwaited?: true;
  readonly ways: Partial<Record<OutsideChannel, Way>>;
  /** What is otherwise for one kind of people. */
  readonly waysOf?: Partial<Record<PersonKind, Partial<Record<OutsideChannel, Way>>>>;
}

const byConsent: Way = {
  elsewhere: 'Письма о долге приходят от кредитора, если вы на них согласились: профиль, раздел «Согласия»',
};
const byAgreement: Way = { own: 'Соглашение называет вашу почту для уведомлений: так считаются его сроки' };
const withPaper: Way = { own: 'В письме код, по которому проверяют справку' };
const ofSignIn: Way = { own: 'Так вы узнаете, что в вашу учётную запись вошёл кто-то другой' };

/** A browser and a messenger were bound to be told of news; a letter is for those who want one. */
const usual = { letter: 'off', push: 'on', messenger: 'on' } as const;
/** What somebody has to act upon, or has waited for: without a letter he would have to look into the cabinet each day. */
const awaited = { letter: 'on' } as const;
const usualOrSms = { ...usual, sms: 'off' } as const;
/** Of what he owes a debtor is told outside only where he says so, and by no SMS. */
const quietOfDebts = { letter: byConsent, push: 'off', messenger: 'off' } as const;

/** What people are told of: the one table from which sending, the screen of choices and its words follow (docs/decisions/0182). */
export const NOTIFICATION_EVENTS = {
  'request.moved': {
    group: 'requests',
    label: 'Что стало с заявкой',
    to: ['individual', 'employee'],
    outside: 'В кабинете есть новое о заявке',
    ways: usual,
    waysOf: { individual: awaited },
  },
  'request.answer': {
    group: 'requests',
    label: 'Заявка ждёт ответа',
    to: ['employee'],
    outside: 'Заявка ждёт вашего ответа',
    ways: { ...usual, ...awaited },
  },
  'request.limitation': {
    group: 'requests',
    label: 'Нужно решить, передавать ли заявку',
    to: ['individual'],
    isAwaited: true,
    outside: 'В кабинете ждут вашего решения',
    ways: usual,
  },
  'claim.changed': {
    group: 'requests',
    label: 'Что изменилось в долге',
    to: ['individual'],
    isContact: true,
    outside: 'В кабинете есть новое',
    ways: quietOfDebts,
  },
  'claim.answer': {
    group: 'requests',
    label: 'Ответы заёмщикам о долгах',
    to: ['employee'],
    outside: 'Заёмщики ждут ответов',
    ways: usual,
  },
  contact: {
    group: 'requests',
    label: 'Отложенные сообщения и звонки заёмщикам',
    to: ['employee'],
    outside: 'Изменилось время сообщения или звонка',
    ways: usual,
  },
  'contact.recorded': {
    group: 'requests',
    label: 'Кредитор записал звонок или встречу с вами',
    to: ['individual'],
    outside: 'В кабинете есть новое',
    ways: { push: 'off', messenger: 'off' },
  },
  'settlement.offer': {
    group: 'settlements',
    label: 'Предложение ждёт вашего ответа',
    to: ['individual', 'employee'],
    isContact: true,
    isAwaited: true,
    outside: 'В кабинете предложение, которое ждёт ответа',
    ways: usualOrSms,
    waysOf: { individual: { letter: byConsent }, employee: awaited },
  },
  'settlement.recalled': {
    group: 'settlements',
    label: 'Кредитор отозвал предложение или прекратил торги',
    to: ['individual'],
    isContact: true,
    outside: 'В кабинете есть новое об урегулировании',
    ways: { push: 'on', messenger: 'on' },
  },
  'settlement.turn': {
    group: 'settlements',
    label: 'Что стало с предложением и торгами',
    to: ['individual', 'employee'],
    outside: 'В кабинете есть новое об урегулировании',
    ways: usual,
  },
  'settlement.concluded': {
    group: 'settlements',
    label: 'Соглашение заключено или изменено',
    to: ['individual', 'employee'],
    outside: 'В кабинете новый документ',
    ways: usualOrSms,
    waysOf: { individual: { letter: byConsent }, employee: awaited },
  },
  'settlement.life': {
    group: 'settlements',
    label: 'Паузы, каникулы и обстоятельства',
    to: ['individual', 'employee', 'operator'],
    outside: 'В кабинете есть новое об урегулировании',
    ways: { ...usual, letter: { own: 'От этого зависят сроки и платежи обеих сторон' } },
    waysOf: { operator: { letter: 'off' } },
  },
  'settlement.due': {
    group: 'settlements',
    label: 'Срок платежа и просрочка',
    to: ['individual', 'employee'],
    isContact: true,
    outside: 'В кабинете есть новое об урегулировании',
    ways: usual,
    waysOf: { individual: quietOfDebts, employee: awaited },
  },
  'settlement.breach': {
    group: 'settlements',
    label: 'Нарушение и расторжение',
    to: ['individual', 'employee'],
    isContact: true,
    outside: 'В кабинете новый документ',
    ways: usual,
    waysOf: { individual: { ...quietOfDebts, letter: byAgreement }, employee: awaited },
  },
  'settlement.ended': {
    group: 'settlements',
    label: 'Урегулирование исполнено',
    to: ['individual', 'employee'],
    outside: 'В кабинете есть новое об урегулировании',
    ways: usual,
    waysOf: { individual: { letter: byConsent }, employee: awaited },
  },
  'settlement.head': {
    group: 'settlements',
    label: 'Решения руководителя',
    to: ['employee'],
    outside: 'В кабинете ждут решения или ответили на него',
    ways: usual,
  },
  'settlement.feedback': {
    group: 'settlements',
    label: 'Ваш отзыв',
    to: ['individual'],
    outside: 'В кабинете есть новое об отзыве',
    ways: usual,
  },
  'payment.came': {
    group: 'money',
    label: 'Платёж поступил или не прошёл',
    to: ['individual', 'employee'],
    outside: 'В кабинете есть новое о платеже',
    ways: usualOrSms,
  },
  'payment.auto': {
    group: 'money',
    label: 'Автоплатёж',
    to: ['individual'],
    outside: 'В кабинете есть новое о платеже',
    ways: { ...usual, sms: 'off', letter: { own: 'Без предупреждения за день автоплатёж ничего не спишет' } },
  },
  'payment.outside': {
    group: 'money',
    label: 'Оплата вне платформы',
    to: ['individual', 'employee'],
    isOfDebt: true,
    outside: 'В кабинете есть новое о платеже',
    ways: usual,
  },
  'payment.refund': {
    group: 'money',
    label: 'Возвраты и переплаты',
    to: ['individual', 'employee', 'operator'],
    outside: 'В кабинете есть новое о возврате',
    ways: usual,
    waysOf: { individual: { letter: { own: 'Это ответ на вашу просьбу' } } },
  },
  payout: {
    group: 'money',
    label: 'Выплаты',
    to: ['employee', 'operator'],
    outside: 'В кабинете есть новое о выплате',
    ways: usual,
  },
  invoice: {
    group: 'money',
    label: 'Счета за вознаграждение',
    to: ['employee'],
    outside: 'В кабинете новый счёт',
    ways: { ...usual, letter: { own: 'От выставления счёта идёт срок его оплаты' } },
  },
  'details.changed': {
    group: 'money',
    label: 'Изменились реквизиты или порядок выплат',
    to: ['employee'],
    outside: 'В кабинете изменились данные компании',
    urgent: true,
    ways: { ...usualOrSms, letter: { always: 'Так вы узнаете, что деньги пойдут на другой счёт' } },
  },
  'money.unclear': {
    group: 'money',
    label: 'Невыясненные поступления',
    to: ['operator'],
    outside: 'В кабинете ждут решения',
    ways: { ...usual, ...awaited },
  },
  certificate: {
    group: 'papers',
    label: 'Справки',
    to: ['individual', 'employee', 'operator'],
    outside: 'В кабинете есть новое о справке',
    ways: { ...usual, letter: withPaper },
    waysOf: { operator: { letter: 'off' } },
  },
  'file.infected': {
    group: 'papers',
    label: 'В файле найден вирус',
    to: ['individual', 'employee', 'operator'],
    outside: 'Файл не принят: подробности в кабинете',
    ways: usual,
  },
  verification: {
    group: 'papers',
    label: 'Проверка данных',
    to: ['individual', 'employee'],
    outside: 'В кабинете есть новое о проверке данных',
    ways: { ...usualOrSms, ...awaited },
  },
  rnko: {
    group: 'papers',
    label: 'Идентификация в РНКО',
    to: ['individual', 'employee', 'operator'],
    outside: 'В кабинете есть новое об идентификации',
    ways: usual,
  },
  'account.changed': {
    group: 'account',
    label: 'Вход с нового устройства и изменения входа',
    to: ['individual', 'employee', 'operator'],
    outside: 'Проверьте вход в вашу учётную запись',
    urgent: true,
    ways: { letter: ofSignIn, sms: 'off', push: 'on', messenger: 'on' },
  },
  approval: {
    group: 'platform',
    label: 'Решения вдвоём',
    to: ['operator'],
    outside: 'Ждут вашего решения',
    ways: usual,
  },
  'verification.waiting': {
    group: 'platform',
    label: 'Кто ждёт верификации',
    to: ['operator'],
    outside: 'Ждут верификации',
    ways: usual,
  },
  'operator.voucher': {
    group: 'platform',
    label: 'Поручительство за оператора',
    to: ['operator'],
    outside: 'Ждут вашего решения',
    ways: usual,
  },
  'chat.called': {
    group: 'platform',
    label: 'Оператора позвали в разговор',
    to: ['operator'],
    outside: 'Вас позвали в разговор',
    ways: usual,
  },
  complaint: {
    group: 'platform',
    label: 'Жалобы и ответы на них',
    to: ['individual', 'employee', 'operator'],
    outside: 'В кабинете есть новое о жалобе',
    ways: usual,
    waysOf: { individual: awaited },
  },
  'platform.trouble': {
    group: 'platform',
    label: 'Сбои и нарушения безопасности',
    to: ['operator'],
    outside: 'На площадке случилось то, что требует администратора',
    urgent: true,
    ways: { ...usual, sms: 'off', letter: { always: 'Об этом узнают сразу, где бы ни были' } },
  },
} as const satisfies Record<string, EventRule>;

export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS;
export const notificationEvents = Object.keys(NOTIFICATION_EVENTS) as NotificationEvent[];

/** What is declared of an event, also what it does not have. */
export const ruleOf = (event: NotificationEvent): EventRule => NOTIFICATION_EVENTS[event];

/** Whether this node knows an event: a newer one beside it may tell of others. */
export const isNotificationEvent = (event: string): event is NotificationEvent =>
  Object.hasOwn(NOTIFICATION_EVENTS, event);

/** Why nobody switches the cabinet off. */
const PAGE_WAY: Way = { always: 'В кабинете остаётся всё, о чём вам сообщали' };

/** How an event goes to somebody by a channel; undefined where it is not offered. */
export function wayOf(event: NotificationEvent, kind: PersonKind, channel: Channel): Way | undefined {
  const { to, ways, waysOf = {} } = ruleOf(event);
  if (!to.includes(kind)) return undefined;
  return channel === 'page' ? PAGE_WAY : (waysOf[kind]?.[channel] ?? ways[channel]);
}

/** The events that somebody may be told of. */
export const eventsFor = (kind: PersonKind): NotificationEvent[] =>
  notificationEvents.filter((event) => ruleOf(event).to.includes(kind));

/** Whether the person decides. */
export const isChoice = (way: Way | undefined): way is 'on' | 'off' => way === 'on' || way === 'off';

/** Why there is nothing to choose; null where there is. */
export function whyFixed(way: Way): string | null {
  if (typeof way === 'string') return null;
  return 'always' in way ? way.always : 'own' in way ? way.own : way.elsewhere;
}

/** Whether the common words of an event go by a channel. @param chosen what the person has said, if anything */
export const isSent = (way: Way | undefined, chosen: boolean | undefined): boolean =>
  isChoice(way) ? (chosen ?? way === 'on') : way !== undefined && 'always' in way;

export const isUrgent = (event: NotificationEvent): boolean => ruleOf(event).urgent === true;
