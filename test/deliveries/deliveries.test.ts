import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverDue } from '#server/modules/deliveries/deliver.commands.ts';
import { askSms } from '#server/modules/deliveries/sms-answers.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot } from '#test/helpers/boot.ts';
import type { Client } from '#test/helpers/client.ts';
import { type Channels, openChannels } from './helpers/channels.ts';

let channels: Channels;
let testApp: Booted;
let head: Awaited<ReturnType<Booted['employee']>>;
let administrator: Client;

beforeAll(async () => {
  channels = await openChannels();
  // Nothing goes by the clock: each test says when.
  testApp = await boot(channels.config, { byClock: false });
  await channels.sms.speak(testApp.url);
  head = await testApp.employee({ legalEntityId: await testApp.company(), role: 'head', phone: '+79161230182' });
  administrator = (await testApp.operator('administrator')).client;
  // Whatever the hour, nobody is quiet.
  await head.client.put('/api/notifications/schedule', {
    zone: 'Europe/Moscow',
    quietFrom: 5,
    quietUntil: 5,
    digestAt: null,
  });
});
beforeEach(async () => {
  await testApp.owner.query(`update deliveries set status = 'dropped' where status = 'waiting'`);
});
afterAll(async () => {
  await testApp.stop();
  await channels.stop();
});

/** Tells the head of an event, in a transaction as any module does. */
const tell = (event: 'settlement.offer' | 'settlement.turn' | 'details.changed', title = 'Новое'): Promise<void> =>
  inSystemTransaction(testApp.app.database.db, 'system.test', (tx) => notify(tx, [head.accountId], { event, title }));
const choose = (event: string, channel: string, isOn: boolean) =>
  head.client.put('/api/notifications/choices', { event, channel, isOn });
const deliver = (): Promise<void> => deliverDue(testApp.app);
const rows = async () =>
  (await testApp.owner.query('select id, channel, status, problem, attempts from deliveries order by id')).rows;
const lastOf = async (channel: string) => (await rows()).filter((row) => row.channel === channel).at(-1);

describe('what is planned', () => {
  test('goes by the channels that the table gives and the person has', async () => {
    const before = (await rows()).length;
    await tell('settlement.turn');
    expect((await rows()).slice(before)).toEqual([]);
    await tell('settlement.offer');
    expect((await rows()).slice(before).map(({ channel }) => channel)).toEqual(['letter']);
    await choose('settlement.offer', 'sms', true);
    await choose('settlement.turn', 'letter', true);
    await tell('settlement.offer');
    await tell('settlement.turn');
    expect((await rows()).slice(before + 1).map(({ channel }) => channel)).toEqual(['letter', 'sms', 'letter']);
    await choose('settlement.turn', 'letter', false);
    await choose('settlement.offer', 'letter', false);
  });

  test('is not there when the transaction is rolled back', async () => {
    const before = (await rows()).length;
    await inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
      await notify(tx, [head.accountId], { event: 'settlement.offer', title: 'Новое' });
      throw new Error('lost');
    }).catch(() => undefined);
    expect(await rows()).toHaveLength(before);
  });

  test('waits for the end of quiet hours, but for what is urgent', async () => {
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Moscow', hour: '2-digit', hourCycle: 'h23' }).format(
        new Date(),
      ),
    );
    // Two hours on, so that the hour may turn while the test runs.
    const quiet = { zone: 'Europe/Moscow', quietFrom: hour, quietUntil: (hour + 3) % 24, digestAt: null };
    await head.client.put('/api/notifications/schedule', quiet);
    await choose('settlement.turn', 'letter', true);
    await tell('settlement.turn');
    await tell('details.changed');
    const { rows: due } = await testApp.owner.query(
      `select event, due_at > now() as waits from deliveries where channel = 'letter' order by id desc limit 2`,
    );
    expect(due).toEqual([
      { event: 'details.changed', waits: false },
      { event: 'settlement.turn', waits: true },
    ]);
    await head.client.put('/api/notifications/schedule', { ...quiet, quietUntil: hour });
  });
});

