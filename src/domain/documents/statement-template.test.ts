import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { lintTemplate, renderTemplate } from './document-template.ts';
import { STATEMENT_TEMPLATE, STATEMENT_VOCABULARY, type StatementFacts } from './statement-template.ts';

const FACTS: StatementFacts = {
  number: 'С-2026-000001/7',
  issuedAt: new Date('2026-11-20T11:05:09Z'),
  creditor: {
    name: 'ООО «Альфа»',
    inn: '7707083893',
    ogrn: '1027700132195',
    address: 'Москва',
    phone: '+7 495 000-00-01',
  },
  debtor: { fullName: 'Иванов Иван Иванович', birthDate: toDay('1990-05-10') },
  contract: { number: 'К-17', date: toDay('2024-02-01') },
  agreement: { number: 'У-2026-000001', date: toDay('2026-08-01') },
  signatory: 'Петров П. П., генеральный директор',
  on: toDay('2026-11-19'),
  state: 'in_force',
  owed: [
    { code: 'agreed', amount: kopecks(2_000_000) },
    { code: 'late_penalty', amount: kopecks(1_050) },
  ],
  overdue: kopecks(1_001_050),
  paid: [{ day: toDay('2026-09-01'), number: 'П-1', amount: kopecks(1_000_000) }],
  left: [
    { no: 2, dueDate: toDay('2026-11-01'), rest: kopecks(1_000_000) },
    { no: 3, dueDate: toDay('2026-12-01'), rest: kopecks(1_000_000) },
  ],
  forgiven: kopecks(500_000),
};

const blocksOf = (changed: Partial<StatementFacts> = {}) =>
  renderTemplate(STATEMENT_TEMPLATE, STATEMENT_VOCABULARY, { ...FACTS, ...changed });
const wordsOf = (changed: Partial<StatementFacts> = {}) =>
  blocksOf(changed)
    .map((block) =>
      'rows' in block ? block.rows.flat().join(' ') : 'lines' in block ? block.lines.join(' ') : block.text,
    )
    .join(' ')
    .replaceAll('\u00A0', ' ');

test('the statement tells the debt by parts, what was paid, what is left, and what is forgiven then', () => {
  const words = wordsOf();
  for (const part of [
    'на конец дня 19 ноября 2026 года. Соглашение действует.',
    'К уплате 20 010 (двадцать тысяч десять) рублей 50 копеек',
    'Долг по соглашению 20 000,00 Неустойка за просрочку платежей 10,50 Итого 20 010,50',
    'просрочено 10 010 (десять тысяч десять) рублей 50 копеек',
    '01.09.2026 П-1 10 000,00 Итого  10 000,00',
    '2 01.11.2026 10 000,00 3 01.12.2026 10 000,00  Итого 20 000,00',
    'прощается 5 000 (пять тысяч) рублей 00 копеек. Просрочка, которая не привела к расторжению, прощения не отменяет',
  ]) {
    expect(words).toContain(part);
  }
});

test('interest of days to come is told apart from what is owed', () => {
  expect(wordsOf({ ahead: kopecks(12_345) })).toContain(
    '123 (сто двадцать три) рубля 45 копеек — проценты за дни после этого',
  );
  expect(wordsOf()).not.toContain('дни после этого');
});

test('what is paid or terminated forgives nothing more, and a debt that is none is called so', () => {
  const paid = wordsOf({ state: 'paid', owed: [], overdue: kopecks(0), left: [] });
  expect(paid).toContain('Долга по соглашению на этот день нет');
  expect(paid).not.toContain('прощается');
  const terminated = wordsOf({
    state: 'terminated',
    owed: [{ code: 'penalty', amount: kopecks(100) }],
    paid: [],
    left: [],
  });
  expect(terminated).toContain('задолженность восстановлена');
  expect(terminated).toContain('Неустойка');
  expect(terminated).toContain('платежей не было');
});

test('the text is right', () => expect(lintTemplate(STATEMENT_TEMPLATE, STATEMENT_VOCABULARY)).toEqual([]));
