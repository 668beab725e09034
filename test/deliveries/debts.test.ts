import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NotificationEvent } from '#domain/settings/notification-event.ts';
import { judgeNews } from '#server/modules/contacts/debt-news.ts';
import { deliverDue } from '#server/modules/deliveries/deliver.commands.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
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
  await agree();
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

/** He has agreed to messages of his creditors. */
const agree = (id = account) =>
  scenario.run(
    `insert into consents (account_id, document_id, ip) select $1, id, '—' from consent_documents where kind = 'interaction-channels'`,
    [id],
  );

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

test('what another claim of the creditor says closes him too, found to be his or not', async () => {
  const other = await scenario.claim({ individualId: null });
  await scenario.run(`update registry_entries set contact_flag = 'via_lawyer' where id = $1`, [other]);
  await tell('settlement.offer');
  await scenario.run('delete from registry_entries where id = $1', [other]);
  expect(await deliveries()).toMatchObject([{ status: 'dropped', problem: 'law' }]);
});

const ofLetters = `account_id = $1 and document_id in (select id from consent_documents where kind = 'interaction-channels')`;
test.each([
  ['has taken it back', `update consents set revoked_at = now() where ${ofLetters}`],
  ['has never agreed', `delete from consents where ${ofLetters}`],
])('without a consent in force no word of a creditor is heard elsewhere: he %s', async (_name, change) => {
  await scenario.run(change, [account]);
  await tell('settlement.offer');
  await tell('settlement.turn');
  await scenario.run(`delete from consents where ${ofLetters}`, [account]);
  await agree();
  expect(await deliveries()).toMatchObject([
    { status: 'dropped', problem: 'law' },
    { status: 'sent', problem: null },
  ]);
});

test('who has not agreed reads where he does, and chooses nothing of what his creditors say', async () => {
  const ways = async () => {
    const { groups } = (await scenario.other.get('/api/notifications/choices')).body;
    const events = groups.flatMap((group: { events: unknown[] }) => group.events);
    return (['settlement.offer', 'settlement.turn'] as const).map((event) =>
      events
        .find(({ code }: { code: string }) => code === event)
        .ways.find(({ channel }: { channel: string }) => channel === 'push'),
    );
  };
  const open = { isOn: true, why: null, isElsewhere: false };
  const closed = { isOn: false, why: expect.stringContaining('согласились'), isElsewhere: true };
  expect(await ways()).toMatchObject([closed, open]);
  const [person] = await scenario.run('select account_id from individuals where id = $1', [scenario.otherId]);
  await agree(person!['account_id'] as number);
  expect(await ways()).toMatchObject([open, open]);
});

describe('what closes him for a while', () => {
  test('is waited for a day at a time: a hospital', async () => {
    await flagged('hospital', () => tell('settlement.offer'));
    expect(await deliveries()).toEqual([{ status: 'waiting', problem: 'hours', waits: true, attempts: 0 }]);
    await scenario.run('update deliveries set due_at = now()');
    await deliverDue(scenario.testApp.app);
    expect(await deliveries()).toMatchObject([{ status: 'sent' }]);
  });

  test('is waited for: what he has told of himself and operators look at', async () => {
    await scenario.run(
      `insert into life_events (individual_id, kind, status, since, side, entered_by)
       values ($1, 'bankruptcy', 'waiting', ${MOSCOW_TODAY}, 'individual', $2)`,
      [scenario.debtorId, account],
    );
    await tell('settlement.turn');
    await scenario.run('delete from life_events');
    expect(await deliveries()).toMatchObject([{ status: 'waiting', problem: 'hours', waits: true }]);
  });
});

describe('news of a debt', () => {
  const old = (days: number) =>
    scenario.run(`update deliveries set created_at = now() - make_interval(days => $1), due_at = now()`, [days]);
  const plan = (event: NotificationEvent) =>
    scenario.write((tx) => notify(tx, [account], { event, title: 'Новое', creditorId: scenario.company }));

  test.each([
    ['settlement.turn', 2, 'sent', null],
    ['settlement.turn', 3, 'dropped', 'late'],
    ['settlement.recalled', 3, 'dropped', 'late'],
    ['settlement.offer', 30, 'sent', null],
  ] as const)(
    'ends after three days unless it waits for his answer: %s after %i',
    async (event, days, status, problem) => {
      await plan(event);
      await old(days);
      await deliverDue(scenario.testApp.app);
      expect(await deliveries()).toMatchObject([{ status, problem }]);
      expect(await contacts()).toHaveLength(event === 'settlement.offer' ? 1 : 0);
    },
  );

  test('goes nowhere where the law has a place only after that', async () => {
    await flagged('hospital', async () => {
      await plan('settlement.turn');
      await scenario.run(`update deliveries set created_at = now() - interval '2 days 1 hour'`);
      await deliverDue(scenario.testApp.app);
    });
    expect(await deliveries()).toMatchObject([{ status: 'dropped', problem: 'late' }]);
  });
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
