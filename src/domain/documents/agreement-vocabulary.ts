import { formatPenalty } from '../negotiation/penalty-words.ts';
import { groundLines, groundWords, type Signatory } from '../parties/signing-right.ts';
import { BREACH_WORDS } from '../settlements/breach.ts';
import { formatShare } from '../settlements/discount.ts';
import { shiftEveryWords } from '../settlements/payment-shift.ts';
import { formatProceedings } from '../settlements/proceedings.ts';
import { type ScheduleRow, scheduleInterest, scheduleTotal } from '../settlements/schedule.ts';
import { type Day, formatDay, formatMoscowTime } from '../values/days.ts';
import { formatBps, formatFullCost } from '../values/exact.ts';
import { maskEmail, maskPhone } from '../values/masks.ts';
import { formatAmount, type Kopecks, sumKopecks } from '../values/money.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import type { AgreementFacts, SignatureFacts } from './agreement-facts.ts';
import { paidAboveDebt, summaryTable } from './agreement-summary.ts';
import { debtTable, forgivenTable, leftColumn, rightColumn } from './debt-tables.ts';
import { acknowledgedDebt, acknowledgedSum, disputedLines, forgivenDisputeWords } from './disputed-words.ts';
import type { Block, Placeholder, Table, Vocabulary } from './document-template.ts';
import { CLAIM_WORDS } from './settlement-words.ts';

/** When an agreement has a clause. */
type AgreementCondition =
  | 'discount'
  | 'at_once'
  | 'instalments'
  | 'interest'
  | 'penalty'
  | 'no_penalty'
  | 'cession'
  | 'agent'
  | 'requisites'
  | 'no_requisites'
  | 'debtor_pays_fee'
  | 'limitation'
  | 'in_court'
  | 'in_enforcement'
  | 'disputed'
  | 'shift';

type Facts = AgreementFacts;
type Named = Record<string, Placeholder<Facts, AgreementCondition>>;

const CONDITIONS: Vocabulary<Facts, AgreementCondition>['conditions'] = {
  discount: { label: 'часть долга прощается', holds: ({ discount }) => discount.forgiven > 0 },
  at_once: { label: 'один платёж', holds: ({ rows }) => rows.length === 1 },
  instalments: { label: 'несколько платежей', holds: ({ rows }) => rows.length > 1 },
  interest: { label: 'рассрочка с процентами', holds: ({ rateBps }) => rateBps > 0 },
  penalty: { label: 'неустойка', holds: ({ penalty }) => penalty !== null },
  no_penalty: { label: 'без неустойки', holds: ({ penalty }) => penalty === null },
  cession: { label: 'уступка', holds: ({ cessions }) => cessions.length > 0 },
  agent: { label: 'агент кредитора', holds: ({ principal }) => principal !== null },
  requisites: { label: 'счёт получателя известен', holds: ({ payment }) => payment.requisites !== null },
  no_requisites: { label: 'счёт называет страница оплаты', holds: ({ payment }) => payment.requisites === null },
  debtor_pays_fee: { label: 'вознаграждение платит должник', holds: ({ feePayer }) => feePayer === 'individual' },
  limitation: { label: 'действует срок исковой давности', holds: ({ enforcement = false }) => !enforcement },
  shift: { label: 'должник вправе перенести платёж', holds: ({ shiftEvery = null }) => shiftEvery !== null },
  disputed: { label: 'часть долга оспорена', holds: ({ disputed = [] }) => disputed.length > 0 },
  in_court: { label: 'долг в суде', holds: ({ proceedings }) => proceedings?.stage === 'court' },
  in_enforcement: {
    label: 'долг взыскивают приставы',
    holds: ({ proceedings }) => proceedings?.stage === 'enforcement',
  },
};

const proceedingsInWords = ({ proceedings }: Facts): string => (proceedings ? formatProceedings(proceedings) : '');

