import { expect, test } from 'vitest';
import { BREACH_WORDS } from '#domain/settlements/breach.ts';
import { ownSettlementTexts } from '../own-settlement-texts.ts';
import { breachLine } from './breach-line.ts';

const notice = {
  documentId: 1,
  number: 'И-2026-000001/1',
  issuedOn: '2026-10-01',
  deliveredOn: '2026-10-02',
  payUntil: '2026-11-02',
};
const byHand = { ...notice, byRule: false, ruleUntil: null };
const unread = { ...notice, byRule: true, ruleUntil: null };
const opened = { ...notice, byRule: true, ruleUntil: '2026-11-20' };

test.each([
  ['by hand', byHand, false, 'Потом решаете вы: без вашего решения'],
  ['by a rule, unread', unread, false, 'пока он его не откроет, по вашему правилу соглашение не расторгается'],
  ['by a rule, opened', opened, false, 'Если не заплатит и по 20.11.2026, соглашение расторгается по вашему правилу'],
  ['by hand, over', byHand, true, 'истёк 02.11.2026, просроченное не уплачено. Решение за вами.'],
  ['unread, over', unread, true, 'Решение за вами: заёмщик не открыл уведомление'],
  ['opened, over by delivery', opened, true, 'когда он открыл уведомление. Раньше можете расторгнуть вы.'],
])('the creditor reads what ends an agreement %s', (_, breach, isOver, words) =>
  expect(breachLine(breach, isOver, '2026-11-10')).toContain(words),
);

test('a rule that its day has passed without acting leaves the decision to the creditor', () => {
  expect(breachLine(opened, true, '2026-11-21')).toMatch(/уплачено\. Решение за вами\.$/);
});

test.each([
  ['by hand', false, /кредитор может расторгнуть соглашение\.$/],
  ['by a rule', true, /за 30 календарных дней после этого дня не заплатили, оно расторгается и без его решения/],
])(
  'the debtor reads beforehand after how many days late, and by whom, his agreement may be ended: %s',
  (_, byRule, end) => {
    const { delay, cure } = BREACH_WORDS.loan;
    const told = ownSettlementTexts.ends({ delay, cure, byRule });
    expect(told).toContain(`Если ${delay}`);
    expect(told).toMatch(/у вас будет 30 календарных дней, чтобы заплатить просроченное/);
    expect(told).toMatch(end);
  },
);

test('the debtor reads the day of the rule once he has opened the notice, and that he may be ended by hand before', () => {
  expect(ownSettlementTexts.warned(unread)).toMatch(/Потом кредитор может его расторгнуть\.$/);
  expect(ownSettlementTexts.warned(opened)).toContain(
    'может его расторгнуть. Если не заплатить по 20.11.2026 включительно, оно расторгается по его правилу.',
  );
});
