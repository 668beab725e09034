import { describe, expect, test } from 'vitest';
import type { Day } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { ADDENDUM_TEMPLATE, ADDENDUM_VOCABULARY, type AddendumFacts } from './addendum-template.ts';
import { renderTemplate } from './document-template.ts';

const day = '2026-12-10' as Day;
const sum = kopecks(1_000_000);
const FACTS: AddendumFacts = {
  number: 'У-2026-000004/1',
  concludedOn: '2026-11-20' as Day,
  agreement: { number: 'У-2026-000004', date: '2026-10-01' as Day },
  contract: { number: '12-34', date: '2024-02-01' as Day },
  creditor: { name: 'ООО «Ромашка»', inn: '7736050003' },
  debtor: { fullName: 'Иванов Иван Иванович', birthDate: null },
  signatures: [],
  paid: kopecks(0),
  principal: sum,
  earned: kopecks(0),
  forgiven: kopecks(0),
  former: [{ no: 1, dueDate: '2026-11-01' as Day, amount: sum }],
  rows: [{ no: 2, plannedDate: day, dueDate: day, principal: sum, interest: kopecks(0), amount: sum }],
  rateBps: 0,
  penalty: null,
  formerPenalty: null,
  penaltyOpen: kopecks(0),
  fullCost: 0,
};

/** The rows of «Главное», by what they tell. */
function summaryOf(changed: Partial<AddendumFacts>): Record<string, string> {
  const blocks = renderTemplate(ADDENDUM_TEMPLATE, ADDENDUM_VOCABULARY, { ...FACTS, ...changed });
  const table = blocks.find((block) => block.type === 'table');
  return Object.fromEntries((table?.rows ?? []).map(([what = '', how = '']) => [what, how.replaceAll('\u00A0', ' ')]));
}

const textOf = (changed: Partial<AddendumFacts>) =>
  JSON.stringify(renderTemplate(ADDENDUM_TEMPLATE, ADDENDUM_VOCABULARY, { ...FACTS, ...changed }));

test('an addendum says what its signature recognises, and that a late day forfeits nothing', () => {
  const text = textOf({ forgiven: sum, platform: 'ООО «Площадка»' });
  expect(text).toContain('признаёт обязанность уплатить остаток Согласованной суммы');
  expect(text).toContain('не привела к расторжению, прощения не отменяет');
  expect(text).toContain('(оператор — ООО «Площадка»)');
  const byRight = { title: 'Кредитные каникулы', since: day, until: day, byRight: true, law: 'статья 6.1-2' };
  expect(textOf({ pause: byRight })).not.toContain('признаёт обязанность');
});

describe('«Главное» of an addendum', () => {
  test('tells of all that is left, the penalty that was counted before with it', () => {
    const told = summaryOf({ penaltyOpen: kopecks(12_345), fee: kopecks(30_000) });
    expect(told).toMatchObject({
      'Осталось всего': '10 423,45 ₽',
      'Из них начисленная неустойка': '123,45 ₽',
      'Из них переплата': '300,00 ₽',
    });
  });

  test('is silent of a penalty where none is owed', () => {
    const told = summaryOf({});
    expect(told['Осталось всего']).toBe('10 000,00 ₽');
    expect(told).not.toHaveProperty('Из них начисленная неустойка');
  });

  test('names the page that knows the account of today: the one in the agreement may have changed', () => {
    expect(summaryOf({})).toMatchObject({ 'Куда платить': 'на странице оплаты в личном кабинете' });
  });
});
