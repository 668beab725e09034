import { BREACH_WORDS } from '../settlements/breach.ts';
import { debtPart } from '../settlements/debt-structure.ts';
import { formatDay, formatMoscowTime } from '../values/days.ts';
import { formatAmount, sumKopecks } from '../values/money.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import type { RequisitesFacts } from './agreement-facts.ts';
import { longDay } from './agreement-vocabulary.ts';
import type { Clause, DocumentTemplate, Placeholder, Table, Vocabulary } from './document-template.ts';
import type {
  BreachNoticeFacts,
  NoticeFacts,
  RequisitesNoticeFacts,
  RestorationNoticeFacts,
  TerminationNoticeFacts,
} from './notice-facts.ts';
import { companySignature, LETTERHEAD, PLATFORM_NAME, SETTLEMENT_WORDS } from './settlement-words.ts';

/** What every notice says: number, time, both sides, the agreement, who has decided. */
const NOTICE_WORDS = {
  ...SETTLEMENT_WORDS,
  letterhead: LETTERHEAD,
  platform_name: PLATFORM_NAME,
  number: { label: 'номер уведомления', text: ({ number }) => number },
  issued_at: { label: 'дата и время уведомления', text: ({ issuedAt }) => formatMoscowTime(issuedAt) },
  creditor_ogrn: { label: 'ОГРН кредитора', text: ({ creditor }) => creditor.ogrn },
  creditor_address: { label: 'адрес кредитора', text: ({ creditor }) => creditor.address },
  creditor_phone: { label: 'телефон кредитора', text: ({ creditor }) => creditor.phone },
  debtor_name: { label: 'ФИО должника', text: ({ debtor }) => debtor.fullName },
  debtor_email: { label: 'электронная почта должника', text: ({ debtor }) => debtor.email },
  signature: {
    label: 'кто решил',
    blocks: ({ creditor, decidedBy, signatory }) => [companySignature(creditor.name, [decidedBy], signatory)],
  },
} as const satisfies Record<string, Placeholder<NoticeFacts, never>>;

/** A notice may omit nothing of what it knows. */
function vocabularyOf<Facts extends NoticeFacts, When extends string = never>(
  own: Record<string, Placeholder<Facts, When>>,
  conditions: Vocabulary<Facts, When>['conditions'] = {} as Vocabulary<Facts, When>['conditions'],
): Vocabulary<Facts, When> {
  const placeholders = { ...NOTICE_WORDS, ...own };
  return { placeholders, conditions, required: Object.keys(placeholders) };
}

const sides: Clause = {
  code: 'sides',
  heading: 'Кто и кому',
  paragraphs: [
    '{{letterhead}}',
    'Кредитор: {{creditor_name}}, ИНН {{creditor_inn}}, ОГРН {{creditor_ogrn}}, адрес: {{creditor_address}}, телефон {{creditor_phone}}.',
    'Должник: {{debtor_name}}, электронная почта {{debtor_email}}.',
    'Уведомление касается соглашения № {{agreement_number}} от {{agreement_date}} о погашении задолженности по договору № {{contract_number}} от {{contract_date}} (далее — Соглашение).',
  ],
};

const signature: Clause = {
  code: 'signature',
  heading: 'Направление',
  paragraphs: [
    'Уведомление составлено {{issued_at}} на платформе «Уговор» (оператор — {{platform_name}}). Время отправки, доставки и прочтения хранит платформа.',
    '{{signature}}',
  ],
};

const notice = (kind: string, title: string, ...clauses: Clause[]): DocumentTemplate =>
  noticeForm(kind, 3, title, clauses);

const noticeForm = (kind: string, version: number, title: string, clauses: readonly Clause[]): DocumentTemplate => ({
  kind,
  version,
  title: `${title} № {{number}}`,
  clauses: [sides, ...clauses, signature],
});

const left = (title: string) => ({ title, align: 'left' as const });
const right = (title: string) => ({ title, align: 'right' as const });

