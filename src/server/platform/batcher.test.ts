import { describe, expect, test } from 'vitest';
import { Batcher } from './batcher.ts';

/** Questions whose asking ends when the test says so. */
function held() {
  const asked: { keys: readonly string[]; end: (error?: Error) => void }[] = [];
  const batcher = new Batcher<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error
            ? reject(error)
            : resolve(new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `${key}!`])));
        asked.push({ keys, end });
      }),
  );
  return { batcher, asked };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('a gathering of questions', () => {
  test('asks those of one moment together, each once', async () => {
    const { batcher, asked } = held();
    const answers = Promise.all(['a', 'b', 'a', 'nobody'].map((key) => batcher.answerTo(key)));
    await soon();
    expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b', 'nobody']]);
    asked[0]!.end();
    expect(await answers).toEqual(['a!', 'b!', 'a!', undefined]);
  });

  test('never answers by what was asked before the question came', async () => {
    const { batcher, asked } = held();
    const first = batcher.answerTo('a');
    await soon();
    const later = Promise.all([batcher.answerTo('a'), batcher.answerTo('b')]);
    await soon();
    expect(asked).toHaveLength(1);
    asked[0]!.end();
    expect(await first).toBe('a!');
    await soon();
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
    asked[1]!.end();
    expect(await later).toEqual(['a!', 'b!']);
  });

  test('goes on after an asking that has failed', async () => {
    const { batcher, asked } = held();
    const failed = batcher.answerTo('a');
    await soon();
    const next = batcher.answerTo('b');
    asked[0]!.end(new Error('gone'));
    await expect(failed).rejects.toThrow('gone');
    await soon();
    asked[1]!.end();
    expect(await next).toBe('b!');
  });
});
