import { expect } from 'vitest';
import { addDays, type Day } from '#domain/values/days.ts';
import { sealAudit } from '#server/platform/state/audit-chain.ts';
import { openClock } from '../../../helpers/moved-clock.ts';
import { openBank, partnerKey } from '../../../payments/helpers/scenario.ts';
import { makeScenario } from '../../../settlements/helpers/scenario.ts';
import { path } from '../closing.ts';
import { openCreditors } from './creditors.ts';

/** An instant of a day by the clock of Moscow. */
const at = (day: Day, time: string): Date => new Date(`${day}T${time}:00+03:00`);

/** The stage of a quarter: three creditors, a debtor, a partner, and a clock that is moved. @param first its first day */
export async function openQuarter(first: Day) {
  const clock = openClock(at(first, '08:00'));
  const bank = await openBank();
  const scenario = await makeScenario(
    { payments: { url: bank.url, key: partnerKey } },
    { byClock: false },
    clock.ready,
  );
  const { testApp, operator } = scenario;
  const run = (sql: string, values: unknown[] = []) => scenario.run(sql, values);
  await bank.speak(testApp.url);
  /** Waits until nothing is left to do just now: what is looked at does not change meanwhile. */
  const rest = async (): Promise<void> => {
    const due = 'select count(*)::int from graphile_worker.jobs where attempts < max_attempts and run_at <= now()';
    await expect.poll(async () => (await run(due))[0]!['count'], { timeout: 60_000, interval: 10 }).toBe(0);
  };
  const move = async (day: Day, time: string): Promise<void> => {
    await clock.move(at(day, time), run, (ahead) => bank.moveClock(ahead));
    // Who signs in anew each morning is no part of this.
    await run(
      `update sessions set seen_at = now(), expires_at = now() + interval '1 day', idle_expires_at = now() + interval '1 day'`,
    );
    await rest();
  };
  await move(first, '08:00');
  await run(`update business_days set day = $1 where status <> 'sealed'`, [first]);
  const accountant = (await testApp.operator('accountant')).client;
  const base = { ...scenario, bank, stop: () => testApp.stop() };
  const sides = await openCreditors(base);
  return {
    ...base,
    run,
    sides,
    move,
    rest,
    async stop(): Promise<void> {
      await testApp.stop();
      await bank.stop();
    },
    accountant,
    /** The second person decides what waits. */
    decide: async (): Promise<void> => {
      const { items } = (await operator.get('/api/approvals?filter[status]=pending')).body;
      const decided = await operator.post(`/api/approvals/${items[0].id}/decision`, { decision: 'approve' });
      expect([decided.status, decided.text]).toEqual([200, expect.stringContaining('approved')]);
    },
    /** The accountant closes a day on the night after it. @returns what of it could not be done */
    close: async (day: Day): Promise<{ sub: string; cause: string }[]> => {
      await move(addDays(day, 1), '00:45');
      await sealAudit(testApp.app.database.db);
      const begun = await accountant.post(path);
      expect(begun.status, begun.text).toBe(200);
      const open = async () => (await accountant.get(`${path}/job-results`)).body.open;
      await expect.poll(open, { timeout: 30_000, interval: 20 }).toBe(addDays(day, 1));
      await rest();
      return (await accountant.get(`${path}/job-results?day=${day}`)).body.errors;
    },
  };
}
export type Quarter = Awaited<ReturnType<typeof openQuarter>>;
