import { describe, expect, test } from 'vitest';
import { complaintKindsOf, complaintMachine } from './complaint.ts';

describe('a complaint', () => {
  test('says of a call or a meeting that it was not, of a message never', () => {
    expect(['call', 'meeting', 'message'].map((one) => complaintKindsOf(one as 'call', 'individual'))).toMatchObject([
      expect.arrayContaining(['untrue']),
      expect.arrayContaining(['untrue']),
      ['threat', 'insult', 'others', 'misleading', 'other'],
    ]);
  });

  test('of a creditor is about how his debtor writes', () => {
    expect(complaintKindsOf('message', 'creditor')).toEqual(['threat', 'insult', 'other']);
  });

  test('is decided once', () => {
    expect(complaintMachine.canMove('open', 'uphold')).toBe(true);
    expect((['upheld', 'dismissed'] as const).some((status) => complaintMachine.canMove(status, 'dismiss'))).toBe(
      false,
    );
  });
});
