import {
  type CorrectionFacts,
  type FeeLine,
  hasVat,
  type InvoiceFacts,
  type IssuerFacts,
  type PayerFacts,
  totalOf,
} from '../money/invoice-lines.ts';
import type { Day } from '../values/days.ts';
import { minus } from '../values/exact.ts';
import type { Kopecks } from '../values/money.ts';
import { monthEnd } from '../values/months.ts';
import { SERVICE_UNIT, serviceWords } from './invoice-papers.ts';

/** Papers that go into 1С together; each says by itself who issues and who pays. */
interface Exchanged {
  readonly invoices: readonly InvoiceFacts[];
  /** Invoices that were cancelled: their papers go with a mark of deletion, since they may have gone before without. */
  readonly cancelled: readonly InvoiceFacts[];
  readonly corrections: readonly CorrectionFacts[];
  /** When the file was made: the day and the time of Moscow, «14:05:09». */
  readonly day: Day;
  readonly time: string;
}

/**
 * Invoices, acts and corrections as 1С takes them: CommerceML 2.10, one document for each paper. Sums are decimal texts, made of whole
 * kopecks.
 */
export function commerceMl({ invoices, cancelled, corrections, day, time }: Exchanged): string {
  const documents = [
    ...invoices.flatMap((facts) => papersOf(facts, false)),
    ...cancelled.flatMap((facts) => papersOf(facts, true)),
    ...corrections.map(correctionOf),
  ];
  const header = `<КоммерческаяИнформация ВерсияСхемы="2.10" ДатаФормирования="${day}T${time}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', header, ...documents, '</КоммерческаяИнформация>', ''].join('\n');
}

const papersOf = (facts: InvoiceFacts, isCancelled: boolean): string[] => [
  invoiceOf(facts, isCancelled),
  transferOf(facts, isCancelled),
];

const invoiceOf = (facts: InvoiceFacts, isCancelled: boolean): string =>
  documentOf(facts, {
    isCancelled,
    operation: 'Счет на оплату',
    service: serviceWords(facts.month),
    lines: facts.lines,
    more: element('СрокПлатежа', facts.dueDate),
  });

const transferOf = (facts: InvoiceFacts, isCancelled: boolean): string =>
  documentOf(facts, {
    isCancelled,
    operation: hasVat(facts.lines) ? 'Счет-фактура' : 'Отпуск товара',
    service: serviceWords(facts.month),
    lines: facts.lines,
    // A paper may be dated after its service: VAT is of the day of the service (НК РФ, ст. 167).
    more: element('ЗначенияРеквизитов', detailOf('Дата оказания услуги', monthEnd(facts.month)), 'made'),
  });

const detailOf = (name: string, value: string): string =>
  element('ЗначениеРеквизита', element('Наименование', name) + element('Значение', value), 'made');

const correctionOf = (facts: CorrectionFacts): string =>
  documentOf(facts, {
    isCancelled: false,
    operation: 'Корректировка реализации',
    service: `Уменьшение вознаграждения по счёту ${facts.invoice.number}`,
    lines: facts.lines,
    more: element('Комментарий', `К документу ${facts.invoice.number} от ${facts.invoice.issuedOn}: ${facts.reason}`),
  });

interface Written {
  isCancelled: boolean;
  operation: string;
  service: string;
  lines: readonly FeeLine[];
  more: string;
}

function documentOf(
  { number, issuedOn, issuer, payer }: Pick<InvoiceFacts, 'number' | 'issuedOn' | 'issuer' | 'payer'>,
  { isCancelled, operation, service, lines, more }: Written,
): string {
  const { amount, vat } = totalOf(lines);
  const taxes = hasVat(lines) ? element('Налоги', taxOf('НДС', vat), 'made') : '';
  return element(
    'Документ',
    [
      element('Ид', `${number}/${operation}`),
      ...(isCancelled ? [element('ПометкаУдаления', 'true')] : []),
      element('Номер', number),
      element('Дата', issuedOn),
      element('ХозОперация', operation),
      element('Роль', 'Продавец'),
      element('Валюта', 'RUB'),
      element('Курс', '1'),
      element('Сумма', decimal(amount)),
      element('Контрагенты', [partyOf('Продавец', issuer), partyOf('Покупатель', payer)].join(''), 'made'),
      more,
      taxes,
      element('Товары', lines.map((line) => goodsOf(service, line)).join(''), 'made'),
    ].join(''),
    'made',
  );
}

const taxOf = (name: string, sum: Kopecks): string =>
  element(
    'Налог',
    element('Наименование', name) + element('УчтеноВСумме', 'true') + element('Сумма', decimal(sum)),
    'made',
  );

function partyOf(role: string, { name, inn, kpp, address }: IssuerFacts | PayerFacts): string {
  return element(
    'Контрагент',
    [
      element('Наименование', name),
      element('ОфициальноеНаименование', name),
      element('Роль', role),
      element('ИНН', inn),
      ...(kpp === null ? [] : [element('КПП', kpp)]),
      ...(address === null ? [] : [element('ЮридическийАдрес', element('Представление', address), 'made')]),
    ].join(''),
    'made',
  );
}

function goodsOf(service: string, { vatBps, amount, vat }: FeeLine): string {
  const rate =
    vatBps === null
      ? ''
      : element(
          'СтавкиНалогов',
          element('СтавкаНалога', element('Наименование', 'НДС') + element('Ставка', String(vatBps / 100)), 'made'),
          'made',
        );
  return element(
    'Товар',
    [
      element('Наименование', service),
      `<БазоваяЕдиница Код="${SERVICE_UNIT.code}" НаименованиеПолное="${SERVICE_UNIT.name}">${SERVICE_UNIT.short}</БазоваяЕдиница>`,
      element('ЦенаЗаЕдиницу', decimal(amount)),
      element('Количество', '1'),
      element('Сумма', decimal(amount)),
      element('СуммаБезНДС', decimal(minus(amount, vat))),
      rate,
      ...(vatBps === null ? [] : [element('Налоги', taxOf('НДС', vat), 'made')]),
    ].join(''),
    'made',
  );
}

/** «1234.56» of whole kopecks. */
const decimal = (sum: Kopecks): string => `${Math.floor(sum / 100)}.${String(sum % 100).padStart(2, '0')}`;

/** @param content a text of somebody, which is written so that it stays one; or elements that are made already */
const element = (name: string, content: string, kind: 'text' | 'made' = 'text'): string =>
  `<${name}>${kind === 'made' ? content : escaped(content)}</${name}>`;

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** XML knows no other control characters, however they are written. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[&<>"']/g, (sign) => SIGNS[sign]!)
    .replace(/(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu, ' ');
