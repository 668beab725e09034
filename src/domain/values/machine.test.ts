import { describe, expect, expectTypeOf, test } from 'vitest';
import { ACTORS, type Definition, type MoveOf, machine, type StatusOf } from './machine.ts';

const door = machine('door', {
  first: 'shut',
  states: {
    shut: { label: { individual: 'Закрыта изнутри', creditor: 'Закрыта снаружи' }, tone: 'neutral' },
    open: { label: 'Открыта', tone: 'success' },
    'locked-up': { label: { individual: 'Заперта' }, tone: 'danger' },
    lost: { label: 'Утрачена', tone: 'warning' },
  },
  moves: {
    pull: { from: ['shut'], to: 'open', by: ['individual', 'head'], label: 'Открыть' },
    push: { from: ['open'], to: 'shut', by: ['individual'], label: 'Закрыть' },
    lock: { from: ['shut', 'open'], to: 'locked-up', by: ['administrator'], label: 'Запереть' },
  },
});

test('a status reads by the side that started', () => {
  expect(door.label('shut')).toBe('Закрыта изнутри');
  expect(door.label('shut', 'creditor')).toBe('Закрыта снаружи');
  expect(door.label('open', 'creditor')).toBe('Открыта');
  expect(door.label('locked-up', 'creditor')).toBe('Заперта');
  expect(door.tone('locked-up')).toBe('danger');
});

test('a filter offers the statuses of its side in order', () => {
  expect(door.statuses).toEqual(['shut', 'open', 'locked-up', 'lost']);
  expect(door.statusesFor('individual')).toEqual(['shut', 'open', 'locked-up', 'lost']);
  expect(door.statusesFor('creditor')).toEqual(['shut', 'open', 'lost']);
});

test('an actor sees the moves open to him', () => {
  expect(door.movesOpenTo('shut', 'individual')).toEqual(['pull']);
  expect(door.movesOpenTo('shut', 'administrator')).toEqual(['lock']);
  expect(door.movesOpenTo('shut', 'observer')).toEqual([]);
  expect(door.movesOpenTo('locked-up', 'administrator')).toEqual([]);
});

test('a move is possible only from its statuses', () => {
  expect(door.canMove('shut', 'pull')).toBe(true);
  expect(door.canMove('open', 'pull')).toBe(false);
});

test('text from outside is a status only when it is one', () => {
  expect(door.isStatus('open')).toBe(true);
  expect(door.isStatus('constructor')).toBe(false);
});

test('what no move leads to is not reachable', () => {
  expect(door.reachable()).toEqual(['shut', 'open', 'locked-up']);
});

test('several first statuses are all beginnings', () => {
  const { starts, states, moves } = door;
  const two = machine('door', { first: ['lost', ...starts], states, moves });
  expect(two.reachable()).toEqual(['lost', 'shut', 'open', 'locked-up']);
});

test('codes are literals for the compiler', () => {
  expectTypeOf<StatusOf<typeof door>>().toEqualTypeOf<'shut' | 'open' | 'locked-up' | 'lost'>();
  expectTypeOf<MoveOf<typeof door>>().toEqualTypeOf<'pull' | 'push' | 'lock'>();
});

test('no actor is named twice', () => {
  expect(new Set(ACTORS).size).toBe(ACTORS.length);
});

describe('a definition that names an unknown status is refused', () => {
  const states = { a: { label: 'А', tone: 'neutral' }, b: { label: 'Б', tone: 'neutral' } } as const;
  const go = { from: ['a'], to: 'b', by: ['system'], label: 'Дальше' } as const;
  const refused: [string, Definition<string, string>][] = [
    ['m: unknown status "x"', { first: 'x', states, moves: { go } }],
    ['m.go: unknown status "x"', { first: 'a', states, moves: { go: { ...go, from: ['a', 'x'] } } }],
    ['m.go: unknown status "toString"', { first: 'a', states, moves: { go: { ...go, to: 'toString' } } }],
  ];
  test.each(refused)('%s', (message, definition) => expect(() => machine('m', definition)).toThrow(message));
});

test('the diagram shows beginnings, moves with their actors, and ends', () => {
  expect(door.toMermaid()).toBe(
    [
      'stateDiagram-v2',
      '  state "Закрыта изнутри / Закрыта снаружи" as shut',
      '  state "Открыта" as open',
      '  state "Заперта" as locked_up',
      '  state "Утрачена" as lost',
      '  [*] --> shut',
      '  shut --> open: Открыть (individual, head)',
      '  open --> shut: Закрыть (individual)',
      '  shut --> locked_up: Запереть (administrator)',
      '  open --> locked_up: Запереть (administrator)',
      '  locked_up --> [*]',
      '  lost --> [*]',
    ].join('\n'),
  );
});
