import { describe, expect, test } from 'vitest';
import { declaredClaimMachine, registryEntryMachine } from './registry-entry.ts';
import { registryImportMachine } from './registry-import.ts';

describe.each([registryImportMachine, registryEntryMachine, declaredClaimMachine])('$name', (machine) => {
  test('every status can be reached', () => {
    expect(new Set<string>(machine.reachable())).toEqual(new Set<string>(machine.statuses));
  });
});

test('the statuses of entries are the words of the specification', () => {
  expect(declaredClaimMachine.statuses).toEqual(['search', 'creditor-notified', 'registry-loaded']);
  expect(registryEntryMachine.statuses).toEqual([
    'search',
    'notification_sent',
    'accepted_by_individual',
    'rejected_by_individual',
    'full_registry_created',
  ]);
});

describe('an entry', () => {
  test.each([
    ['search', ['notify', 'accept', 'reject', 'upgrade']],
    ['notification_sent', ['accept', 'reject', 'upgrade']],
    ['accepted_by_individual', ['upgrade']],
    ['rejected_by_individual', ['accept', 'upgrade']],
    ['full_registry_created', []],
  ] as const)('in %s may make these moves', (status, moves) => {
    const all = Object.keys(registryEntryMachine.moves) as (keyof typeof registryEntryMachine.moves)[];
    expect(all.filter((move) => registryEntryMachine.canMove(status, move))).toEqual(moves);
  });

  test('is decided by the debtor alone', () => {
    expect(registryEntryMachine.movesOpenTo('notification_sent', 'individual')).toEqual(['accept', 'reject']);
    expect(registryEntryMachine.movesOpenTo('notification_sent', 'manager')).toEqual([]);
  });
});

describe('a registry', () => {
  test('is never loaded from anywhere but its dry run, and never twice', () => {
    const loading = registryImportMachine.statuses.filter((status) => registryImportMachine.canMove(status, 'load'));
    expect(loading).toEqual(['ready']);
    expect(registryImportMachine.moves.load.to).not.toBe('ready');
  });

  test('that is being judged is left alone', () => {
    expect(registryImportMachine.movesOpenTo('validating', 'head')).toEqual([]);
  });
});
