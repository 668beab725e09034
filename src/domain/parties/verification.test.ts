import { describe, expect, test } from 'vitest';
import { ACTORS, type Actor } from '../values/machine.ts';
import { type VerificationMove, type VerificationStatus, verificationMachine } from './verification.ts';

type Row = [VerificationMove, VerificationStatus[], VerificationStatus, Actor[]];

const TABLE: Row[] = [
  ['apply', ['unverified'], 'pending', ['individual', 'head']],
  ['approve', ['pending'], 'verified', ['operator:verifier', 'administrator']],
  ['return', ['pending'], 'unverified', ['operator:verifier']],
  ['withdraw', ['pending'], 'unverified', ['individual', 'head']],
  ['reopen', ['verified'], 'pending', ['individual', 'head', 'administrator', 'operator:manager', 'operator:verifier']],
  ['block', ['unverified', 'pending', 'verified'], 'blocked', ['administrator', 'operator:manager']],
  ['unblock', ['blocked'], 'unverified', ['administrator', 'operator:manager']],
];

test('the statuses and labels are those of the specification', () => {
  expect(verificationMachine.statuses.map((status) => [status, verificationMachine.label(status)])).toEqual([
    ['unverified', 'Новое'],
    ['pending', 'На верификации'],
    ['verified', 'Активно'],
    ['blocked', 'Заблокировано'],
  ]);
  expect(verificationMachine.starts).toEqual(['unverified']);
});

test('the table names every move', () => {
  expect(TABLE.map(([move]) => move)).toEqual(Object.keys(verificationMachine.moves));
});

describe.each(TABLE)('%s', (move, from, to, by) => {
  test(`leads to ${to}`, () => expect(verificationMachine.moves[move].to).toBe(to));

  test.each(verificationMachine.statuses)('from %s', (status) => {
    expect(verificationMachine.canMove(status, move)).toBe(from.includes(status));
    for (const actor of ACTORS) {
      const open = verificationMachine.movesOpenTo(status, actor).includes(move);
      expect(open, actor).toBe(from.includes(status) && by.includes(actor));
    }
  });
});

test('every status is reachable and none is a trap', () => {
  expect(verificationMachine.reachable().toSorted()).toEqual(verificationMachine.statuses.toSorted());
  for (const status of verificationMachine.statuses) {
    const ways = Object.values(verificationMachine.moves).filter(({ from }) =>
      (from as readonly string[]).includes(status),
    );
    expect(ways.length, status).toBeGreaterThan(0);
  }
});
