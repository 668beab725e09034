import { expect, test } from 'vitest';
import { heardOf } from './heard.ts';

const heard = (of: Partial<Parameters<typeof heardOf>[0]>) =>
  heardOf({ kind: 'threat', record: null, tellsCreditor: true, tellsTalk: false, ...of });
const stood = (stood: 'held' | 'failed') => ({ stood }) as Parameters<typeof heardOf>[0]['record'];

test('whoever decides reads before who hears of it, and of what', () => {
  expect(heard({ tellsTalk: true })).toMatch(/^Если признать.+ответа\. В разговоре обе стороны прочтут/);
  // Of a debtor's message its creditor's own people complain.
  expect(heard({ tellsTalk: true, tellsCreditor: false })).toMatch(/^В разговоре обе стороны прочтут/);
  expect(heard({ tellsCreditor: false })).toBe('Никому больше о решении не скажут.');
  expect(heard({ record: stood('held') })).toMatch(/ничего\.$/);
  expect(heard({ kind: 'untrue', record: stood('failed') })).toMatch(/ничего\.$/);
  expect(heard({ kind: 'untrue', record: stood('held') })).toMatch(/увидит у контакта/);
});
