import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agreementNumberIn,
  comesBack,
  decisionsFor,
  differenceMachine,
  isMovementApart,
  type OwnMovement,
  partsOfRest,
  reconcile,
  reissuedAs,
  restOf,
  type StatementLine,
} from './reconciliation.ts';

const line = (
  id: string,
  key: string | null,
  amount: number,
  kind: StatementLine['kind'] = 'payment',
): StatementLine => ({
  id,
  kind,
  key,
  amount,
});
const own = (id: number, key: string, amount: number, isDone = true, by: string | null = null): OwnMovement => ({
  what: amount < 0 ? 'refund' : 'payment',
  id,
  about: id,
  key,
  amount,
  isDone,
  hasAgreed: by !== null,
  line: by,
});

test('a difference comes to every status', () => {
  expect(differenceMachine.reachable().toSorted()).toEqual([...differenceMachine.statuses].toSorted());
});

describe('a statement and our records', () => {
  test('agree by the key and the sum', () => {
    const { matched, differences } = reconcile(
      [line('a', 'k1', 100), line('b', 'k2', -40, 'refund')],
      [own(1, 'k1', 100), own(2, 'k2', -40)],
    );
    expect(matched.map(({ own: { id }, line: by }) => [id, by.id])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(differences).toEqual([]);
  });

  test('differ in every way that there is', () => {
    const { matched, differences } = reconcile(
      [
        line('a', 'k1', 100),
        line('b', 'k2', 101),
        line('c', null, 500, 'transfer'),
        line('d', 'k4', 70),
        line('e', 'k9', 1),
        line('f', 'k1', 100),
      ],
      [own(1, 'k1', 100), own(2, 'k2', 100), own(3, 'k3', 100), own(4, 'k4', 70, false), own(5, 'k5', 9, false)],
    );
    expect(differences.map(({ kind, line: theirs, own: ours }) => [kind, theirs?.id, ours?.id])).toEqual([
      ['other_sum', 'b', 2],
      ['missing_here', 'c', undefined],
      ['other_status', 'd', 4],
      ['missing_here', 'e', undefined],
      ['repeated', 'f', 1],
      ['missing_there', undefined, 3],
    ]);
    // Whoever was charged twice has not been matched until somebody has looked.
    expect(matched).toEqual([]);
  });

  test('agree once: the same on another day is another movement, whatever its order', () => {
    const ours = own(1, 'k1', 100, true, 'a');
    expect(reconcile([line('a', 'k1', 100)], [ours]).differences).toEqual([]);
    for (const ids of [['b'], ['a', 'b'], ['b', 'a']]) {
      const { differences } = reconcile(
        ids.map((id) => line(id, 'k1', 100)),
        [ours],
      );
      expect(differences).toMatchObject([{ kind: 'repeated', line: { id: 'b' } }]);
    }
  });

  test('agree also where a part of it goes back on the same day, in whatever order they stand', () => {
    const came = line('a', 'k1', 100);
    const back = line('b', 'k1', -40);
    for (const lines of [
      [came, back],
      [back, came],
    ]) {
      const { matched, differences } = reconcile(lines, [own(1, 'k1', 100)]);
      expect(matched).toEqual([{ own: own(1, 'k1', 100), line: came }]);
      expect(differences).toMatchObject([{ line: { id: 'b' } }]);
    }
    expect(reconcile([back], [own(1, 'k1', 100)]).differences.map(({ kind }) => kind)).toEqual([
      'other_sum',
      'missing_there',
    ]);
  });

  test.each([
    ['what goes the other way', line('b', 'k1', -40), own(1, 'k1', 100), true],
    ['what has agreed by another line', line('b', 'k1', 60), own(1, 'k1', 100, true, 'a'), true],
    ['another sum of the same', line('a', 'k1', 60), own(1, 'k1', 100), false],
    ['another sum of what has agreed by this line', line('a', 'k1', 60), own(1, 'k1', 100, true, 'a'), false],
  ])('%s is a movement of its own or not', (_, theirs, ours, isApart) =>
    expect(isMovementApart(theirs, ours)).toBe(isApart),
  );

  test('whatever they are, each movement agrees or is told of once', () => {
    const keys = fc.constantFrom('a', 'b', 'c', 'd');
    const lines = fc.uniqueArray(fc.tuple(fc.nat(20), keys, fc.integer({ min: 1, max: 3 })), {
      selector: ([id]) => id,
    });
    const owns = fc.uniqueArray(fc.tuple(keys, fc.integer({ min: 1, max: 3 }), fc.boolean()), {
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(lines, owns, (some, ours) => {
        const theirs = some.map(([id, key, amount]) => line(String(id), key, amount));
        const known = ours.map(([key, amount, isDone], index) => own(index, key, amount, isDone));
        const { matched, differences } = reconcile(theirs, known);
        const told = differences.flatMap(({ line: one }) => (one ? [one.id] : []));
        expect(new Set(told).size).toBe(told.length);
        for (const {
          own: { key, amount },
        } of matched) {
          expect(theirs.filter((one) => one.key === key).map((one) => one.amount)).toEqual([amount]);
        }
        if (differences.length === 0) expect(matched).toHaveLength(theirs.length);
      }),
    );
  });
});

type Facts = Parameters<typeof decisionsFor>[0];
/** How a difference may be ended of which no money is booked, and which is no movement unless told. */
const decided = (facts: Omit<Facts, 'movement' | 'booked' | 'bookedSum' | 'expensedSum'> & Partial<Facts>) =>
  decisionsFor({ movement: null, booked: null, bookedSum: null, expensedSum: 0, ...facts });

test('money is booked only where it came or left and we know nothing of it', () => {
  expect(decided({ kind: 'missing_here', theirs: 500, ours: null, status: 'open' })).toEqual([
    'assign',
    'invoice',
    'unmatched',
    'partner_error',
    'explained',
  ]);
  // A payout that comes back is the creditor's.
  expect(decided({ movement: 'payout', kind: 'missing_here', theirs: 500, ours: null, status: 'open' })).toEqual([
    'partner_error',
    'explained',
  ]);
  expect(decided({ kind: 'missing_here', theirs: -5, ours: null, status: 'open' })).toEqual([
    'commission',
    'expense',
    'partner_error',
    'explained',
  ]);
  expect(decided({ kind: 'missing_there', theirs: null, ours: null, status: 'open' })).toEqual([
    'ask',
    'other_day',
    'partner_error',
    'explained',
  ]);
  const wentAfterAll = decided({ kind: 'other_status', theirs: -5, ours: null, status: 'open' });
  expect(wentAfterAll).toEqual(['ask', 'expense', 'partner_error', 'explained']);
  expect(decided({ kind: 'other_status', theirs: 5, ours: null, status: 'open' })).not.toContain('expense');
  expect(decided({ kind: 'other_sum', theirs: -5, ours: 5, status: 'open' })).toContain('expense');
  expect(decided({ kind: 'other_sum', theirs: -5, ours: -6, status: 'open' })).not.toContain('expense');
  expect(decided({ kind: 'repeated', theirs: -5, ours: 5, status: 'open' })).toContain('expense');
  expect(decided({ kind: 'repeated', theirs: 5, ours: 5, status: 'open' })).toEqual(['partner_error', 'explained']);
});

test('money that is booked is booked no second time', () => {
  const came = { kind: 'missing_here', movement: 'transfer', theirs: 500, ours: null, status: 'open' } as const;
  expect(decided({ ...came, booked: 'assign' })).toEqual(['partner_error', 'explained']);
  expect(decided({ ...came, booked: 'unmatched', status: 'held' })).toEqual(['assign', 'invoice']);
});

test('of a line that looks otherwise than it was booked the rest is', () => {
  const line = { kind: 'missing_here', movement: 'transfer', ours: null, status: 'open' } as const;
  const told = ['partner_error', 'explained'];
  const came = { ...line, booked: 'assign', bookedSum: 500 } as const;
  expect(decided({ ...came, theirs: 500 })).toEqual(told);
  expect(decided({ ...came, theirs: 700 })).toEqual(['assign', 'invoice', ...told]);
  expect(decided({ ...came, theirs: 300 })).toEqual(['expense', ...told]);
  // What was written off of it comes back first.
  expect(decided({ ...came, bookedSum: 300, expensedSum: 200, theirs: 500 })).toEqual(['expense', ...told]);
  expect(decided({ ...came, bookedSum: 300, expensedSum: 200, theirs: 600 })).toEqual(['assign', 'invoice', ...told]);
  expect([200, 700, -100].map((rest) => comesBack('assign', rest, 300))).toEqual([200, 300, 0]);
  expect(([200, 700, -100] as const).map((rest) => partsOfRest('assign', rest, 300))).toEqual([
    null,
    { back: 300, fresh: 400 },
    null,
  ]);
  const left = { ...line, booked: 'commission', bookedSum: -500 } as const;
  expect(decided({ ...left, theirs: -700 })).toEqual(['commission', 'expense', ...told]);
  expect(decided({ ...left, theirs: -300 })).toEqual(['commission', ...told]);
  const paid = { ...came, kind: 'other_sum', ours: 500, theirs: 300 } as const;
  expect([restOf({ ...came, theirs: 300 }), restOf(paid)]).toEqual([-200, null]);
});

test('what was taken back of a payment is an expense by as much as its line has', () => {
  const taken = { movement: 'payment', ours: 500, status: 'open', booked: 'expense', bookedSum: -300 } as const;
  const told = ['ask', 'partner_error', 'explained'];
  for (const theirs of [-400, -200, 0])
    expect(decided({ ...taken, kind: 'other_sum', theirs })).toEqual(['expense', ...told]);
  expect(decided({ ...taken, kind: 'repeated', theirs: 0 })).toContain('expense');
  expect(decided({ ...taken, kind: 'other_sum', theirs: -300 })).toEqual(told);
  // Of a refund or a payout of ours the partner's word is the one that counts.
  expect(restOf({ ...taken, kind: 'other_sum', theirs: -400, ours: -300 })).toBeNull();
});

test('money that is held can only be counted to an agreement or an invoice', () => {
  const held = { kind: 'missing_here', theirs: 500, ours: null } as const;
  expect(decided({ ...held, status: 'held' })).toEqual(['assign', 'invoice']);
  expect(decided({ ...held, status: 'decided' })).toEqual([]);
});

test.each([
  ['Оплата по У-2026-000123', 'У-2026-000123'],
  ['у 2026-000123, за июнь', 'У-2026-000123'],
  ['Y-2026—000123.', 'У-2026-000123'],
  ['договор У–2026–1234567 от 01.02.2026', 'У-2026-1234567'],
  ['Без назначения', null],
  ['КУ-2026-000123', null],
  ['У-2026-000123 и У-2026-000124', null],
  ['У-2026-000123, договор У-2026-000123', 'У-2026-000123'],
  ['У-2026-123', null],
  [null, null],
])('the agreement that %s names', (purpose, number) => expect(agreementNumberIn(purpose)).toBe(number));

const named = (name: string, amount: number | null, purpose: string | null = null, about: string | null = null) => ({
  name,
  amount,
  purpose,
  about,
});
type Named = ReturnType<typeof named>;

test.each<[what: string, gone: Named[], fresh: Named[], pairs: string[]]>([
  ['the same sum and purpose', [named('a', 100, 'За июль')], [named('b', 100, ' за  июль ')], ['a-b']],
  ['another sum for the same', [named('a', 100, 'За июль')], [named('b', 120, 'За июль')], ['a-b']],
  ['another purpose of the same sum', [named('a', 100, 'За июль')], [named('b', 100, 'За август')], ['a-b']],
  [
    'the same sum of another agreement',
    [named('a', 100, 'По У-2026-000001')],
    [named('b', 100, 'По У-2026-000002')],
    [],
  ],
  ['another sum and purpose', [named('a', 100, 'За июль')], [named('b', 120, 'За август')], []],
  ['another sum of no purpose', [named('a', 100)], [named('b', 120)], []],
  ['money that goes the other way', [named('a', 100, 'За июль')], [named('b', -100, 'За июль')], []],
  ['a line about something else', [named('a', -100, 'Возврат', 'p1')], [named('b', -100, 'Возврат', 'p2')], []],
  ['a sum that nobody knows', [named('a', null, 'За июль')], [named('b', 100, 'За июль')], []],
  [
    'the one that is most alike',
    [named('a', 100, 'За июль'), named('b', 100, 'За август')],
    [named('c', 100, 'За август'), named('d', 100, 'За июль')],
    ['a-d', 'b-c'],
  ],
  ['one for one', [named('a', 100), named('b', 100)], [named('c', 100)], ['a-c']],
])('a line that was issued anew is known by %s', (_, gone, fresh, pairs) => {
  const found = [...reissuedAs(gone, fresh)].map(([before, now]) => `${before.name}-${now.name}`);
  expect(found.toSorted()).toEqual(pairs);
});
