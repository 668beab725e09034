import { addDays, moscowDay } from '#domain/values/days.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import type { Reply } from '../../helpers/client.ts';
import { sendPaper } from '../../life-events/helpers/life.ts';
import { debtorOf } from './bargaining.ts';
import type { Scenario } from './scenario.ts';

/** What tests of pauses and of holidays do and look at alike. */
export const pauseSteps = (scenario: Scenario) => ({
  /** Lets so many days pass. */
  tick: (days: number) => liveDay(scenario.testApp.app, new Date(`${addDays(moscowDay(new Date()), days)}T09:00:00Z`)),
  /** The penalty of a settlement, in kopecks. */
  accrued: async (id: number) =>
    (await scenario.run('select penalty_accrued as sum from settlements where id = $1', [id]))[0]!['sum'],
  /** The debtor takes holidays. */
  take: (id: number, form: object): Promise<Reply> => {
    const debtor = debtorOf(scenario);
    return sendPaper(debtor.client, `${debtor.base}/loans/${id}/holidays`, form);
  },
  addenda: (id: number) =>
    scenario.run(`select count(*)::int as count from issued_documents where settlement_id = $1 and kind = 'addendum'`, [
      id,
    ]),
  /** The first row stays where it was planned. */
  plannedRow: (id: number) =>
    scenario.run('update schedule_items set planned_date = due_date where settlement_id = $1 and no = 1', [id]),
});
