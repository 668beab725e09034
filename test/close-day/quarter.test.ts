import { afterEach, expect, test } from 'vitest';
import { addDays, type Day } from '#domain/values/days.ts';
import { monthEnd, monthOf } from '#domain/values/months.ts';
import { seededRandom } from '#server/demo/registry-generator.ts';
import { leaveClock } from '../helpers/moved-clock.ts';
import { calendarOf, days, first } from './helpers/quarter/calendar.ts';
import { checksOf } from './helpers/quarter/checks.ts';
import { lifeOf } from './helpers/quarter/life.ts';
import { openRecount } from './helpers/quarter/recount.ts';
import { openQuarter, type Quarter } from './helpers/quarter/stage.ts';

/** A usual run lives through one quarter; QUARTERS=20 is for those who want to know. The same seed is the same quarter. */
const seeds = Array.from({ length: Number(process.env['QUARTERS'] ?? 1) }, (_, no) => no + 1);

// Also where the stage did not open.
afterEach(leaveClock);

test.each(seeds)(
  'a quarter of seed %i: on each day the books are what has happened, to the kopeck',
  {
    timeout: 900_000,
  },
  async (seed) => {
    const stage = await openQuarter(first);
    try {
      const lived = await liveThrough(stage, seed);
      // Other dice leave something out now and then.
      if (seed === 1) expect([...lived].toSorted()).toEqual(kinds);
    } finally {
      await stage.stop();
    }
  },
);

/** @returns which kinds of things have happened */
async function liveThrough(stage: Quarter, seed: number): Promise<ReadonlySet<string>> {
  const dice = seededRandom(seed);
  const life = lifeOf(stage, dice);
  const live = calendarOf(stage, life, dice);
  const check = checksOf(stage, await openRecount(stage.run));
  const months = new Map<Day, ReadonlyMap<string, number>>();
  await life.acts.tellIssuer();
  for (const day of Array.from({ length: days }, (_, no) => addDays(first, no))) {
    await stage.move(day, '11:00');
    await live(day);
    await check.day(day);
    expect([day, await stage.close(day)]).toEqual([day, []]);
    await check.statement(day);
    if (day === monthEnd(day)) months.set(monthOf(day), await check.month(monthOf(day)));
  }
  // What has come late for a month that was closed has changed nothing of it.
  for (const [month, totals] of months) expect(await check.shownOf(month)).toEqual(totals);
  const [ends] = await stage.run(`
    select (select count(*)::int from business_days where status = 'sealed') as sealed,
      (select count(*)::int from ledger_months where status = 'closed') as months,
      (select count(*) > 0 from ledger_late_entries) as late, (select count(*) > 0 from invoice_corrections) as corrected`);
  expect(ends).toMatchObject({ sealed: days, months: months.size });
  if (ends!['late']) life.lived.add('late entry');
  if (ends!['corrected']) life.lived.add('invoice corrected');
  return life.lived;
}

/** What the usual quarter is to have seen: one that lacks something proves less than it says. */
const kinds = [
  'agreement',
  'commission',
  'held money assigned',
  'invoice corrected',
  'invoice paid through the partner',
  'invoice paid to the bank',
  'late entry',
  'late outside payment',
  'outside payment',
  'overpaid transfer',
  'payment of a part',
  'payment of a row',
  'payment of the rest',
  'payout by hand',
  'payout refused',
  'payout returned',
  'refund',
  'refund asked for',
  'refund refused',
  'unknown money',
];
