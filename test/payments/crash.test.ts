import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { Blows, type Phase } from '../helpers/crash/blows.ts';
import { forgetTheDead, halves, type MoneySite, nothingLostOrDoubled, openMoneySite } from '../helpers/crash/money.ts';
import { embeddedSite, installedPostgres, lacksPostgres, separateSite } from '../helpers/crash/sites.ts';
import { testUnless } from '../helpers/run/unless.ts';

/** A usual run kills a few times; KILLS=50 is for those who want to know. */
const kills = Number(process.env['KILLS'] ?? 3);
const timeout = 120_000 + kills * 30_000;

let money: MoneySite;
afterEach(() => money?.stop());

test(`killed at ${kills} random moments of paying and of giving back: nothing lost, nothing doubled, nothing half`, {
  timeout,
}, async () => {
  money = await openMoneySite(embeddedSite);
  const [calm, ...settlements] = await money.agree(kills + 1);
  const began = performance.now();
  const first = await money.payOff(calm!);
  const between = performance.now();
  await money.giveBack(first);
  const struck = new Blows();
  const longest = { pay: 1.2 * (between - began), back: 1.2 * (performance.now() - between) };
  for (const id of settlements) {
    const payment = await blow(struck, 'payment', longest.pay, money.payOff(id));
    await blow(struck, 'refund', longest.back, money.giveBack(payment));
  }
  await nothingLostOrDoubled(money, [calm!, ...settlements]);
  struck.tell('Blows at the server', ['payment', 'refund']);
});

/** Kills the server somewhere within what is going on, looks at what it has left, and lets it go on to its end. */
async function blow<T>(struck: Blows, phase: Phase, longestMs: number, story: Promise<T>): Promise<T> {
  const { site, database } = money;
  struck.fell(await Promise.race([story.then((): Phase => 'idle'), sleep(Math.random() * longestMs, phase)]));
  await site.killServer();
  expect(await halves(database)).toEqual([]);
  expect(await brokenLedger(database.db)).toEqual([]);
  await forgetTheDead(database);
  await site.startServer();
  expect(await halves(database), 'right after the start').toEqual([]);
  return story;
}

const bin = installedPostgres();
const payers = 8;

testUnless(lacksPostgres())(
  `the database killed ${kills} times while ${payers} pay at once: the same`,
  { timeout },
  async () => {
    money = await openMoneySite((env) => separateSite(bin!, env));
    const settlements = await money.agree(payers * kills);
    const queue = [...settlements];
    const struck = new Blows();
    const busy = { payment: 0, refund: 0 };
    const during = async <T>(phase: 'payment' | 'refund', story: Promise<T>): Promise<T> => {
      busy[phase]++;
      const told = await story;
      busy[phase]--;
      return told;
    };
    const payer = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        await during('refund', money.giveBack(await during('payment', money.payOff(id))));
      }
    };
    const paying = Promise.all(Array.from({ length: payers }, payer));
    for (let kill = 0; kill < kills; kill++) {
      await sleep(200 + Math.random() * 800);
      struck.fell(busy.payment > 0 ? 'payment' : busy.refund > 0 ? 'refund' : 'idle');
      await money.site.killDatabase();
      expect(await halves(money.database)).toEqual([]);
    }
    await paying;
    await nothingLostOrDoubled(money, settlements);
    struck.tell('Blows at the database', ['payment']);
  },
);
