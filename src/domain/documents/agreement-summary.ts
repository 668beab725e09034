import { shiftWords } from '../settlements/payment-shift.ts';
import { scheduleInterest } from '../settlements/schedule.ts';
import { formatDay } from '../values/days.ts';
import { formatFullCost } from '../values/exact.ts';
import { formatAmount, type Kopecks, sumKopecks } from '../values/money.ts';
import type { AgreementFacts } from './agreement-facts.ts';
import { leftColumn } from './debt-tables.ts';
import type { Table } from './document-template.ts';

/** What is paid above the agreed sum: interest, and the fee where the debtor pays it. */
export const paidAboveDebt = ({ rows, feePayer, feeAmount }: AgreementFacts): Kopecks =>
  sumKopecks([scheduleInterest(rows), ...(feePayer === 'individual' ? [feeAmount] : [])]);

/** What a clause says, by the name of its placeholder. */
type WordsOf = (name: string) => string;

/**
 * Who pays whom, how much in all, when and to which account, before all clauses; what happens on a late day, when he pays ahead, and with
 * what was paid before the signature.
 */
export function summaryTable(facts: AgreementFacts, wordsOf: WordsOf): Table {
  const { debtor, creditor, discount, debtAsOf, rows, payment, fullCost } = facts;
  const above = paidAboveDebt(facts);
  const roubles = (amount: Kopecks) => `${formatAmount(amount)} ₽`;
  const days = [...new Set([rows[0], rows.at(-1)])].map((row) => (row ? formatDay(row.dueDate) : '')).join(' — ');
  const account = payment.requisites;
  return {
    type: 'table',
    columns: [leftColumn('Что'), leftColumn('Как договорились')],
    rows: [
      ['Платит', debtor.fullName],
      ['Кому', creditor.name],
      [`Долг на ${formatDay(debtAsOf)}`, roubles(discount.total)],
      ['Всего к оплате', roubles(sumKopecks([discount.agreed, above]))],
      ['Из них переплата', above > 0 ? roubles(above) : 'ничего'],
      ['Прощается', discount.forgiven > 0 ? roubles(discount.forgiven) : 'ничего'],
      ['Платежей', `${rows.length}, ${days}`],
      [
        'Полная стоимость кредита',
        `${fullCost === null ? 'не определена' : `${formatFullCost(fullCost)} годовых`}, ${roubles(above)}`,
      ],
      ['Счёт', account === null ? 'на странице оплаты в личном кабинете' : `${account.recipient}, ${account.account}`],
      ...turns(facts, wordsOf),
      ...warnings(facts),
    ],
    hasTotal: false,
  };
}

/** What happens when it does not go by the schedule, in the words of the clauses; papers of older forms told it in these alone. */
function turns(
  { offerUntil, penalty, discount, rateBps, breach, shiftEvery }: AgreementFacts,
  wordsOf: WordsOf,
): [string, string][] {
  if (offerUntil === undefined) return [];
  const [fine, stays] = [
    penalty === null ? 'неустойки нет' : `неустойка ${wordsOf('penalty')}`,
    discount.forgiven > 0 ? 'Соглашение и прощение остаются' : 'Соглашение остаётся',
  ];
  const ending = breach?.byRule ? 'Расторгается само' : 'Расторгнуть его можно';
  const interest = rateBps > 0 ? 'проценты — только по день платежа' : 'процентов нет, поэтому сумма та же';
  return [
    [
      'Опоздание на день',
      `${fine}; ${stays} в силе. ${ending}, если ${wordsOf('breach_delay')} и не уплачено за ${wordsOf('cure')} после уведомления`,
    ],
    ['Досрочная оплата', `полностью или частью, без согласия Кредитора и доплат; ${interest}`],
    ...(shiftEvery == null ? [] : [shiftRow(shiftEvery)]),
    [
      'Уплачено до подписи',
      `засчитывается то, что уплачено или взыскано после ${wordsOf('debt_as_of')}: о нём сообщают в личном кабинете`,
    ],
  ];
}

const shiftRow = (every: number): [string, string] => [
  'Перенос платежа',
  `${shiftWords(every)}, без согласия Кредитора и доплат: по уведомлению Должника до срока платежа`,
];

/** What the debtor loses or may owe by his signature; papers of older forms told it in their clauses alone. */
function warnings(facts: AgreementFacts): [string, string][] {
  const { taxShort } = facts;
  if (taxShort === undefined) return [];
  const rows: [string, string][] = [];
  const { offerUntil, enforcement = false } = facts;
  // The stage is the creditor's word: since form 12 what the signature does is told of every debt.
  if (!enforcement || offerUntil !== undefined) {
    const when = enforcement ? 'начнётся заново, если долг не взыскан судом' : 'начнётся заново';
    rows.push(['Срок исковой давности', `${when}: подпись Должника признаёт ${whatOfDebt(facts)}`]);
  }
  if (taxShort !== null) rows.push(['Налог', taxShort]);
  return rows;
}

/** «долг»: which parts of it and how much of each tells the clause about the recognition. */
const whatOfDebt = ({ disputed = [] }: AgreementFacts): string =>
  disputed.length > 0 ? 'долг, кроме спорной части' : 'долг';
