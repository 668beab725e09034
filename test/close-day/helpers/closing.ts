import { afterAll } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { closeDays } from '#server/modules/close-day/close.commands.ts';
import { sealAudit } from '#server/platform/state/audit-chain.ts';
import { makeScenario, type Scenario } from '../../settlements/helpers/scenario.ts';

export const path = '/internal/close-day-procedure';
export const today = (): Day => moscowDay(new Date());

/** A server whose days are closed by nobody but its tests, until the last of them. */
export async function openClosing() {
  // What a test does with a day the clock would do in the middle of it.
  const scenario = await makeScenario({}, { byClock: false });
  afterAll(() => scenario.testApp.stop());
  const accountant = (await scenario.testApp.operator('accountant')).client;
  return {
    scenario,
    accountant,
    results: async (day?: string) => (await accountant.get(`${path}/job-results${day ? `?day=${day}` : ''}`)).body,
    ...closingOf(scenario),
  };
}

/** How a test closes the days of its server. */
export function closingOf(scenario: Scenario) {
  return {
    close: async (): Promise<boolean> => {
      const { app } = scenario.testApp;
      await sealAudit(app.database.db);
      return closeDays(app, { by: null });
    },
    /** Lets the open day be so many days ago, as if none before it had been closed here. */
    openSince: async (days: number): Promise<void> => {
      await scenario.run('alter table business_days disable trigger stays');
      for (const table of ['sub_job_errors', 'sub_job_results']) await scenario.run(`delete from ${table}`);
      await scenario.run(`delete from business_days where status = 'sealed'`);
      await scenario.run('alter table business_days enable trigger stays');
      await scenario.run(`update business_days set day = $1, status = 'open' where status <> 'sealed'`, [
        addDays(today(), -days),
      ]);
    },
  };
}
