import { describe, expect, test } from 'vitest';
import { complaintKindsOf, complaintMachine, findingsOf, mayComplainOf, wasHeld } from './complaint.ts';

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

  test('is of what has been, also of a call that is denied', () => {
    const [at, now] = [new Date('2026-03-02T10:00:00Z'), new Date('2026-03-03T10:00:00Z')];
    const may = (status: 'planned' | 'untold' | 'held' | 'failed' | 'refused') =>
      mayComplainOf({ kind: 'call', status, at }, now);
    expect((['untold', 'held', 'failed'] as const).every(may)).toBe(true);
    expect((['planned', 'refused'] as const).some(may)).toBe(false);
    expect(mayComplainOf({ kind: 'call', status: 'failed', at: now }, at)).toBe(false);
    expect(mayComplainOf({ kind: 'message', status: 'failed', at }, now)).toBe(false);
  });

  test('that a contact is recorded otherwise than it was finds whether it was, where it was told of', () => {
    expect(findingsOf('untrue', 'held')).toEqual(['never', 'otherwise']);
    expect([findingsOf('untrue', 'failed'), findingsOf('threat', 'held'), findingsOf('untrue', null)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  test('was once operators have said so: by whichever complaint they uphold, unless they find that it never was', () => {
    const upheld = { isUpheld: true, finding: null } as const;
    const dismissed = { isUpheld: false, finding: null } as const;
    expect(wasHeld({ ...upheld, kind: 'untrue', stood: 'held', finding: 'never' })).toBe(false);
    expect(wasHeld({ ...upheld, kind: 'untrue', stood: 'held', finding: 'otherwise' })).toBe(true);
    expect(wasHeld({ ...upheld, kind: 'threat', stood: 'failed' })).toBe(true);
    expect(wasHeld({ ...dismissed, kind: 'untrue', stood: 'held' })).toBe(true);
    expect(wasHeld({ ...dismissed, kind: 'untrue', stood: 'failed' })).toBeNull();
    expect(wasHeld({ ...dismissed, kind: 'threat', stood: 'held' })).toBeNull();
  });

  test('is decided once', () => {
    expect(complaintMachine.canMove('open', 'uphold')).toBe(true);
    expect((['upheld', 'dismissed'] as const).some((status) => complaintMachine.canMove(status, 'dismiss'))).toBe(
      false,
    );
  });
});
