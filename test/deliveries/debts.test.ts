import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NotificationEvent } from '#domain/settings/notification-event.ts';
import { judgeNews } from '#server/modules/contacts/debt-news.ts';
import { deliverDue } from '#server/modules/deliveries/deliver.commands.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { zoneOfNoon } from '#test/helpers/zone-of-noon.ts';
import { makeScenario, type Scenario } from '../settlements/helpers/scenario.ts';
import { type Channels, openChannels } from './helpers/channels.ts';

/** What tells a debtor of his debts beside the cabinet keeps the law of contact (docs/decisions/0189). */
let channels: Channels;
let scenario: Scenario;
let account: number;
let entry: number;

beforeAll(async () => {
  channels = await openChannels();
  scenario = await makeScenario(channels.config, { byClock: false });
  entry = await scenario.claim();
  const [person] = await scenario.run('select account_id from individuals where id = $1', [scenario.debtorId]);
  account = person!['account_id'] as number;
  // Whatever the hour of the machine, it is noon where he lives, and nothing of his own is quiet.
  await scenario.run(
    `insert into notification_schedules (account_id, zone, quiet_from, quiet_until) values ($1, $2, 5, 5)`,
    [account, zoneOfNoon()],
  );
  const { publicKey } = (await scenario.debtor.post('/api/notifications/browser-key')).body;
  const { endpoint } = await channels.push.bind();
  await scenario.debtor.post('/api/notifications/browsers', { endpoint, publicKey });
});
beforeEach(async () => {
  for (const table of ['deliveries', 'notifications', 'contact_records', 'entry_notices'])
    await scenario.run(`delete from ${table}`);
});
afterAll(async () => {
  await scenario.testApp.stop();
  await channels.stop();
});

async function tell(event: NotificationEvent): Promise<void> {
  await scenario.write((tx) => notify(tx, [account], { event, title: 'Новое', creditorId: scenario.company }));
  await deliverDue(scenario.testApp.app);
}
const deliveries = () =>
  scenario.run('select status, problem, due_at > now() as waits, attempts from deliveries order by id');
const contacts = () =>
  scenario.run('select kind, source, status, registry_entry_id as entry from contact_records order by id');
const flagged = async (flag: string, work: () => Promise<void>): Promise<void> => {
  const set = 'update registry_entries set contact_flag = $2 where id = $1';
  await scenario.run(set, [entry, flag]);
  await work();
  await scenario.run(set, [entry, 'allowed']);
};

test('a creditor’s word takes its place among his messages, and waits where there is none', async () => {
  for (let time = 0; time < 3; time++) await tell('settlement.offer');
  const sent = { status: 'sent', problem: null, waits: false, attempts: 1 };
  expect(await deliveries()).toEqual([sent, sent, { status: 'waiting', problem: 'hours', waits: true, attempts: 0 }]);
  const held = { kind: 'message', source: 'notification', status: 'held', entry };
  expect(await contacts()).toEqual([held, held]);
});

test('an answer to the debtor takes none', async () => {
  for (let time = 0; time < 3; time++) await tell('settlement.turn');
  expect((await deliveries()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
  expect(await contacts()).toEqual([]);
});

test.each(['settlement.offer', 'settlement.turn'] as const)(
  'whom the law closes is told nothing: %s',
  async (event) => {
    await flagged('bankrupt', () => tell(event));
    expect(await deliveries()).toMatchObject([{ status: 'dropped', problem: 'law' }]);
    expect(await contacts()).toEqual([]);
  },
);

test('who has taken back his consent to letters of creditors hears no word of theirs elsewhere', async () => {
  await scenario.run(
    `insert into consents (account_id, document_id, ip, revoked_at)
     select $1, id, '—', now() from consent_documents where kind = 'interaction-channels'`,
    [account],
  );
  await tell('settlement.offer');
  await scenario.run('delete from consents where revoked_at is not null');
  expect(await deliveries()).toMatchObject([{ status: 'dropped', problem: 'law' }]);
});

test('what has not come gives its place back', async () => {
  await tell('settlement.offer');
  await scenario.run(`update deliveries set status = 'failed'`);
  expect(await contacts()).toMatchObject([{ status: 'failed' }]);
});

test.each([
  ['his own zone', 'Asia/Kamchatka', '2027-02-03T11:00:00Z', false],
  ['his own zone', 'Europe/Moscow', '2027-02-03T11:00:00Z', true],
  ['the zone of his claim', null, '2027-02-03T04:30:00Z', false],
  ['the zone of his claim', null, '2027-02-03T09:00:00Z', true],
])('hours are those of %s: %s, %s', async (_name, zone, at, allowed) => {
  const { db } = scenario.testApp.app.database;
  const news = { accountId: account, legalEntityId: scenario.company, zone, now: new Date(at) };
  expect(await judgeNews(db, news)).toMatchObject({ allowed });
});