function overdueTable({ overdue }: BreachNoticeFacts): Table {
  const rows = overdue.map(({ no, dueDate, rest }) => [String(no), formatDay(dueDate), formatAmount(rest)]);
  return {
    type: 'table',
    columns: [right('№'), left('Срок'), right('Не уплачено, ₽')],
    rows: [...rows, ['', 'Итого', formatAmount(sumKopecks(overdue.map(({ rest }) => rest)))]],
    hasTotal: true,
  };
}

export const BREACH_NOTICE_VOCABULARY = vocabularyOf<BreachNoticeFacts, 'by_rule' | 'by_hand'>(
  {
    overdue_table: { label: 'просроченные платежи', blocks: (facts) => [overdueTable(facts)] },
    overdue: {
      label: 'просрочено всего',
      text: ({ overdue }) => sumInWords(sumKopecks(overdue.map(({ rest }) => rest))),
    },
    delay: { label: 'какая просрочка даёт право расторгнуть', text: ({ delay }) => delay },
    cure: { label: 'срок на оплату', text: ({ cure }) => cure },
    requisites: { label: 'реквизиты кредитора', text: ({ requisites }) => requisitesLine(requisites ?? null) },
  },
  {
    by_rule: { label: 'расторгается по правилу кредитора', holds: ({ byRule }) => byRule },
    by_hand: { label: 'решает кредитор', holds: ({ byRule }) => !byRule },
  },
);

/** A breach is coming: pay within the term, and the agreement stays. */
export const BREACH_NOTICE_TEMPLATE = notice(
  'breach_notice',
  'Уведомление о нарушении соглашения',
  {
    code: 'overdue',
    heading: 'Что просрочено',
    paragraphs: ['Не уплачено в срок:', '{{overdue_table}}', 'Всего просрочено: {{overdue}}.'],
  },
  {
    code: 'cure',
    heading: 'Что сделать',
    paragraphs: [
      'Уплатите просроченное в течение {{cure}} со дня, следующего за днём доставки этого уведомления. Тогда Соглашение и прощение части долга остаются в силе.',
      'Заплатить можно на странице Соглашения в личном кабинете или Кредитору: {{requisites}}. Назначение платежа: платёж по соглашению № {{agreement_number}} от {{agreement_date}}.',
      'Кредитор вправе расторгнуть Соглашение, потому что {{delay}}.',
    ],
  },
  {
    code: 'by_rule',
    heading: 'Если не уплатить',
    when: 'by_rule',
    paragraphs: [
      'Если просроченное не уплачено в этот срок, Кредитор может расторгнуть Соглашение.',
      'По правилу, которое Кредитор подписал заранее и которое названо в Соглашении, без отдельного решения Соглашение расторгается только после того, как Должник открыл это уведомление в личном кабинете: на следующий день после {{cure}} со дня, следующего за днём, когда он его открыл, если просроченное к этому времени не уплачено.',
      'О расторжении Кредитор направит отдельное уведомление.',
    ],
  },
  {
    code: 'by_hand',
    heading: 'Если не уплатить',
    when: 'by_hand',
    paragraphs: [
      'Если просроченное не уплачено в этот срок, Кредитор может расторгнуть Соглашение. Без его решения Соглашение не расторгается. О решении Кредитор направит отдельное уведомление.',
    ],
  },
);

export const TERMINATION_NOTICE_VOCABULARY = vocabularyOf<TerminationNoticeFacts>({
  reason: { label: 'причина', text: ({ reason }) => reason.replace(/\.$/, '') },
  terminated_on: { label: 'день расторжения', text: ({ terminatedOn }) => longDay(terminatedOn) },
  warning_number: { label: 'номер уведомления о нарушении', text: ({ warning }) => warning.number },
  delivered_on: { label: 'когда оно доставлено', text: ({ warning }) => formatDay(warning.deliveredOn) },
  last_day: { label: 'последний день на оплату', text: ({ warning }) => formatDay(warning.lastDay) },
});

/** The agreement is ended by its creditor. */
export const TERMINATION_NOTICE_TEMPLATE = notice('termination_notice', 'Уведомление о расторжении соглашения', {
  code: 'termination',
  heading: 'Расторжение',
  paragraphs: [
    'Соглашение расторгнуто {{terminated_on}}. Причина: {{reason}}.',
    'Уведомление о нарушении № {{warning_number}} доставлено {{delivered_on}}. Просроченное можно было уплатить по {{last_day}} включительно; оно не уплачено.',
    'Прощение части долга не наступило. Уплаченное по Соглашению уменьшает долг.',
  ],
});

