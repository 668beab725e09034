import { expect, test } from 'vitest';
import type { LifeEventKind } from '#domain/parties/life-event.ts';
import { stopTexts } from './stop-texts.ts';

const event = (kind: LifeEventKind) => ({ kind, title: '', since: '2026-11-20', caseNo: null });

// 377-ФЗ, ст. 2 [K] ends what a credit contract obliges to; a debt for services stands (docs/decisions/0130).
test.each(['service_death', 'service_disability'] as const)('%s: the creditor of a loan withdraws it', (kind) => {
  for (const contractKind of ['consumer', 'microloan', 'card', 'other'] as const) {
    const debt = { contractKind, right: 'acquirer' } as const;
    expect(stopTexts.creditor(event(kind), debt)).toContain('Отзовите требование из реестра');
    expect(stopTexts.own(event(kind), debt)).toMatch(/обязательства по кредиту прекращены/i);
  }
});

test.each(['utilities', 'telecom', 'other'] as const)(
  '%s: the debt is told to stand, and nobody to withdraw it',
  (contractKind) => {
    // «Прочее» of a company that takes no interest is no loan (docs/decisions/0129).
    const debt = { contractKind, right: 'none' } as const;
    for (const kind of ['service_death', 'service_disability'] as const) {
      expect(stopTexts.creditor(event(kind), debt)).not.toMatch(/прекращен|Отзовите/);
      expect(stopTexts.own(event(kind), debt)).not.toMatch(/прекращен|платить не нужно/);
    }
    expect(stopTexts.creditor(event('service_death'), debt)).toContain('статья 1175');
    expect(stopTexts.creditor(event('death'), debt)).not.toContain('377-ФЗ');
    expect(stopTexts.creditor(event('service_disability'), debt)).toContain('остаётся');
  },
);

test('an ordinary death of a borrower: there is the one in service, which ends a loan', () => {
  expect(stopTexts.creditor(event('death'), { contractKind: 'consumer' })).toContain(
    'внесите «Гибель на военной службе»',
  );
});

test('«Прочее» of whom nobody knows whether he lends: both are told, and nobody to withdraw what stands', () => {
  const debt = { contractKind: 'other' } as const;
  expect(stopTexts.creditor(event('service_death'), debt)).toMatch(/^Если это кредит .*статья 1175/);
  expect(stopTexts.creditor(event('service_disability'), debt)).toContain('Другой долг остаётся');
});