describe('what has changed before it is due', () => {
  const wait = async (channel: 'letter' | 'sms') => {
    await choose('settlement.offer', channel, true);
    await tell('settlement.offer');
    expect((await lastOf(channel))?.status).toBe('waiting');
  };

  test.each(['letter', 'sms'] as const)('by %s nobody is told of what he wants no more', async (channel) => {
    await wait(channel);
    await choose('settlement.offer', channel, false);
    await deliver();
    expect(await lastOf(channel)).toMatchObject({ status: 'dropped', problem: 'not wanted' });
  });

  test.each(['letter', 'sms'] as const)(
    'by %s nobody is told in quiet hours that he has named since',
    async (channel) => {
      await wait(channel);
      const hour = Number(
        new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Moscow', hour: '2-digit', hourCycle: 'h23' }).format(
          new Date(),
        ),
      );
      const quiet = { zone: 'Europe/Moscow', quietFrom: hour, quietUntil: (hour + 3) % 24, digestAt: null };
      await head.client.put('/api/notifications/schedule', quiet);
      await deliver();
      expect(await lastOf(channel)).toMatchObject({ status: 'waiting', attempts: 0 });
      const { rows: due } = await testApp.owner.query(
        `select due_at > now() as waits from deliveries where channel = $1 order by id desc limit 1`,
        [channel],
      );
      expect(due).toEqual([{ waits: true }]);
      await head.client.put('/api/notifications/schedule', { ...quiet, quietUntil: hour });
      await choose('settlement.offer', channel, false);
    },
  );

  test.each(['letter', 'sms', 'push'])('by %s nobody who is blocked is told', async (channel) => {
    const other = await testApp.employee({ legalEntityId: await testApp.company(), role: 'head' });
    await testApp.owner.query(
      `with told as (insert into notifications (account_id, title, event) values ($1, 'Новое', 'settlement.turn') returning id)
       insert into deliveries (account_id, notification_id, event, channel, due_at)
       select $1, id, 'settlement.turn', $2, now() from told`,
      [other.accountId, channel],
    );
    await testApp.owner.query(`update accounts set status = 'blocked' where id = $1`, [other.accountId]);
    await deliver();
    expect(await lastOf(channel)).toMatchObject({ status: 'dropped', problem: 'no address' });
  });

  test('an event that only a newer node knows goes without a word of what it is', async () => {
    await testApp.owner.query(
      `with told as (insert into notifications (account_id, title, event) values ($1, 'Новое', 'settlement.newer') returning id)
       insert into deliveries (account_id, notification_id, event, channel, due_at)
       select $1, id, 'settlement.newer', 'sms', now() from told`,
      [head.accountId],
    );
    await deliver();
    expect((await channels.sms.messages()).at(-1)!.text).toContain('В кабинете есть новое');
  });
});

describe('a choice', () => {
  test('is of what the table offers alone, and says why where there is none', async () => {
    const obligatory = await choose('details.changed', 'letter', false);
    expect(obligatory.status).toBe(400);
    expect(obligatory.body.fields.isOn).toContain('другой счёт');
    expect((await choose('approval', 'push', true)).status).toBe(400);
  });

  test('shows what was chosen, the channels of the platform, and what is missing', async () => {
    await choose('settlement.turn', 'messenger', false);
    const { body } = await head.client.get('/api/notifications/choices');
    const { ways } = body.groups
      .flatMap(({ events }: { events: unknown[] }) => events)
      .find(({ code }: { code: string }) => code === 'settlement.turn');
    expect(ways.find(({ channel }: { channel: string }) => channel === 'messenger').isOn).toBe(false);
    expect(body.channels.map(({ code }: { code: string }) => code)).toEqual([
      'page',
      'letter',
      'sms',
      'push',
      'messenger',
    ]);
    expect(body.channels.find(({ code }: { code: string }) => code === 'sms').missing).toBeNull();
  });

  test('of a digest in quiet hours is refused', async () => {
    const schedule = { zone: 'Europe/Moscow', quietFrom: 22, quietUntil: 8, digestAt: 23 };
    const answer = await head.client.put('/api/notifications/schedule', schedule);
    expect(answer.status).toBe(400);
    expect(answer.body.fields.digestAt).toContain('тихие часы');
  });
});

