import {
  type CorrectionFacts,
  type FeeLine,
  hasVat,
  type InvoiceFacts,
  type IssuerFacts,
  linesLess,
  type PayerFacts,
  totalOf,
  vatWords,
} from '../money/invoice-lines.ts';
import { type Day, formatDay } from '../values/days.ts';
import { minus } from '../values/exact.ts';
import { formatAmount, type Kopecks } from '../values/money.ts';
import { monthEnd } from '../values/months.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import { longDay } from './agreement-vocabulary.ts';
import { leftColumn, rightColumn } from './debt-tables.ts';
import type { Block, Table } from './document-template.ts';

/** The number of the form of the papers: what was issued by a form is printed by it. */
export const INVOICE_FORM = 1;

/** One payment of a breakdown by payments: whose fee, or what was reversed of it. */
export interface ChargedPayment {
  readonly day: Day;
  readonly payment: string;
  readonly agreement: string;
  /** What was paid, kopecks. */
  readonly paid: Kopecks;
  readonly amount: Kopecks;
  readonly vat: Kopecks;
  readonly vatBps: number | null;
}

const MONTHS = [
  'январь',
  'февраль',
  'март',
  'апрель',
  'май',
  'июнь',
  'июль',
  'август',
  'сентябрь',
  'октябрь',
  'ноябрь',
  'декабрь',
];

/** «август 2026 года» */
export const monthWords = (month: Day): string =>
  `${MONTHS[Number(month.slice(5, 7)) - 1]} ${Number(month.slice(0, 4))} года`;

/** What the fee of a month is called in its papers. */
export const serviceWords = (month: Day): string =>
  `Вознаграждение платформы «Уговор» за платежи по соглашениям, ${monthWords(month)}`;

const heading = (number: number, text: string): Block => ({ type: 'heading', number, text });
const told = (...texts: readonly string[]): Block[] => texts.map((text) => ({ type: 'paragraph', number: null, text }));

const nameAndNumbers = ({ name, inn, kpp }: Pick<PayerFacts, 'name' | 'inn' | 'kpp'>): string =>
  [name, `ИНН\u00A0${inn}`, ...(kpp === null ? [] : [`КПП\u00A0${kpp}`])].join(', ');
const whole = (side: PayerFacts | IssuerFacts): string =>
  [
    nameAndNumbers(side),
    ...(side.ogrn === null ? [] : [`ОГРН\u00A0${side.ogrn}`]),
    ...(side.address === null ? [] : [`адрес: ${side.address}`]),
  ].join(', ');

const signing = (issuer: IssuerFacts): Block[] => [
  { type: 'signature', lines: [issuer.headPosition, issuer.headName, '', 'Подпись ____________'] },
  {
    type: 'signature',
    lines: ['Главный бухгалтер', issuer.accountantName ?? issuer.headName, '', 'Подпись ____________'],
  },
];

/** Of a paper of two sides the other one signs, too: nobody knows beforehand who. */
const receiving = (payer: PayerFacts, what: string): Block => ({
  type: 'signature',
  lines: [what, payer.name, 'Должность, ФИО ____________', 'Подпись ____________  Дата ____________'],
});

/** Without VAT there is no sum of it, not one of nought. */
const vatSum = ({ vatBps, vat }: Pick<FeeLine, 'vatBps' | 'vat'>): string =>
  vatBps === null ? '—' : formatAmount(vat);

/** A day in a title, which stays in one line. */
const titleDay = (day: Day): string => longDay(day).replaceAll(' ', '\u00A0');

/** ОКЕИ has no unit of services but this. */
export const SERVICE_UNIT = { code: '876', short: 'усл. ед.', name: 'Условная единица' } as const;

function feeTable(lines: readonly FeeLine[], service: string): Table {
  const { amount, vat } = totalOf(lines);
  return {
    type: 'table',
    columns: [
      leftColumn('Услуга'),
      rightColumn('Ед. (код)'),
      rightColumn('Кол.'),
      rightColumn('Цена без НДС, ₽'),
      rightColumn('Стоимость без НДС, ₽'),
      rightColumn('НДС'),
      rightColumn('НДС, ₽'),
      rightColumn('Всего, ₽'),
    ],
    rows: [
      ...lines.map((line, index) => [
        `${index + 1}. ${service}`,
        `${SERVICE_UNIT.short} (${SERVICE_UNIT.code})`,
        '1',
        formatAmount(minus(line.amount, line.vat)),
        formatAmount(minus(line.amount, line.vat)),
        vatWords(line.vatBps),
        vatSum(line),
        formatAmount(line.amount),
      ]),
      [
        'Итого',
        '',
        '',
        '',
        formatAmount(minus(amount, vat)),
        '',
        hasVat(lines) ? formatAmount(vat) : '—',
        formatAmount(amount),
      ],
    ],
    hasTotal: true,
  };
}

