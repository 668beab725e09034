import { expect, test } from 'vitest';
import { reissuedAs } from './reissued-lines.ts';

const line = (name: string, amount: number | null, purpose: string | null = null, about: string | null = null) => ({
  name,
  amount,
  purpose,
  about,
});
type Line = ReturnType<typeof line>;

test.each<[what: string, gone: Line[], fresh: Line[], pairs: string[]]>([
  ['the same sum and purpose', [line('a', 100, 'За июль')], [line('b', 100, ' за  июль ')], ['a-b']],
  ['another sum for the same', [line('a', 100, 'За июль')], [line('b', 120, 'За июль')], ['a-b']],
  ['another purpose of the same sum', [line('a', 100, 'За июль')], [line('b', 100, 'За август')], ['a-b']],
  ['another sum and purpose', [line('a', 100, 'За июль')], [line('b', 120, 'За август')], []],
  ['another sum of no purpose', [line('a', 100)], [line('b', 120)], []],
  ['money that goes the other way', [line('a', 100, 'За июль')], [line('b', -100, 'За июль')], []],
  ['a line about something else', [line('a', -100, 'Возврат', 'p1')], [line('b', -100, 'Возврат', 'p2')], []],
  ['a sum that nobody knows', [line('a', null, 'За июль')], [line('b', 100, 'За июль')], []],
  [
    'the one that is most alike',
    [line('a', 100, 'За июль'), line('b', 100, 'За август')],
    [line('c', 100, 'За август'), line('d', 100, 'За июль')],
    ['a-d', 'b-c'],
  ],
  ['one for one', [line('a', 100), line('b', 100)], [line('c', 100)], ['a-c']],
])('a line that was issued anew is known by %s', (_, gone, fresh, pairs) => {
  const found = [...reissuedAs(gone, fresh)].map(([before, now]) => `${before.name}-${now.name}`);
  expect(found.toSorted()).toEqual(pairs);
});
