import { describe, expect, test } from 'vitest';
import { DEBT, FACTS } from '#test/documents/helpers/agreement-facts.ts';
import { formatPenalty } from '../negotiation/penalty-words.ts';
import { BREACH_WORDS } from '../settlements/breach.ts';
import { discountOf } from '../settlements/discount.ts';
import { kopecks } from '../values/money.ts';
import type { AgreementFacts } from './agreement-facts.ts';
import { AGREEMENT_TEMPLATE } from './agreement-template.ts';
import { AGREEMENT_VOCABULARY } from './agreement-vocabulary.ts';
import { renderTemplate } from './document-template.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const blocksWith = (change: Partial<AgreementFacts>) =>
  renderTemplate(AGREEMENT_TEMPLATE, AGREEMENT_VOCABULARY, { ...FACTS, ...change });
/** The rows of «Главное», which is the first table. */
const rowsWith = (change: Partial<AgreementFacts>) => {
  const [table] = blocksWith(change).filter((block) => block.type === 'table');
  return table?.rows ?? [];
};
const mainOf = (change: Partial<AgreementFacts>) =>
  Object.fromEntries(rowsWith(change).map(([what = '', how]) => [what, how]));

test('what matters stands first: who pays whom, how much in all, when, to which account, ПСК', () => {
  expect(rowsWith({}).map((row) => row.map(plain))).toEqual([
    ['Платит', 'Иванов Иван Иванович'],
    ['Кому', 'ООО «Альфа»'],
    ['Долг на 19.11.2026', '184 500,00 ₽'],
    ['Всего к оплате', '120 000,00 ₽'],
    ['Из них переплата', 'ничего'],
    ['Прощается', '64 500,00 ₽'],
    ['Платежей', expect.stringMatching(/^\d+, \d\d\.\d\d\.\d{4} — \d\d\.\d\d\.\d{4}$/)],
    ['Полная стоимость кредита', '0,000 % годовых, 0,00 ₽'],
    ['Счёт', 'ООО «Альфа», 40702810200000000001'],
    [
      'Опоздание на день',
      'неустойки нет; Соглашение и прощение остаются в силе. Расторгнуть его можно, если платёж просрочен более чем на 10 рабочих дней и не уплачено за 5 рабочих дней после уведомления',
    ],
    ['Досрочная оплата', 'полностью или частью, без согласия Кредитора и доплат; процентов нет, поэтому сумма та же'],
    [
      'Уплачено до подписи',
      'засчитывается то, что уплачено или взыскано после 19.11.2026: о нём сообщают в личном кабинете',
    ],
  ]);
});

test('«Главное» tells of a late day, of paying ahead and of money before the signature as the clauses do', () => {
  const penalty = { per: 'day', rateBps: 10 } as const;
  const discount = discountOf(DEBT, kopecks(18_450_000));
  const change = {
    rateBps: 1250,
    fullCost: 12_500,
    penalty,
    discount,
    breach: { rule: 'loan', byRule: false },
  } as const;
  const main = mainOf(change);
  const { delay, cure } = BREACH_WORDS.loan;
  expect(main['Опоздание на день']).toBe(
    `неустойка ${formatPenalty(penalty)}; Соглашение остаётся в силе. Расторгнуть его можно, если ${delay} и не уплачено за ${cure} после уведомления`,
  );
  expect(main['Досрочная оплата']).toContain('проценты — только по день платежа');
  // What is told in short a clause says whole.
  const text = blocksWith(change)
    .map((block) => ('text' in block ? block.text : ''))
    .join('\n');
  for (const words of [formatPenalty(penalty), delay, cure, 'по день платежа включительно', 'после 19.11.2026']) {
    expect(text.split(words).length, words).toBeGreaterThan(1);
  }
  const byRule = mainOf({ ...change, breach: { rule: 'loan', byRule: true } });
  expect(byRule['Опоздание на день']).toContain(`в силе. Расторгается само, если ${delay} и не уплачено за ${cure}`);
  const older = mainOf({ ...change, offerUntil: undefined });
  expect(Object.keys(older)).not.toContain('Досрочная оплата');
});

describe('«Главное» tells what the signature does', () => {
  const short = 'Прощённая сумма может быть доходом';

  test.each([
    ['of a debt whose part is forgiven', { taxShort: short }, 'начнётся заново: подпись Должника признаёт долг', short],
    [
      'of a debt in part disputed',
      { taxShort: short, disputed: [{ code: 'penalty', reason: null }] },
      'начнётся заново: подпись Должника признаёт долг, кроме спорной части',
      short,
    ],
    [
      'of a debt that bailiffs are said to collect',
      { taxShort: null, enforcement: true },
      'начнётся заново, если долг не взыскан судом: подпись Должника признаёт долг',
      undefined,
    ],
    [
      'of such a debt by forms before the twelfth',
      { taxShort: null, enforcement: true, offerUntil: undefined },
      undefined,
      undefined,
    ],
    ['but not in papers of older forms', {}, undefined, undefined],
  ] as const)('%s', (_, change, limitation, tax) => {
    const main = mainOf(change);
    expect([main['Срок исковой давности'], main['Налог']]).toEqual([limitation, tax]);
  });
});
