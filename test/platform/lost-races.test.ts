import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot } from '../helpers/boot.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

test('two transactions of the system that wait for one another both end, one of them at a later try', async () => {
  const { db } = testApp.app.database;
  const [one, other] = [(await testApp.individual()).accountId, (await testApp.individual()).accountId];
  const bothHold = Promise.withResolvers<void>();
  let holders = 0;
  let tries = 0;
  const lockBoth = (first: number, second: number) =>
    inSystemTransaction(db, 'system.test', async (tx) => {
      tries++;
      const lock = (id: number) => tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
      await lock(first);
      if (++holders === 2) bothHold.resolve();
      await bothHold.promise;
      await lock(second);
      return first;
    });
  expect(await Promise.all([lockBoth(one, other), lockBoth(other, one)])).toEqual([one, other]);
  // On a machine that is busy both may have waited too long.
  expect(tries).toBeGreaterThanOrEqual(3);
});
