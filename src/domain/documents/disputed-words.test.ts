import { expect, test } from 'vitest';
import { taxNote } from '../money/tax-note.ts';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import type { Debt } from '../settlements/debt-structure.ts';
import { discountOf } from '../settlements/discount.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { debtTable, forgivenTable } from './debt-tables.ts';
import { acknowledgedDebt, acknowledgedSum, disputedLines, forgivenDisputeWords } from './disputed-words.ts';

const DEBT: Debt = [
  { code: 'principal', amount: kopecks(15_000_000) },
  { code: 'penalty', amount: kopecks(3_400_000) },
  { code: 'fee', amount: kopecks(0) },
  { code: 'court_fee', amount: kopecks(50_000) },
];
const discount = discountOf(DEBT, kopecks(12_000_000));
const disputed = [{ code: 'penalty', reason: 'начислена после оплаты' }] as const;
const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const linesOf = (table: { rows: readonly (readonly string[])[] }) => table.rows.map((row) => plain(row.join(' | ')));
const listed = (facts: Parameters<typeof disputedLines>[0]) =>
  disputedLines(facts).map((block) => ('text' in block ? plain(block.text) : ''));

test('of a dispute each part is told, with what is waived of it and the reason; costs of a court are neither', () => {
  const facts = { discount, disputed };
  expect(linesOf(debtTable(facts))).toEqual([
    'Основной долг | 150 000,00 | признаёт',
    'Неустойка (пени, штрафы) | 34 000,00 | оспаривает',
    'Госпошлина | 500,00 | решает суд',
    'Итого | 184 500,00 | ',
  ]);
  expect(linesOf(forgivenTable(facts))[1]).toBe('Неустойка (пени, штрафы) | 34 000,00 | 34 000,00 | 0,00 | оспаривает');
  expect(plain(acknowledgedDebt(facts))).toBe(
    'Должник признаёт 150 000,00 ₽: Основной долг — 150 000,00 ₽. В этой части стороны согласны с размером и составом задолженности. Судебные расходы (500,00 ₽) распределяет суд: на платформе они не оспариваются.',
  );
  expect(listed(facts)).toEqual([
    '— Неустойка (пени, штрафы) — 34 000,00 ₽ (слова Должника: «начислена после оплаты»).',
  ]);
  expect(plain(forgivenDisputeWords(facts))).toBe(
    'Из прощаемого Должник признаёт 30 500,00 ₽ и оспаривает 34 000,00 ₽.',
  );
  expect(plain(acknowledgedSum(facts))).toBe(
    'задолженность в размере 150 000 (сто пятьдесят тысяч) рублей 00 копеек и обязанность уплатить Согласованную сумму, а спорную часть не признаёт',
  );
});

test('where nothing is disputed the parties agree about the whole, and tables of older forms have no column for it', () => {
  for (const facts of [{ discount, disputed: [] }, { discount }]) {
    expect(acknowledgedDebt(facts)).toBe('Стороны согласны с её размером и составом.');
    expect(acknowledgedSum(facts)).toBe('задолженность');
    expect(forgivenDisputeWords(facts)).toBe('Прощаемое Должник не оспаривает.');
    expect(listed(facts)).toEqual([]);
  }
  for (const table of [debtTable({ discount }), forgivenTable({ discount })]) {
    expect(JSON.stringify(table)).not.toContain('Должник');
  }
});

test('a debt that is disputed whole is acknowledged in no part, but for the sum that is agreed', () => {
  const facts = { discount, disputed: (['principal', 'penalty'] as const).map((code) => ({ code, reason: null })) };
  expect(acknowledgedDebt(facts)).toMatch(/^Должник не признаёт ни одной её части\. Судебные расходы/);
  expect(acknowledgedSum(facts)).toBe(
    'обязанность уплатить Согласованную сумму, а спорную часть задолженности не признаёт',
  );
  expect(listed(facts).map((line) => line.at(-1))).toEqual([';', '.']);
});

test('the note about the tax names what is disputed, who reports and what the debtor may have to declare', () => {
  const cases = taxNote(discount.forgiven, toDay('2026-11-20'), KNOWN_RATES, kopecks(3_400_000))?.cases.join(' ') ?? '';
  for (const part of [
    'оспаривает 34 000,00 ₽',
    'до 25 февраля следующего года',
    'декларацию до 30 апреля',
    'дохода может не быть',
  ]) {
    expect(plain(cases)).toContain(part);
  }
});