describe('SMS', () => {
  beforeAll(() => choose('settlement.offer', 'sms', true));

  test('says nothing of whom and how much, and is delivered when the gateway says so', async () => {
    await tell('settlement.offer', 'Урегулирование У-2026-000001: 35 000 ₽');
    await deliver();
    const sent = (await channels.sms.messages()).at(-1)!;
    expect(sent.to).toBe('+79161230182');
    expect(sent.text).not.toMatch(/У-2026|35 000|₽/);
    expect(await lastOf('sms')).toMatchObject({ status: 'sent', attempts: 1 });
    await channels.sms.end({ status: 'delivered' });
    await expect.poll(async () => (await lastOf('sms'))?.status).toBe('delivered');
  });

  test('is one however often a silent gateway is asked', async () => {
    const before = (await channels.sms.messages()).length;
    await channels.sms.behave('after');
    await tell('settlement.offer');
    await deliver();
    expect(await lastOf('sms')).toMatchObject({ status: 'waiting', problem: 'silent' });
    await channels.sms.behave('ok');
    await testApp.owner.query(`update deliveries set due_at = now() where status = 'waiting'`);
    await deliver();
    expect(await lastOf('sms')).toMatchObject({ status: 'sent', attempts: 2 });
    expect(await channels.sms.messages()).toHaveLength(before + 1);
  });

  test('is not sent of what was read in the cabinet meanwhile', async () => {
    const before = (await channels.sms.messages()).length;
    await tell('settlement.offer');
    await head.client.post('/api/notifications/read', {});
    await deliver();
    expect(await lastOf('sms')).toMatchObject({ status: 'dropped', problem: 'seen' });
    expect(await channels.sms.messages()).toHaveLength(before);
  });

  test.each([
    ['error', 'waiting', 'silent'],
    ['denied', 'waiting', 'silent'],
    ['broken', 'waiting', 'silent'],
    ['huge', 'waiting', 'silent'],
    ['redirect', 'waiting', 'silent'],
    ['refusing', 'failed', 'refused'],
    ['absent', 'failed', 'refused'],
  ])('a gateway that answers «%s» leaves it %s', async (mode, status, problem) => {
    await channels.sms.behave(mode);
    await tell('settlement.offer');
    await deliver();
    await channels.sms.behave('ok');
    expect(await lastOf('sms')).toMatchObject({ status, problem });
    if (status !== 'waiting') return;
    await testApp.owner.query(`update deliveries set due_at = now() where status = 'waiting'`);
    await deliver();
    expect(await lastOf('sms')).toMatchObject({ status: 'sent' });
  });

  test('of which the gateway has told nothing is asked about', async () => {
    await tell('settlement.offer');
    await deliver();
    const { id } = (await lastOf('sms'))!;
    const { rows: jobs } = await testApp.owner.query(
      `select run_at > now() as waits from graphile_worker.jobs where task_identifier = 'ask-sms' and key = $1`,
      [`sms:${id}`],
    );
    expect(jobs).toEqual([{ waits: true }]);
    await channels.sms.speak(null);
    await channels.sms.end({ status: 'delivered' });
    await askSms(testApp.app, { deliveryId: id });
    expect((await lastOf('sms'))?.status).toBe('delivered');
    await channels.sms.speak(testApp.url);
  });

  test('is sent once by two nodes that look at the same time', async () => {
    const before = (await channels.sms.messages()).length;
    for (let n = 0; n < 5; n++) await tell('settlement.offer');
    await Promise.all([deliver(), deliver(), deliver()]);
    const sent = (await channels.sms.messages()).slice(before);
    expect(sent.map(({ told }) => told)).toEqual([1, 1, 1, 1, 1]);
  });

  test('that was begun by a process that died is asked for again', async () => {
    await tell('settlement.offer');
    await testApp.owner.query(
      `update deliveries set status = 'sending', sending_at = now() - interval '3 minutes' where status = 'waiting'`,
    );
    await deliver();
    expect(await lastOf('sms')).toMatchObject({ status: 'sent' });
  });

  test('a message of the gateway that it has not signed is refused', async () => {
    const answer = await testApp.anonymous().post('/api/partners/sms/notices', {
      id: 'sms-1',
      type: 'message.delivered',
      key: crypto.randomUUID(),
    });
    expect(answer.body.code).toBe('signature.wrong');
  });
});

test('a service that was not reached is asked again, for nothing can have come', async () => {
  const { publicKey } = (await head.client.post('/api/notifications/browser-key')).body;
  const gone = await channels.push.elsewhere();
  expect((await head.client.post('/api/notifications/browsers', { endpoint: gone, publicKey })).status).toBe(201);
  await choose('settlement.offer', 'push', true);
  await tell('settlement.offer');
  await deliver();
  expect(await lastOf('push')).toMatchObject({ status: 'waiting', problem: 'silent' });
  await testApp.owner.query('delete from push_subscriptions');
});

