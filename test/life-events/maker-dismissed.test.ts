import { expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { openPaymentScenario } from '../payments/helpers/scenario.ts';
import { bandWithPenalty, publish } from '../settlements/helpers/bargaining.ts';
import { decide, lateAgreement, sendPaper } from './helpers/life.ts';

/** Who decides about an event while its maker is dismissed (docs/decisions/0202). */
const scenario = await openPaymentScenario();
const { testApp } = scenario;
const second = (await testApp.operator('manager')).client;
const today = moscowDay(new Date());
const list = `/internal/individuals/${scenario.debtorId}/life-events`;
expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);

test('an event is decided after the dismissal of its maker, or before: never each waits for the other', async () => {
  await lateAgreement(scenario, 17);
  await sendPaper(scenario.operator, list, {
    kind: 'incapacity',
    since: addDays(today, -10),
  });
  const dismissing = await testApp.app.database.pool.connect();
  await dismissing.query('begin');
  const { rows } = await dismissing.query(
    `update operators o set version = o.version + 1 from approvals ap
     where ap.maker_id = o.account_id and ap.status = 'pending' and ap.kind = 'lifeEvent.confirm' returning ap.id`,
  );
  const deciding = decide(second, 'lifeEvent.confirm', 'reject');
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await testApp.owner.query(waits)).rowCount).toBe(1);
  await dismissing.query('select id from approvals where id = $1 for update nowait', [rows[0].id]);
  await dismissing.query('commit');
  dismissing.release();
  expect((await deciding).status).toBe(200);
});
