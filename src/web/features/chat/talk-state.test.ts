import { expect, test } from 'vitest';
import { type Message, merge, type Outgoing, stillOutgoing, withReads } from './talk-state.ts';

const message = (no: number, more: Partial<Message> = {}): Message => ({
  id: no,
  no,
  change: no,
  authorKind: 55,
  side: 'individual',
  author: 'Иванов Иван',
  own: true,
  status: 2,
  text: `${no}`,
  event: null,
  key: `key-${no}`,
  reply: null,
  file: null,
  fileGone: false,
  spokenBy: null,
  createdAt: '2026-11-27T08:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  moves: [],
  ...more,
});

test('messages stand by their numbers, each once and as it was changed last', () => {
  const before = [message(2), message(3)];
  const merged = merge(before, [message(3, { change: 9, text: 'новое' }), message(1), message(4)]);
  expect(merged.map(({ no, text }) => `${no} ${text}`)).toEqual(['1 1', '2 2', '3 новое', '4 4']);
  // An answer that was asked for earlier and comes later undoes nothing.
  expect(merge(merged, [message(3, { change: 3 })])[2]!.text).toBe('новое');
  expect(merge(before, [])).toBe(before);
});

test('what the server has taken waits no more', () => {
  const waiting = ['key-1', 'key-2'].map((key) => ({ key }) as Outgoing);
  expect(stillOutgoing(waiting, [message(1)]).map(({ key }) => key)).toEqual(['key-2']);
});

test('a message is read once another side has read as far', () => {
  const messages = [message(1), message(2)];
  const read = withReads(messages, [
    { side: 'individual', readNo: 2 },
    { side: 'creditor', readNo: 1 },
  ]);
  expect(read.map(({ status }) => status)).toEqual([3, 2]);
  expect(withReads(read, [{ side: 'individual', readNo: 2 }])).toBe(read);
});
