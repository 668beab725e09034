import { describe, expect, test } from 'vitest';
import type { CorrectionFacts, FeeLine, InvoiceFacts } from '../money/invoice-lines.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { commerceMl } from './commerce-ml.ts';
import type { Block } from './document-template.ts';
import { breakdownPaper, correctionPaper, invoicePaper, monthWords, transferPaper } from './invoice-papers.ts';

const line = (vatBps: number | null, amount: number, vat: number): FeeLine => ({
  vatBps,
  amount: kopecks(amount),
  vat: kopecks(vat),
  count: 1,
});
const facts: InvoiceFacts = {
  form: 1,
  number: 'СЧ-2026-000012',
  issuedOn: toDay('2026-08-31'),
  month: toDay('2026-08-01'),
  dueDate: toDay('2026-09-07'),
  issuer: {
    name: 'ООО «Уговор»',
    inn: '7707083893',
    kpp: '770701001',
    ogrn: '1027700132195',
    address: 'Москва, ул. Первая, д. 1',
    bankName: 'Банк',
    bik: '044525225',
    corrAccount: '30101810400000000225',
    account: '40702810900000000001',
    headName: 'Петров П. П.',
    headPosition: 'Генеральный директор',
    accountantName: null,
  },
  payer: { name: 'АО <Альфа> & Ко', inn: '7736050003', kpp: null, ogrn: null, address: null },
  lines: [line(2200, 12_200, 2_200), line(null, 5_000, 0)],
};
const correction: CorrectionFacts = {
  form: 1,
  number: 'КД-2026-000001',
  issuedOn: toDay('2026-09-30'),
  invoice: facts,
  reason: 'Платёж возвращён',
  issuer: facts.issuer,
  payer: facts.payer,
  before: facts.lines,
  lines: [line(2200, 6_100, 1_100)],
};

/** All that a paper says, a line for each piece; figures without the spaces that do not break. */
const words = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((block) => {
      if (block.type === 'table') return block.rows.map((row) => row.join(' | '));
      return 'lines' in block ? block.lines : [block.text];
    })
    .join('\n')
    .replaceAll('\u00A0', ' ');