const WORDS: Named = {
  ...CLAIM_WORDS,
  number: { label: 'номер соглашения', text: ({ number }) => number },
  concluded_on: { label: 'дата предложения', text: ({ concludedOn }) => longDay(concludedOn) },
  offer_until: {
    label: 'последний день предложения',
    text: ({ offerUntil }) => (offerUntil === undefined ? 'день, который в нём назван,' : longDay(offerUntil)),
  },
  creditor_ogrn: { label: 'ОГРН кредитора', text: ({ creditor }) => creditor.ogrn },
  creditor_address: { label: 'адрес кредитора', text: ({ creditor }) => creditor.address },
  creditor_phone: { label: 'телефон кредитора', text: ({ creditor }) => creditor.phone },
  representative: { label: 'представитель кредитора', text: ({ creditor }) => creditor.representative ?? '' },
  authority: { label: 'основание полномочий', text: ({ creditor }) => creditor.authority ?? '' },
  creditor_signatory: {
    label: 'кто действует за кредитора и на каком основании',
    text: ({ creditor: { signatory = null } }) => signatoryWords(signatory),
  },
  debtor_name: { label: 'ФИО должника', text: ({ debtor }) => debtor.fullName },
  debtor_birth_date: {
    label: 'дата рождения должника',
    text: ({ debtor: { birthDate } }) => (birthDate === null ? 'не указана' : formatDay(birthDate)),
  },
  debtor_document: {
    label: 'документ должника',
    text: ({ debtor }) => [debtor.document, debtor.documentIssue ?? []].flat().join(', '),
  },
  debtor_address: { label: 'адрес регистрации должника', text: ({ debtor }) => debtor.address },
  debtor_phone: { label: 'телефон должника', text: ({ debtor }) => debtor.phone },
  principal_name: { label: 'за кого действует агент', needs: 'agent', text: ({ principal }) => principal ?? '' },
  debt_total: { label: 'весь долг', text: ({ discount }) => sumInWords(discount.total) },
  debt_as_of: { label: 'дата расчёта долга', text: ({ debtAsOf }) => formatDay(debtAsOf) },
  agreed: { label: 'согласованная сумма', text: ({ discount }) => sumInWords(discount.agreed) },
  forgiven: { label: 'прощаемая сумма', needs: 'discount', text: ({ discount }) => sumInWords(discount.forgiven) },
  discount: {
    label: 'скидка в процентах',
    needs: 'discount',
    text: ({ discount }) => formatShare(discount.bps),
  },
  tax_note: {
    label: 'о налоге',
    needs: 'discount',
    text: ({ taxNote = [] }) => taxNote.join(' '),
  },
  tax_report: {
    label: 'кто сообщает о доходе и что может быть нужно должнику',
    needs: 'discount',
    text: ({ taxReport = [] }) => taxReport.join(' '),
  },
  acknowledged_debt: { label: 'что из долга признано', text: acknowledgedDebt },
  acknowledged_sum: { label: 'какой долг признан подписью', text: acknowledgedSum },
  forgiven_standing: { label: 'сколько прощаемого признано и оспорено', needs: 'discount', text: forgivenDisputeWords },
  in_time: {
    label: 'в какой срок или какие сроки',
    text: ({ rows }) => (rows.length === 1 ? 'в следующий срок' : 'в следующие сроки'),
  },
  first_due: {
    label: 'срок первого платежа',
    text: ({ rows }) =>
      rows
        .slice(0, 1)
        .map(({ dueDate }) => formatDay(dueDate))
        .join(''),
  },
  last_due: {
    label: 'срок последнего платежа',
    text: ({ rows }) =>
      rows
        .slice(-1)
        .map(({ dueDate }) => formatDay(dueDate))
        .join(''),
  },
  payments_count: { label: 'число платежей', text: ({ rows }) => String(rows.length) },
  rate: { label: 'ставка', needs: 'interest', text: ({ rateBps }) => formatBps(rateBps) },
  interest_total: {
    label: 'проценты всего',
    needs: 'interest',
    text: ({ rows }) => sumInWords(scheduleInterest(rows)),
  },
  full_cost: {
    label: 'полная стоимость',
    needs: 'interest',
    text: ({ fullCost }) => (fullCost === null ? 'не определена' : formatFullCost(fullCost)),
  },
  full_cost_sum: {
    label: 'полная стоимость в рублях',
    needs: 'interest',
    text: (facts) => sumInWords(paidAboveDebt(facts)),
  },
  full_cost_below: {
    label: 'почему полная стоимость ниже ставки',
    needs: 'interest',
    text: ({ fullCost, rateBps }) =>
      fullCost !== null && fullCost < rateBps * 10
        ? ' Она ниже ставки, потому что проценты начислены не за каждый день от предложения до платежей графика.'
        : '',
  },
  payment_order: {
    label: 'на что зачисляется платёж',
    text: ({ rateBps, penalty }) =>
      [
        rateBps > 0 ? ': сначала на проценты, затем на сумму долга' : '',
        penalty === null ? '' : '; после всех платежей графика — на неустойку',
      ].join(''),
  },
  early_sum: {
    label: 'что уплатить, чтобы погасить всё досрочно',
    needs: 'interest',
    text: ({ penalty }) =>
      penalty === null
        ? 'остаток долга и проценты, начисленные по день платежа включительно'
        : 'остаток долга, проценты, начисленные по день платежа включительно, и неустойку, если она начислена',
  },
  schedule_total: { label: 'всего по графику', text: ({ rows }) => sumInWords(scheduleTotal(rows)) },
  penalty: {
    label: 'неустойка',
    needs: 'penalty',
    text: ({ penalty }) => (penalty ? formatPenalty(penalty) : ''),
  },
  platform_name: { label: 'компания-оператор', text: ({ platform = 'оператор платформы' }) => platform },
  partner_name: { label: 'РНКО', text: ({ payment }) => payment.partnerName },
  recipient: {
    label: 'получатель',
    needs: 'requisites',
    text: ({ payment }) => payment.requisites?.recipient ?? '',
  },
  account: {
    label: 'счёт получателя',
    needs: 'requisites',
    text: ({ payment }) => payment.requisites?.account ?? '',
  },
  bank: { label: 'банк получателя', needs: 'requisites', text: ({ payment }) => payment.requisites?.bank ?? '' },
  fee: { label: 'вознаграждение', needs: 'debtor_pays_fee', text: ({ feeAmount }) => sumInWords(feeAmount) },
  grace: { label: 'льготный срок', text: ({ graceWorkingDays = '' }) => String(graceWorkingDays) },
  breach_delay: { label: 'какая просрочка даёт право расторгнуть', text: (facts) => breachWords(facts).delay },
  cure: { label: 'срок устранить нарушение', text: (facts) => breachWords(facts).cure },
  restored: { label: 'срок уплаты восстановленного долга', text: (facts) => breachWords(facts).restored },
  breach_decision: {
    label: 'кто решает о расторжении',
    text: ({ breach }) => DECISIONS[String(breach?.byRule ?? false)]!,
  },
  debtor_email: { label: 'почта должника', text: ({ debtor }) => debtor.email ?? 'не указана' },
  creditor_email: { label: 'почта кредитора', text: ({ creditor }) => creditor.email ?? 'не указана' },
  court_case: { label: 'дело в суде', needs: 'in_court', text: proceedingsInWords },
  enforcement_case: { label: 'исполнительное производство', needs: 'in_enforcement', text: proceedingsInWords },
  shift_every: {
    label: 'один перенос на сколько платежей',
    needs: 'shift',
    text: ({ shiftEvery }) => (shiftEvery == null ? '' : shiftEveryWords(shiftEvery)),
  },
  court: { label: 'подсудность', text: ({ court }) => court },
};