/** «Всего к оплате …, в том числе НДС …» */
function totalWords(lines: readonly FeeLine[]): string {
  const { amount, vat } = totalOf(lines);
  return `${sumInWords(amount)}, ${hasVat(lines) ? `в том числе НДС ${sumInWords(vat)}` : 'без НДС'}`;
}

/** The invoice to pay. */
export function invoicePaper(facts: InvoiceFacts): readonly Block[] {
  const { number, issuedOn, month, dueDate, issuer, payer, lines } = facts;
  return [
    { type: 'title', text: `Счёт на оплату № ${number} от ${titleDay(issuedOn)}` },
    heading(1, 'Получатель'),
    ...told(
      whole(issuer),
      `Расчётный счёт ${issuer.account}, ${issuer.bankName}, БИК\u00A0${issuer.bik}, корр. счёт\u00A0${issuer.corrAccount}`,
      `Назначение платежа: «Оплата по счёту ${number} от ${formatDay(issuedOn)}, ${purposeOfVat(lines)}». По номеру счёта платёж узнают.`,
    ),
    heading(2, 'Плательщик'),
    ...told(whole(payer)),
    heading(3, 'За что'),
    feeTable(lines, serviceWords(month)),
    ...told(
      `Всего к оплате: ${totalWords(lines)}.`,
      `Оплатите по ${longDay(dueDate)} включительно. Из чего сложилась сумма, говорит реестр сделок к этому счёту.`,
    ),
    ...signing(issuer),
  ];
}

const purposeOfVat = (lines: readonly FeeLine[]): string =>
  hasVat(lines) ? `в т. ч. НДС ${formatAmount(totalOf(lines).vat)} ₽` : 'без НДС';

/**
 * The act, as a paper that stands for счёт-фактура and act (status 1), or for the act alone where nobody pays VAT (status 2): НК РФ, ст. 169
 * п. 5; 402-ФЗ, ст. 9 ч. 2.
 */
export function transferPaper(facts: InvoiceFacts): readonly Block[] {
  const { number, issuedOn, month, issuer, payer, lines } = facts;
  const isTaxed = hasVat(lines);
  return [
    { type: 'title', text: `Универсальный передаточный документ № ${number} от ${titleDay(issuedOn)}` },
    heading(1, 'Документ'),
    ...told(
      isTaxed
        ? 'Статус 1: счёт-фактура и передаточный документ (акт).'
        : 'Статус 2: передаточный документ (акт). НДС не начисляется.',
      `Продавец (исполнитель): ${whole(issuer)}.`,
      `Покупатель (заказчик): ${whole(payer)}.`,
      `Документ об отгрузке: № п/п ${lines.length > 1 ? `1–${lines.length}` : '1'}, № ${number} от ${formatDay(issuedOn)}.`,
      'Грузоотправитель, грузополучатель, платёжно-расчётный документ: —. Валюта: российский рубль, код 643. Идентификатор государственного контракта: —.',
    ),
    heading(2, 'Услуги'),
    feeTable(lines, serviceWords(month)),
    ...told(
      `Всего: ${totalWords(lines)}.`,
      'Страна происхождения, регистрационный номер декларации: —. Сумма акциза: без акциза.',
    ),
    heading(3, 'Передача и приёмка'),
    ...told(
      `Основание: договор с платформой «Уговор», тариф соглашений; счёт № ${number} от ${formatDay(issuedOn)}; реестр сделок к нему.`,
      `Услуги оказаны за ${monthWords(month)}, дата оказания ${longDay(monthEnd(month))}. Стороны не имеют друг к другу претензий по объёму и качеству услуг.`,
    ),
    ...signing(issuer),
    receiving(payer, 'Услуги принял'),
  ];
}

/** Which of how many papers: a long breakdown is more than one. */
interface Part {
  readonly part: number;
  readonly of: number;
}

