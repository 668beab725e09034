import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { startInterval } from './interval.ts';

const quiet = pino({ level: 'silent' });

test('work that lasts longer than its interval does not overtake itself', async () => {
  let going = 0;
  let most = 0;
  let looks = 0;
  const interval = startInterval(1, quiet, 'work', async () => {
    most = Math.max(most, ++going);
    await sleep(10);
    going--;
    looks++;
  });
  await vi.waitUntil(() => looks >= 3);
  await interval.stop();
  expect(most).toBe(1);
});

test('work that fails is done again', async () => {
  let looks = 0;
  const interval = startInterval(1, quiet, 'work', async () => {
    looks++;
    throw new Error('not today');
  });
  await vi.waitUntil(() => looks >= 3);
  await interval.stop();
});

test('a stop waits for the look that goes on, and none begins after it', async () => {
  let begun = 0;
  let done = 0;
  const interval = startInterval(1, quiet, 'work', async () => {
    begun++;
    await sleep(20);
    done++;
  });
  await vi.waitUntil(() => begun >= 1);
  await interval.stop();
  const before = begun;
  expect(done).toBe(before);
  await sleep(30);
  expect(begun).toBe(before);
});