describe('push', () => {
  test('tells every browser that is bound, without contents, and forgets those that are bound no more', async () => {
    const { publicKey } = (await head.client.post('/api/notifications/browser-key')).body;
    const [one, other] = [await channels.push.bind(), await channels.push.bind()];
    for (const { endpoint } of [one, other]) {
      expect((await head.client.post('/api/notifications/browsers', { endpoint, publicKey })).status).toBe(201);
    }
    await choose('settlement.offer', 'push', true);
    await tell('settlement.offer');
    await deliver();
    const pushes = await channels.push.pushes();
    expect(pushes.map(({ id, bytes }) => ({ id, bytes }))).toEqual([
      { id: one.id, bytes: 0 },
      { id: other.id, bytes: 0 },
    ]);
    expect(new Set(pushes.map(({ key, contact }) => `${key} ${contact}`))).toEqual(
      new Set([`${publicKey} mailto:push@test.example`]),
    );
    await channels.push.unbind(one.id);
    await tell('settlement.offer');
    await deliver();
    expect(await lastOf('push')).toMatchObject({ status: 'sent' });
    expect((await head.client.get('/api/notifications/choices')).body.browsers).toHaveLength(1);
  });

  test.each([
    'http://169.254.169.254/push',
    'https://evil.test/push',
    'https://fcm.googleapis.com.evil.test/x',
    'file:///etc/passwd',
  ])('no address but those of push services is bound: %s', async (endpoint) => {
    const { publicKey } = (await head.client.post('/api/notifications/browser-key')).body;
    expect((await head.client.post('/api/notifications/browsers', { endpoint, publicKey })).status).toBe(400);
  });

  test('of which nobody knows whether it came is not repeated by itself, but by an administrator', async () => {
    await channels.push.behave('error');
    await tell('settlement.offer');
    await deliver();
    const failed = await lastOf('push');
    expect(failed).toMatchObject({ status: 'unknown', problem: 'silent' });
    await channels.push.behave('ok');
    await deliver();
    expect((await lastOf('push'))?.status).toBe('unknown');
    const resend = `/internal/deliveries/${failed!.id}/resend`;
    expect((await administrator.post(resend, { reason: 'Служба молчала' })).status).toBe(204);
    await deliver();
    expect((await lastOf('push'))?.status).toBe('sent');
    expect((await administrator.post(resend, { reason: 'Ещё раз' })).body.code).toBe('move.illegal');
  });
});

test('the log says to whom, by what and when it was opened in the cabinet', async () => {
  await tell('settlement.offer');
  await deliver();
  await head.client.post('/api/notifications/read', {});
  const { body } = await administrator.get(`/internal/deliveries?filter[accountId]=${head.accountId}&limit=1`);
  expect(body.items[0]).toMatchObject({
    channel: expect.any(String),
    event: 'Предложение ждёт вашего ответа',
    accountId: head.accountId,
  });
  expect(body.items[0].openedAt).not.toBeNull();
});

test('the log is searched by whom something went to, and by the whole number of the service', async () => {
  await tell('settlement.offer');
  await testApp.owner.query(`update employees set last_name = 'Приметная' where account_id = $1`, [head.accountId]);
  const found = async (q: string) =>
    (await administrator.get(`/internal/deliveries?limit=1&q=${encodeURIComponent(q)}`)).body.total;
  const all = (await administrator.get(`/internal/deliveries?filter[accountId]=${head.accountId}`)).body.total;
  expect(await found('приметн')).toBe(all);
  expect(await found('Другая')).toBe(0);
  await testApp.owner.query(
    `update deliveries set provider_id = 'service-17' where id = (select max(id) from deliveries)`,
  );
  expect([await found('service-17'), await found('service-1')]).toEqual([1, 0]);
});

test('a letter is one for all that is due, and the outbox says what became of it', async () => {
  await choose('settlement.turn', 'letter', true);
  await choose('settlement.offer', 'letter', true);
  await tell('settlement.turn');
  await tell('settlement.offer');
  await deliver();
  const { rows: letters } = await testApp.owner.query(
    `select letter_id from deliveries where channel = 'letter' order by id desc limit 2`,
  );
  expect(letters[0].letter_id).not.toBeNull();
  expect(letters[0].letter_id).toBe(letters[1].letter_id);
  await testApp.owner.query(`update letters set status = 'failed', problem = '550', attempts = 3 where id = $1`, [
    letters[0].letter_id,
  ]);
  expect(await lastOf('letter')).toMatchObject({ status: 'failed', problem: '550', attempts: 3 });
});