/** Papers of forms before version 5 do not say the rule. */
const breachWords = ({ breach }: Facts) => BREACH_WORDS[breach?.rule ?? 'common'];

/** Whether the creditor has set beforehand that an agreement which is not cured ends by itself. */
const DECISIONS: Readonly<Record<string, string>> = {
  false: 'Решение о расторжении принимает Кредитор. Без его решения Соглашение не расторгается.',
  true: 'Кредитор заранее установил и подписал правило: если просроченная сумма не уплачена в этот срок, Соглашение расторгается на следующий день без отдельного решения. Подписывая Соглашение, Кредитор подтверждает это правило.',
};

/** The very words that a clause says. */
function wordsOf(name: string, facts: Facts): string {
  const word = WORDS[name];
  if (!word || !('text' in word)) throw new Error(`No clause says {{${name}}} in words`);
  return word.text(facts);
}

const TABLES: Named = {
  summary_table: {
    label: 'главное из соглашения',
    blocks: (facts) => [summaryTable(facts, (name) => wordsOf(name, facts))],
  },
  debt_table: { label: 'состав долга', blocks: (facts) => [debtTable(facts)] },
  forgiven_table: { label: 'что прощается', needs: 'discount', blocks: (facts) => [forgivenTable(facts)] },
  disputed_list: { label: 'что оспорено и почему', needs: 'disputed', blocks: disputedLines },
  schedule_table: { label: 'график платежей', blocks: ({ rows, rateBps }) => [scheduleTable(rows, rateBps > 0)] },
  cessions_list: { label: 'цепочка уступок', needs: 'cession', blocks: cessionLines },
  signatures: { label: 'подписи', blocks: ({ signatures }) => signatures.map(signatureBlock) },
};

