import { formatPenalty } from '../negotiation/penalty-words.ts';
import { isHarsher, type PenaltyRule } from '../settlements/penalty.ts';
import { type ScheduleRow, scheduleInterest, scheduleTotal } from '../settlements/schedule.ts';
import { type Day, formatDay } from '../values/days.ts';
import { formatBps, formatFullCost } from '../values/exact.ts';
import { formatAmount, type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import { longDay, scheduleTable } from './agreement-vocabulary.ts';
import { CHANGE_PARTIES, CHANGE_SIGNING, CHANGE_WORDS, type ChangeFacts, type ChangeTerms } from './change-words.ts';
import { leftColumn } from './debt-tables.ts';
import type { DocumentTemplate, Table, Vocabulary } from './document-template.ts';
import { SETTLEMENT_WORDS } from './settlement-words.ts';

/** What an addendum says (docs/domain.md §11): what changes, the new schedule, the rest stays. Sums in kopecks. */
export type AddendumFacts = ChangeFacts & {
  readonly paid: Kopecks;
  /** What is left of the agreed sum, and interest of rows that have fallen due unpaid. */
  readonly principal: Kopecks;
  readonly earned: Kopecks;
  readonly forgiven: Kopecks;
  /** The rows that are replaced, each with what is open of it. */
  readonly former: readonly { readonly no: number; readonly dueDate: Day; readonly amount: Kopecks }[];
  readonly rows: readonly ScheduleRow[];
  readonly rateBps: number;
  /** The penalty from now on and the one before; what of it has been counted and not paid. */
  readonly penalty: PenaltyRule | null;
  readonly formerPenalty: PenaltyRule | null;
  readonly penaltyOpen: Kopecks;
  /** Thousandths of a percent; 0 where nothing is paid above the rest, null where no rate makes the flows equal. */
  readonly fullCost: number | null;
  /** What the debtor pays the platform beside the new payments; forms before the fifth do not tell it. */
  readonly fee?: Kopecks;
  /** Of a pause: what it is for and its days; taken by right it has no second signature. Other addenda have none. */
  readonly pause?: {
    readonly title: string;
    readonly since: Day;
    readonly until: Day;
    readonly byRight: boolean;
    readonly law: string;
  };
};

/** An addendum's terms, as they were on the day when it was proposed. */
export type AddendumTerms = ChangeTerms<AddendumFacts>;

type AddendumCondition =
  | 'pause'
  | 'by_right'
  | 'by_both'
  | 'earned'
  | 'interest'
  | 'costs'
  | 'no_costs'
  | 'debtor_pays_fee'
  | 'discount'
  | 'penalty_changed'
  | 'penalty_dropped'
  | 'penalty_open';

/** What an addendum may say and what none may omit. */
export const ADDENDUM_VOCABULARY: Vocabulary<AddendumFacts, AddendumCondition> = {
  conditions: {
    pause: { label: 'платежи приостановлены', holds: ({ pause }) => pause !== undefined },
    by_right: { label: 'по требованию должника', holds: ({ pause }) => pause?.byRight === true },
    by_both: { label: 'подписано обеими сторонами', holds: ({ pause }) => pause?.byRight !== true },
    earned: { label: 'есть неуплаченные проценты', holds: ({ earned }) => earned > 0 },
    interest: { label: 'есть проценты', holds: ({ rateBps }) => rateBps > 0 },
    costs: { label: 'есть переплата', holds: ({ fullCost }) => fullCost !== 0 },
    no_costs: { label: 'переплаты нет', holds: ({ fullCost }) => fullCost === 0 },
    debtor_pays_fee: { label: 'вознаграждение платит должник', holds: ({ fee = 0 }) => fee > 0 },
    discount: { label: 'часть долга прощается', holds: ({ forgiven }) => forgiven > 0 },
    penalty_changed: {
      label: 'неустойка меняется',
      holds: ({ penalty, formerPenalty }) => penalty !== null && isHarsher(formerPenalty, penalty),
    },
    penalty_dropped: {
      label: 'неустойки больше нет',
      holds: ({ penalty, formerPenalty }) => penalty === null && formerPenalty !== null,
    },
    penalty_open: { label: 'есть неуплаченная неустойка', holds: ({ penaltyOpen }) => penaltyOpen > 0 },
  },
  placeholders: {
    ...CHANGE_WORDS,
    pause_title: { label: 'основание паузы', needs: 'pause', text: ({ pause }) => pause?.title ?? '' },
    pause_since: { label: 'начало паузы', needs: 'pause', text: ({ pause }) => (pause ? longDay(pause.since) : '') },
    pause_until: { label: 'конец паузы', needs: 'pause', text: ({ pause }) => (pause ? longDay(pause.until) : '') },
    pause_law: { label: 'норма закона', needs: 'by_right', text: ({ pause }) => pause?.law ?? '' },
    summary_table: { label: 'главное из нового графика', blocks: (facts) => [summaryTable(facts)] },
    paid: { label: 'уплачено', text: ({ paid }) => sumInWords(paid) },
    principal: { label: 'остаток', text: ({ principal }) => sumInWords(principal) },
    earned: { label: 'неуплаченные проценты', needs: 'earned', text: ({ earned }) => sumInWords(earned) },
    former_table: { label: 'прежние платежи', blocks: ({ former }) => [formerTable(former)] },
    schedule_table: { label: 'новый график', blocks: ({ rows }) => [scheduleTable(rows, hasInterest(rows))] },
    schedule_total: { label: 'всего по новому графику', text: ({ rows }) => sumInWords(scheduleTotal(rows)) },
    rate: { label: 'ставка', needs: 'interest', text: ({ rateBps }) => formatBps(rateBps) },
    full_cost: {
      label: 'полная стоимость',
      text: ({ fullCost }) => (fullCost === null ? 'не определена' : formatFullCost(fullCost)),
    },
    full_cost_sum: { label: 'переплата', needs: 'costs', text: (facts) => sumInWords(paidAboveRest(facts)) },
    fee: {
      label: 'вознаграждение',
      needs: 'debtor_pays_fee',
      text: ({ fee = kopecks(0) }) => sumInWords(fee),
    },
    penalty: {
      label: 'неустойка',
      needs: 'penalty_changed',
      text: ({ penalty }) => (penalty ? formatPenalty(penalty) : ''),
    },
    penalty_open: {
      label: 'неуплаченная неустойка',
      needs: 'penalty_open',
      text: ({ penaltyOpen }) => sumInWords(penaltyOpen),
    },
    forgiven: { label: 'прощаемая сумма', needs: 'discount', text: ({ forgiven }) => sumInWords(forgiven) },
  },
  required: [
    'number',
    'summary_table',
    'concluded_on',
    ...Object.keys(SETTLEMENT_WORDS),
    'debtor_name',
    'paid',
    'principal',
    'earned',
    'former_table',
    'schedule_table',
    'schedule_total',
    'rate',
    'full_cost',
    'full_cost_sum',
    'fee',
    'penalty',
    'penalty_open',
    'forgiven',
    'pause_title',
    'pause_since',
    'pause_until',
    'pause_law',
    'signatures',
  ],
};

/** Who pays whom, how much is left in all, when and where, before all clauses. */
function summaryTable(facts: AddendumFacts): Table {
  const { debtor, creditor, paid, rows, fee = kopecks(0), penaltyOpen, forgiven, fullCost, pause } = facts;
  const above = paidAboveRest(facts);
  const roubles = (amount: Kopecks) => `${formatAmount(amount)} ₽`;
  const days = [...new Set([rows[0], rows.at(-1)])].map((row) => (row ? formatDay(row.dueDate) : '')).join(' — ');
  return {
    type: 'table',
    columns: [leftColumn('Что'), leftColumn('Как теперь')],
    rows: [
      ['Платит', debtor.fullName],
      ['Кому', creditor.name],
      ['Уплачено по Соглашению', roubles(paid)],
      ...(pause ? [['Платежи приостановлены', `${formatDay(pause.since)} — ${formatDay(pause.until)}`]] : []),
      ['Осталось всего', roubles(sumKopecks([scheduleTotal(rows), fee, penaltyOpen]))],
      ...(penaltyOpen > 0 ? [['Из них начисленная неустойка', roubles(penaltyOpen)]] : []),
      ['Из них переплата', above > 0 ? roubles(above) : 'ничего'],
      ['Прощается', forgiven > 0 ? `${roubles(forgiven)}, как в Соглашении` : 'ничего'],
      ['Платежей', `${rows.length}, ${days}`],
      [
        'Полная стоимость кредита',
        `${fullCost === null ? 'не определена' : `${formatFullCost(fullCost)} годовых`}, ${roubles(above)}`,
      ],
      ['Куда платить', 'на странице оплаты в личном кабинете'],
    ],
    hasTotal: false,
  };
}

/** An addendum as the product proposes it. */
export const ADDENDUM_TEMPLATE: DocumentTemplate = {
  kind: 'addendum',
  version: 7,
  title: 'Дополнительное соглашение № {{number}}',
  clauses: [
    { code: 'summary', heading: 'Главное', paragraphs: ['{{summary_table}}'] },
    CHANGE_PARTIES,
    {
      code: 'standing',
      heading: 'Исполнение Соглашения',
      paragraphs: ['На {{concluded_on}} уплачено {{paid}}. Остаток Согласованной суммы: {{principal}}.'],
    },
    {
      code: 'earned',
      heading: 'Неуплаченные проценты',
      when: 'earned',
      paragraphs: [
        'На {{concluded_on}} по платежам, срок которых наступил, не уплачены проценты: {{earned}}. Они входят в первый платёж нового графика, и проценты на них не начисляются.',
      ],
    },
    {
      code: 'pause',
      heading: 'Приостановка платежей',
      when: 'pause',
      paragraphs: [
        '{{pause_title}}: с {{pause_since}} по {{pause_until}} включительно платежи не вносятся, неустойка не начисляется, а Соглашение не расторгается за просрочку. Неустойка, которую успели начислить за эти дни, списывается. Должник может платить и раньше.',
      ],
    },
    {
      code: 'change',
      heading: 'Что меняется',
      paragraphs: [
        'Неоплаченные платежи прежнего графика отменяются:',
        '{{former_table}}',
        'Вместо них Должник уплачивает Кредитору:',
        '{{schedule_table}}',
        'Всего по новому графику: {{schedule_total}}. Если последний день срока приходится на нерабочий день, в графике указан следующий за ним рабочий день.',
        'Если отменённые платежи были просрочены, с даты Дополнительного соглашения просрочка считается устранённой, а уведомления о нарушении, направленные до неё, недействительны.',
      ],
    },
    {
      code: 'interest',
      heading: 'Проценты',
      when: 'interest',
      paragraphs: [
        'За рассрочку по новому графику начисляются проценты по ставке {{rate}} годовых. Они указаны в графике и сверх него не начисляются; за дни до вступления Дополнительного соглашения в силу они не начисляются. Проценты каждого платежа указаны за весь его период; при досрочной оплате они делятся на его дни поровну и начисляются на остаток, по день платежа включительно: проценты следующих дней не уплачиваются, а если уплачена часть, на них уменьшаются последние платежи графика.',
      ],
    },
    {
      code: 'fee',
      heading: 'Вознаграждение платформы',
      when: 'debtor_pays_fee',
      paragraphs: [
        'Вместе с платежами нового графика Должник, как и прежде, платит вознаграждение платформы: {{fee}}, по частям. В суммы графика оно не входит.',
      ],
    },
    {
      code: 'full_cost',
      heading: 'Полная стоимость',
      when: 'costs',
      paragraphs: ['Полная стоимость кредита по новому графику: {{full_cost}} годовых, {{full_cost_sum}}.'],
    },
    {
      code: 'no_costs',
      heading: 'Полная стоимость',
      when: 'no_costs',
      paragraphs: [
        'Полная стоимость кредита по новому графику: {{full_cost}} годовых. За новый график Должник не платит ни процентов, ни вознаграждения платформы.',
      ],
    },
    {
      code: 'penalty_changed',
      heading: 'Неустойка',
      when: 'penalty_changed',
      paragraphs: [
        'Со дня, следующего за днём Дополнительного соглашения, неустойка за просрочку платежа составляет {{penalty}} от просроченной суммы.',
      ],
    },
    {
      code: 'penalty_dropped',
      heading: 'Неустойка',
      when: 'penalty_dropped',
      paragraphs: [
        'Со дня, следующего за днём Дополнительного соглашения, неустойка за просрочку платежей не начисляется.',
      ],
    },
    {
      code: 'penalty_open',
      heading: 'Начисленная неустойка',
      when: 'penalty_open',
      paragraphs: [
        'Неустойка, начисленная по Соглашению до даты Дополнительного соглашения, сохраняется и уплачивается после платежей нового графика. На {{concluded_on}} начислено и не уплачено {{penalty_open}}.',
      ],
    },
    {
      code: 'forgiveness',
      heading: 'Прощение части долга',
      when: 'discount',
      paragraphs: [
        'Условие о прощении {{forgiven}} сохраняется: долг прощён, когда все платежи нового графика уплачены полностью, если Соглашение до этого не расторгнуто (статья 415 Гражданского кодекса Российской Федерации). Просрочка, которая не привела к расторжению, прощения не отменяет.',
      ],
    },
    {
      code: 'rest',
      heading: 'Остальные условия',
      paragraphs: ['Остальные условия Соглашения не меняются и действуют для нового графика.'],
    },
    {
      code: 'recognition',
      heading: 'Признание долга и срок исковой давности',
      when: 'by_both',
      paragraphs: [
        'Подпись Должника признаёт обязанность уплатить остаток Согласованной суммы: в этой части срок исковой давности начинается заново, даже если он уже истёк (статья 203 и пункт 2 статьи 206 Гражданского кодекса Российской Федерации). Спорной части задолженности, если она названа в Соглашении, Должник этим не признаёт.',
        'Если по сведениям, которые есть у платформы, срок мог истечь, она предупреждает об этом Должника до подписания: время предупреждения указано в протоколе подписания.',
      ],
    },
    { ...CHANGE_SIGNING, when: 'by_both' },
    {
      code: 'demand',
      heading: 'Требование Должника',
      when: 'by_right',
      paragraphs: [
        'Дата Дополнительного соглашения: {{concluded_on}}. Изменение внесено по требованию Должника, поданному в личном кабинете с подтверждающим документом. Закон даёт ему это право без согласия Кредитора: {{pause_law}}. Кредитор извещён и вправе возразить лишь на том, что условий закона нет.',
      ],
    },
  ],
};

const hasInterest = (rows: readonly ScheduleRow[]): boolean => rows.some(({ interest }) => interest > 0);

/** What is paid by a new schedule above the rest: its own interest, and the fee. */
const paidAboveRest = ({ rows, earned, fee = kopecks(0) }: AddendumFacts): Kopecks =>
  kopecks(scheduleInterest(rows) - earned + fee);

const formerTable = (former: AddendumFacts['former']): Table => ({
  type: 'table',
  columns: [
    { title: '№', align: 'right' },
    { title: 'Срок', align: 'left' },
    { title: 'Не оплачено, ₽', align: 'right' },
  ],
  rows: [
    ...former.map(({ no, dueDate, amount }) => [String(no), formatDay(dueDate), formatAmount(amount)]),
    ['', 'Итого', formatAmount(sumKopecks(former.map(({ amount }) => amount)))],
  ],
  hasTotal: true,
});