function debtTable({ parts, total, paid, rest }: RestorationNoticeFacts): Table {
  return {
    type: 'table',
    columns: [left('Часть долга'), right('Сумма, ₽')],
    rows: [
      ...parts
        .filter(({ amount }) => amount > 0)
        .map(({ code, amount }) => [debtPart(code).label, formatAmount(amount)]),
      ['Долг, указанный в Соглашении', formatAmount(total)],
      ['Уплачено по Соглашению', paid === 0 ? formatAmount(paid) : `− ${formatAmount(paid)}`],
      ['Итого', formatAmount(rest)],
    ],
    hasTotal: true,
  };
}

export const RESTORATION_NOTICE_VOCABULARY = vocabularyOf<RestorationNoticeFacts>({
  debt_table: { label: 'состав долга', blocks: (facts) => [debtTable(facts)] },
  debt_as_of: { label: 'дата расчёта долга', text: ({ debtAsOf }) => formatDay(debtAsOf) },
  rest: { label: 'остаток долга', text: ({ rest }) => sumInWords(rest) },
  restored_on: { label: 'день восстановления', text: ({ restoredOn }) => longDay(restoredOn) },
  pay_until: { label: 'до какого дня заплатить', text: ({ payUntil }) => longDay(payUntil) },
  pay_term: { label: 'срок на оплату после доставки', text: ({ rule }) => BREACH_WORDS[rule ?? 'common'].restored },
  requisites: { label: 'реквизиты кредитора', text: ({ requisites }) => requisitesLine(requisites ?? null) },
});

/** «получатель …, счёт …, …»; of a creditor who has named no account his phone is asked. */
export const requisitesLine = (of: RequisitesFacts | null): string =>
  of === null
    ? 'реквизиты спросите у Кредитора по телефону, указанному выше'
    : `получатель ${of.recipient}, счёт ${of.account}, ${of.bank}`;

/** The debt is whole again, less what was paid. */
export const RESTORATION_NOTICE_TEMPLATE = noticeForm('restoration_notice', 4, 'Уведомление о восстановлении долга', [
  {
    code: 'restoration',
    heading: 'Долг после расторжения',
    paragraphs: [
      'С {{restored_on}} задолженность восстановлена в размере, который указан в Соглашении на {{debt_as_of}}, за вычетом уплаченного:',
      '{{debt_table}}',
      'К уплате {{rest}}. Срок: по {{pay_until}} включительно, а если это уведомление доставлено позже дня расторжения — {{pay_term}} со дня доставки.',
      'Платить Кредитору: {{requisites}}. Назначение платежа: погашение долга по договору № {{contract_number}} от {{contract_date}}.',
      'О долге можно договориться заново на платформе.',
    ],
  },
]);

export const REQUISITES_NOTICE_VOCABULARY = vocabularyOf<RequisitesNoticeFacts>({
  changed_on: { label: 'с какого дня', text: ({ changedOn }) => longDay(changedOn) },
  requisites: { label: 'новые реквизиты', text: ({ requisites }) => requisitesLine(requisites) },
});

/** The creditor is paid to another account. */
export const REQUISITES_NOTICE_TEMPLATE = notice('requisites_notice', 'Уведомление об изменении реквизитов', {
  code: 'requisites',
  heading: 'Новые реквизиты',
  paragraphs: [
    'С {{changed_on}} Кредитор получает деньги так: {{requisites}}.',
    'Прежние реквизиты больше не действуют. Если вы платите в кабинете платформы, делать ничего не нужно: деньги придут по новым реквизитам. Если вы платите Кредитору переводом, пользуйтесь только ими.',
    'Кредитор подтвердил новые реквизиты кодом. Подлинность уведомления проверяется по его коду на сайте платформы; если вам назвали другие реквизиты, сначала позвоните Кредитору.',
  ],
});