/** What an agreement may say and what none may omit (docs/domain.md §11, «Соглашение о погашении задолженности»). */
export const AGREEMENT_VOCABULARY: Vocabulary<Facts, AgreementCondition> = {
  placeholders: { ...WORDS, ...TABLES },
  conditions: CONDITIONS,
  required: [
    'number',
    'summary_table',
    'concluded_on',
    ...Object.keys(CLAIM_WORDS),
    'creditor_signatory',
    'debtor_name',
    'debtor_document',
    'debtor_address',
    'cessions_list',
    'principal_name',
    'debt_table',
    'debt_as_of',
    'agreed',
    'schedule_table',
    'partner_name',
    'platform_name',
    'account',
    'forgiven',
    'acknowledged_debt',
    'disputed_list',
    'forgiven_standing',
    'tax_note',
    'tax_report',
    'rate',
    'full_cost',
    'penalty',
    'fee',
    'payment_order',
    'early_sum',
    'breach_delay',
    'cure',
    'restored',
    'breach_decision',
    'debtor_email',
    'creditor_email',
    'court_case',
    'enforcement_case',
    'shift_every',
    'court',
    'signatures',
  ],
};

/** With a column of interest only when there is any. */
export function scheduleTable(rows: readonly ScheduleRow[], withInterest: boolean): Table {
  const sums = (amount: Kopecks, principal: Kopecks, interest: Kopecks) =>
    (withInterest ? [amount, principal, interest] : [amount]).map(formatAmount);
  const principal = sumKopecks(rows.map((row) => row.principal));
  return {
    type: 'table',
    columns: [
      rightColumn('№'),
      leftColumn('Не позднее'),
      rightColumn('Платёж, ₽'),
      ...(withInterest ? [rightColumn('Долг, ₽'), rightColumn('Проценты, ₽')] : []),
    ],
    rows: [
      ...rows.map((row) => [String(row.no), formatDay(row.dueDate), ...sums(row.amount, row.principal, row.interest)]),
      ['', 'Итого', ...sums(scheduleTotal(rows), principal, scheduleInterest(rows))],
    ],
    hasTotal: true,
  };
}

function cessionLines({ cessions }: Facts): Block[] {
  return cessions.map(({ from, to, reference }, index) => ({
    type: 'paragraph',
    number: null,
    text: `— цедент: ${from}, цессионарий: ${to}, договор уступки ${reference}${index + 1 < cessions.length ? ';' : '.'}`,
  }));
}

/** Whoever accepts for the creditor is not known before: he is named under his signature. */
const signatoryWords = (signatory: Signatory | null): string =>
  signatory === null
    ? 'От имени Кредитора Соглашение подписывает тот, чьи имя, должность и основание полномочий стоят под его подписью: руководитель Кредитора или сотрудник с доверенностью на заключение соглашений.'
    : `От имени Кредитора действует: ${signatory.fullName}, ${signatory.position}; основание: ${groundWords(signatory.ground)}.`;

/** «Подписано простой электронной подписью: …» */
export function signatureBlock(signature: SignatureFacts): Block {
  return {
    type: 'signature',
    lines: [
      signature.codeSentTo === null
        ? 'Принято по условиям, опубликованным Кредитором'
        : 'Подписано простой электронной подписью',
      signature.fullName,
      ...(signature.signatory ? groundLines(signature.signatory) : []),
      ...(signature.phone === null ? [] : [`Телефон ${maskPhone(signature.phone)}`]),
      ...(signature.codeSentTo === null ? [] : [`Код отправлен на ${maskEmail(signature.codeSentTo)}`]),
      formatMoscowTime(signature.signedAt),
      `Код операции ${signature.operationCode}`,
      ...fingerprintLines(signature),
    ],
  };
}

/** How a paper and its protocol call the two fingerprints of a signature. */
export const FINGERPRINTS = { text: 'Отпечаток текста', signed: 'Отпечаток подписанного, SHA-256' } as const;

/** Papers of before called the second one that of the text, and did not print the first. */
const fingerprintLines = ({ textFingerprint, documentSha256 }: SignatureFacts): string[] =>
  textFingerprint === undefined
    ? [`SHA-256 подписанного текста ${documentSha256}`]
    : [`${FINGERPRINTS.text} ${textFingerprint}`, `${FINGERPRINTS.signed} ${documentSha256}`];

const MONTHS = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
];

/** «20 ноября 2026 года» */
export function longDay(day: Day): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(0, 4))} года`;
}
