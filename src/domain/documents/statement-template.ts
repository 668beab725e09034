import { type DebtPartCode, debtPart } from '../settlements/debt-structure.ts';
import { type Day, formatDay } from '../values/days.ts';
import { formatAmount, type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import { longDay } from './agreement-vocabulary.ts';
import {
  CREDITOR_PAPER_HEAD,
  CREDITOR_PAPER_SIGNING,
  CREDITOR_PAPER_WORDS,
  type CreditorPaper,
} from './creditor-paper.ts';
import type { DocumentTemplate, Table, Vocabulary } from './document-template.ts';
import { SETTLEMENT_WORDS, type SettlementFacts } from './settlement-words.ts';

/** The state of an agreement on a day. */
const STATEMENT_STATES = {
  in_force: 'Соглашение действует',
  paid: 'Соглашение оплачено полностью',
  terminated: 'Соглашение расторгнуто, задолженность восстановлена',
} as const;

/** What is owed, part by part: of the schedule and the penalty of late payments, or of the debt that is whole again. */
export type OwedPart = {
  readonly code: 'agreed' | 'plan_interest' | 'late_penalty' | DebtPartCode;
  readonly amount: Kopecks;
};

/** What a statement of a debt says (docs/domain.md §11, docs/decisions/0100): all as it was at the end of a day. Sums in kopecks. */
export type StatementFacts = SettlementFacts &
  CreditorPaper & {
    readonly on: Day;
    readonly state: keyof typeof STATEMENT_STATES;
    readonly owed: readonly OwedPart[];
    /** Interest of days to come that the payments left hold: nobody owes it who pays all of it off; form 1 does not tell it. */
    readonly ahead?: Kopecks;
    /** Of what is owed, what should have been paid before the day. */
    readonly overdue: Kopecks;
    readonly paid: readonly { readonly day: Day; readonly number: string; readonly amount: Kopecks }[];
    /** Payments that are still to come or are late. */
    readonly left: readonly { readonly no: number; readonly dueDate: Day; readonly rest: Kopecks }[];
    /** What the agreement forgives once it is paid in time. */
    readonly forgiven: Kopecks;
  };

const OWN_PARTS = {
  agreed: 'Долг по соглашению',
  plan_interest: 'Проценты за рассрочку',
  late_penalty: 'Неустойка за просрочку платежей',
} as const;
const partName = (code: OwedPart['code']): string =>
  code in OWN_PARTS ? OWN_PARTS[code as keyof typeof OWN_PARTS] : debtPart(code as DebtPartCode).label;

const left = (title: string) => ({ title, align: 'left' as const });
const right = (title: string) => ({ title, align: 'right' as const });
const total = (sums: readonly Kopecks[]): string => formatAmount(sumKopecks(sums));

const owedTable = ({ owed }: StatementFacts): Table => ({
  type: 'table',
  columns: [left('Часть долга'), right('Сумма, ₽')],
  rows: [
    ...owed.map(({ code, amount }) => [partName(code), formatAmount(amount)]),
    ['Итого', total(owed.map(({ amount }) => amount))],
  ],
  hasTotal: true,
});

const paidTable = ({ paid }: StatementFacts): Table => ({
  type: 'table',
  columns: [left('День'), left('Платёж'), right('Сумма, ₽')],
  rows: [
    ...paid.map(({ day, number, amount }) => [formatDay(day), number, formatAmount(amount)]),
    ['Итого', '', total(paid.map(({ amount }) => amount))],
  ],
  hasTotal: true,
});

const leftTable = ({ left: rows }: StatementFacts): Table => ({
  type: 'table',
  columns: [right('№'), left('Срок'), right('Осталось, ₽')],
  rows: [
    ...rows.map(({ no, dueDate, rest }) => [String(no), formatDay(dueDate), formatAmount(rest)]),
    ['', 'Итого', total(rows.map(({ rest }) => rest))],
  ],
  hasTotal: true,
});

type Condition = 'owing' | 'free' | 'overdue' | 'received' | 'unpaid' | 'scheduled' | 'ahead' | 'discount';

/** What a statement may say and what none may omit. */
export const STATEMENT_VOCABULARY: Vocabulary<StatementFacts, Condition> = {
  conditions: {
    owing: { label: 'долг есть', holds: ({ owed }) => owed.some(({ amount }) => amount > 0) },
    free: { label: 'долга нет', holds: ({ owed }) => owed.every(({ amount }) => amount === 0) },
    overdue: { label: 'есть просрочка', holds: ({ overdue }) => overdue > 0 },
    received: { label: 'платежи были', holds: ({ paid }) => paid.length > 0 },
    unpaid: { label: 'платежей не было', holds: ({ paid }) => paid.length === 0 },
    scheduled: { label: 'по графику осталось платить', holds: ({ left: rows }) => rows.length > 0 },
    ahead: { label: 'в графике есть проценты будущих дней', holds: ({ ahead = 0 }) => ahead > 0 },
    discount: {
      label: 'часть долга будет прощена',
      holds: ({ forgiven, state }) => forgiven > 0 && state === 'in_force',
    },
  },
  placeholders: {
    ...CREDITOR_PAPER_WORDS,
    ...SETTLEMENT_WORDS,
    on: { label: 'на какой день', text: ({ on }) => longDay(on) },
    state: { label: 'состояние соглашения', text: ({ state }) => STATEMENT_STATES[state] },
    owed: {
      label: 'весь долг на день',
      needs: 'owing',
      text: ({ owed }) => sumInWords(sumKopecks(owed.map(({ amount }) => amount))),
    },
    owed_table: { label: 'долг по частям', needs: 'owing', blocks: (facts) => [owedTable(facts)] },
    overdue: { label: 'просрочено', needs: 'overdue', text: ({ overdue }) => sumInWords(overdue) },
    paid_table: { label: 'что уплачено', needs: 'received', blocks: (facts) => [paidTable(facts)] },
    left_table: { label: 'график, который остался', needs: 'scheduled', blocks: (facts) => [leftTable(facts)] },
    ahead: {
      label: 'проценты будущих дней',
      needs: 'ahead',
      text: ({ ahead = kopecks(0) }) => sumInWords(ahead),
    },
    forgiven: { label: 'что будет прощено', needs: 'discount', text: ({ forgiven }) => sumInWords(forgiven) },
  },
  required: [
    ...Object.keys(CREDITOR_PAPER_WORDS),
    ...Object.keys(SETTLEMENT_WORDS),
    'on',
    'state',
    'owed',
    'owed_table',
    'overdue',
    'paid_table',
    'left_table',
    'forgiven',
  ],
};

/** The statement of a debt on a day. */
export const STATEMENT_TEMPLATE: DocumentTemplate = {
  kind: 'statement',
  version: 2,
  title: 'Справка о состоянии долга № {{number}}',
  clauses: [
    CREDITOR_PAPER_HEAD,
    {
      code: 'subject',
      heading: 'О чём справка',
      paragraphs: [
        '{{debtor_name}}, дата рождения {{debtor_birth_date}}: долг по договору № {{contract_number}} от {{contract_date}}, соглашение о погашении № {{agreement_number}} от {{agreement_date}}.',
        'Суммы указаны на конец дня {{on}}. {{state}}.',
      ],
    },
    {
      code: 'owed',
      heading: 'Долг',
      when: 'owing',
      paragraphs: ['К уплате {{owed}}:', '{{owed_table}}'],
    },
    { code: 'free', heading: 'Долг', when: 'free', paragraphs: ['Долга по соглашению на этот день нет.'] },
    { code: 'overdue', heading: 'Просрочка', when: 'overdue', paragraphs: ['Из этой суммы просрочено {{overdue}}.'] },
    { code: 'paid', heading: 'Уплачено', when: 'received', paragraphs: ['По соглашению уплачено:', '{{paid_table}}'] },
    { code: 'unpaid', heading: 'Уплачено', when: 'unpaid', paragraphs: ['По соглашению платежей не было.'] },
    {
      code: 'left',
      heading: 'График',
      when: 'scheduled',
      paragraphs: ['По графику осталось уплатить:', '{{left_table}}'],
    },
    {
      code: 'ahead',
      heading: 'Проценты будущих дней',
      when: 'ahead',
      paragraphs: [
        'В графике, который остался, {{ahead}} — проценты за дни после этого. Они ещё не начислены: если погасить всё раньше, их не платят.',
      ],
    },
    {
      code: 'forgiveness',
      heading: 'Прощение части долга',
      when: 'discount',
      paragraphs: [
        'Если все платежи уплачены полностью, а соглашение до этого не расторгнуто, прощается {{forgiven}}. Просрочка, которая не привела к расторжению, прощения не отменяет.',
      ],
    },
    CREDITOR_PAPER_SIGNING,
  ],
};