/** Which payments the fee is of. Debtors are not named: their agreements are. */
export function breakdownPaper(
  facts: InvoiceFacts,
  payments: readonly ChargedPayment[],
  { part, of }: Part = { part: 1, of: 1 },
): readonly Block[] {
  const { number, issuedOn, month, issuer, payer, lines } = facts;
  const { amount, vat } = totalOf(payments);
  const whole = totalOf(lines);
  return [
    {
      type: 'title',
      text: `Реестр сделок к счёту № ${number} от ${titleDay(issuedOn)}${of > 1 ? `, часть ${part} из ${of}` : ''}`,
    },
    heading(1, 'Стороны и период'),
    ...told(
      `Исполнитель: ${nameAndNumbers(issuer)}.`,
      `Заказчик: ${nameAndNumbers(payer)}.`,
      `Период: ${monthWords(month)}.`,
    ),
    heading(2, 'Платежи'),
    {
      type: 'table',
      columns: [
        leftColumn('Соглашение'),
        rightColumn('Платёж'),
        rightColumn('Дата'),
        rightColumn('Уплачено, ₽'),
        rightColumn('НДС'),
        rightColumn('НДС, ₽'),
        rightColumn('Вознаграждение, ₽'),
      ],
      rows: [
        ...payments.map((payment) => [
          payment.agreement,
          payment.payment,
          formatDay(payment.day),
          formatAmount(payment.paid),
          vatWords(payment.vatBps),
          vatSum(payment),
          formatAmount(payment.amount),
        ]),
        [of > 1 ? 'Итого в этой части' : 'Итого', '', '', '', '', formatAmount(vat), formatAmount(amount)],
      ],
      hasTotal: true,
    },
    ...(of > 1
      ? told(`Во всех частях: ${formatAmount(whole.amount)} ₽, в том числе НДС ${formatAmount(whole.vat)} ₽.`)
      : []),
    ...(payments.some((payment) => payment.amount < 0)
      ? told('Строка со знаком «минус» — вознаграждение, которое вернулось вместе с платежом.')
      : []),
  ];
}

/** What is taken off an invoice afterwards: корректировочный счёт-фактура and its deed in one (НК РФ, ст. 169 п. 5.2). */
export function correctionPaper(facts: CorrectionFacts): readonly Block[] {
  const { number, issuedOn, invoice, reason, issuer, payer, before, lines } = facts;
  const after = linesLess(before, lines);
  const changed = before.filter(({ vatBps }) => lines.some((line) => line.vatBps === vatBps));
  const isTaxed = hasVat(lines);
  const row = (name: string, of: readonly FeeLine[]): string[] => {
    const { amount, vat } = totalOf(of);
    return [name, formatAmount(minus(amount, vat)), formatAmount(vat), formatAmount(amount)];
  };
  return [
    { type: 'title', text: `Универсальный корректировочный документ № ${number} от ${titleDay(issuedOn)}` },
    heading(1, 'Документ'),
    ...told(
      isTaxed
        ? 'Статус 1: корректировочный счёт-фактура и документ об изменении стоимости.'
        : 'Статус 2: документ об изменении стоимости. НДС не начисляется.',
      `К счёту и УПД № ${invoice.number} от ${formatDay(invoice.issuedOn)}. Валюта: российский рубль, код 643.`,
      `Продавец (исполнитель): ${whole(issuer)}.`,
      `Покупатель (заказчик): ${whole(payer)}.`,
      `Причина: ${reason.replace(/\.$/, '')}.`,
    ),
    heading(2, 'Изменение стоимости'),
    ...changed.map((line): Table => {
      const ofRate = (those: readonly FeeLine[]) => those.filter(({ vatBps }) => vatBps === line.vatBps);
      return {
        type: 'table',
        columns: [
          leftColumn(`Вознаграждение платформы, ${line.vatBps === null ? 'без НДС' : `НДС ${vatWords(line.vatBps)}`}`),
          rightColumn('Без НДС, ₽'),
          rightColumn('НДС, ₽'),
          rightColumn('Всего, ₽'),
        ],
        rows: [row('До изменения', [line]), row('После изменения', ofRate(after)), row('Уменьшение', ofRate(lines))],
        hasTotal: true,
      };
    }),
    ...told(
      `Стоимость уменьшена на ${totalWords(lines)}. Эта сумма уменьшает долг по счёту, а если он оплачен — зачтётся в следующие.`,
    ),
    ...signing(issuer),
    receiving(payer, 'С изменением стоимости согласен'),
  ];
}