describe('the papers of an invoice', () => {
  test('the invoice names both, the account, the sum in words, VAT and the last day', () => {
    const text = words(invoicePaper(facts));
    for (const said of [
      'Счёт на оплату № СЧ-2026-000012 от 31 августа 2026 года',
      'ООО «Уговор», ИНН 7707083893, КПП 770701001, ОГРН 1027700132195',
      'Расчётный счёт 40702810900000000001, Банк, БИК 044525225, корр. счёт 30101810400000000225',
      'АО <Альфа> & Ко, ИНН 7736050003',
      '172 (сто семьдесят два) рубля 00 копеек, в том числе НДС 22 (двадцать два) рубля 00 копеек',
      'по 7 сентября 2026 года включительно',
      'август 2026 года',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).toContain('100,00 | 22 % | 22,00 | 122,00');
    expect(text).toContain('50,00 | Без НДС | — | 50,00');
  });

  test('the act is a счёт-фактура as well where there is VAT', () => {
    expect(words(transferPaper(facts))).toContain('Статус 1: счёт-фактура');
    const untaxed = words(transferPaper({ ...facts, lines: [line(null, 5_000, 0)] }));
    expect(untaxed).toContain('Статус 2: передаточный документ');
    expect(untaxed).toContain('без НДС');
  });

  test('a month issued late was rendered by its last day', () => {
    const late = words(transferPaper({ ...facts, issuedOn: toDay('2026-09-15') }));
    expect(late).toContain('№ СЧ-2026-000012 от 15 сентября 2026 года');
    expect(late).toContain('дата оказания 31 августа 2026 года');
  });

  test('the registry names agreements and payments, and what came back', () => {
    const payment = { day: toDay('2026-08-10'), payment: 'П-2026-000001', agreement: 'У-2026-000001', vatBps: 2200 };
    const text = words(
      breakdownPaper(facts, [
        { ...payment, paid: kopecks(244_000), amount: kopecks(12_200), vat: kopecks(2_200) },
        { ...payment, paid: kopecks(244_000), amount: kopecks(-6_100), vat: kopecks(-1_100) },
      ]),
    );
    expect(text).toContain('У-2026-000001 | П-2026-000001 | 10.08.2026 | 2 440,00 | 22 % | 22,00 | 122,00');
    expect(text).toMatch(/11,00 \| [-−]61,00/);
    expect(text).toContain('Итого |  |  |  |  | 11,00 | 61,00');
    expect(text).not.toContain('част');
    const one = { ...payment, paid: kopecks(244_000), amount: kopecks(6_100), vat: kopecks(1_100) };
    const part = words(breakdownPaper(facts, [one], { part: 2, of: 3 }));
    expect(part).toContain(', часть 2 из 3\n');
    expect(part).toContain('Итого в этой части |  |  |  |  | 11,00 | 61,00');
    expect(part).toContain('Во всех частях: 172,00 ₽');
  });

  test('a correction tells before, after and by how much, at each rate', () => {
    const text = words(correctionPaper(correction));
    expect(text).toContain('К счёту и УПД № СЧ-2026-000012 от 31.08.2026');
    expect(text).toContain('До изменения | 100,00 | 22,00 | 122,00');
    expect(text).toContain('После изменения | 50,00 | 11,00 | 61,00');
    expect(text).toContain('Уменьшение | 50,00 | 11,00 | 61,00');
    expect(text).toContain('Причина: Платёж возвращён.');
    expect(text.match(/Уменьшение/g)).toHaveLength(1);
    expect(words(correctionPaper({ ...correction, reason: 'Ошибка.' }))).toContain('Причина: Ошибка.\n');
  });

  test.each([
    ['2026-01-01', 'январь 2026 года'],
    ['2026-12-01', 'декабрь 2026 года'],
  ])('%s is %s', (month, said) => expect(monthWords(toDay(month))).toBe(said));
});

test('1С gets each paper as a document, and a name as a name', () => {
  const text = commerceMl({
    invoices: [facts],
    cancelled: [],
    corrections: [correction],
    day: toDay('2026-10-01'),
    time: '10:00:00',
  });
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<КоммерческаяИнформация ВерсияСхемы="2\.10"/);
  expect(text.match(/<Документ>/g)).toHaveLength(3);
  expect([...text.matchAll(/<ХозОперация>([^<]+)</g)].map(([, said]) => said)).toEqual([
    'Счет на оплату',
    'Счет-фактура',
    'Корректировка реализации',
  ]);
  expect(text).toContain('<Сумма>172.00</Сумма>');
  expect(text).toContain('<Ставка>22</Ставка>');
  expect(text).toContain('<СуммаБезНДС>100.00</СуммаБезНДС>');
  expect(text).toContain('АО &lt;Альфа&gt; &amp; Ко');
  expect(text).not.toContain('<Альфа>');
  const spoilt = commerceMl({
    invoices: [{ ...facts, payer: { ...facts.payer, name: 'А\u0001Б\uD800В\uFFFFГ' } }],
    cancelled: [],
    corrections: [],
    day: facts.issuedOn,
    time: '10:00:00',
  });
  expect(spoilt).toContain('<Наименование>А Б\uFFFDВ Г</Наименование>');
  expect(text).not.toContain('ПометкаУдаления');
  const taken = commerceMl({
    invoices: [],
    cancelled: [facts],
    corrections: [],
    day: facts.issuedOn,
    time: '10:00:00',
  });
  const mark = '<ПометкаУдаления>true</ПометкаУдаления>';
  expect(taken.match(/<Документ>/g)).toHaveLength(2);
  expect(taken.match(new RegExp(`<Документ><Ид>[^<]+</Ид>${mark}<Номер>`, 'g'))).toHaveLength(2);
});
