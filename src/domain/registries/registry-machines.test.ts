import { describe, expect, test } from 'vitest';
import { declaredClaim, registryEntry } from './registry-entry.ts';
import { registryImport } from './registry-import.ts';

describe.each([registryImport, registryEntry, declaredClaim])('$name', (machine) => {
  test('every status can be reached', () => {
    expect(new Set<string>(machine.reachable())).toEqual(new Set<string>(machine.statuses));
  });
});

test('the statuses of entries are the words of the specification', () => {
  expect(declaredClaim.statuses).toEqual(['search', 'creditor-notified', 'registry-loaded']);
  expect(registryEntry.statuses).toEqual([
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
    const all = Object.keys(registryEntry.moves) as (keyof typeof registryEntry.moves)[];
    expect(all.filter((move) => registryEntry.canMove(status, move))).toEqual(moves);
  });

  test('is decided by the debtor alone', () => {
    expect(registryEntry.acts('notification_sent', 'individual')).toEqual(['accept', 'reject']);
    expect(registryEntry.acts('notification_sent', 'manager')).toEqual([]);
  });
});

describe('a registry', () => {
  test('is never loaded from anywhere but its dry run, and never twice', () => {
    const loading = registryImport.statuses.filter((status) => registryImport.canMove(status, 'load'));
    expect(loading).toEqual(['ready']);
    expect(registryImport.moves.load.to).not.toBe('ready');
  });

  test('that is being judged is left alone', () => {
    expect(registryImport.acts('validating', 'head')).toEqual([]);
  });
});
