import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverDue } from '#server/modules/deliveries/deliver.commands.ts';
import { bindOpened } from '#server/modules/deliveries/messenger.commands.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot } from '#test/helpers/boot.ts';
import { type Channels, openChannels } from './helpers/channels.ts';

let channels: Channels;
let testApp: Booted;
let head: Awaited<ReturnType<Booted['employee']>>;
const chat = 4_242;

beforeAll(async () => {
  channels = await openChannels();
  testApp = await boot(channels.config, { byClock: false });
  head = await testApp.employee({ legalEntityId: await testApp.company(), role: 'head' });
  const anyHour = { zone: 'Europe/Moscow', quietFrom: 5, quietUntil: 5, digestAt: null };
  await head.client.put('/api/notifications/schedule', anyHour);
});
afterAll(async () => {
  await testApp.stop();
  await channels.stop();
});

const since = async (): Promise<string | null> =>
  (await head.client.get('/api/notifications/choices')).body.messengerSince;
const tell = async (): Promise<void> => {
  await inSystemTransaction(testApp.app.database.db, 'system.test', (tx) =>
    notify(tx, [head.accountId], { event: 'settlement.turn', title: 'Секретное' }),
  );
  await deliverDue(testApp.app);
};
const statusOfLast = async (): Promise<string> =>
  (await testApp.owner.query(`select status from deliveries where channel = 'messenger' order by id desc limit 1`))
    .rows[0]?.status;

test('a link binds the chat of whoever opens it, once, and the bot says nothing of what has happened', async () => {
  const { link } = (await head.client.post('/api/notifications/messenger')).body;
  const token = new URL(link).searchParams.get('start')!;
  expect(link).toMatch(/^https:\/\/messenger\.test\/ugovor_bot\?start=[\w-]{43}$/);
  await channels.messenger.write(chat, 'Привет');
  await bindOpened(testApp.app);
  expect(await since()).toBeNull();
  await channels.messenger.write(chat, `/start ${token}`);
  await bindOpened(testApp.app);
  expect(await since()).not.toBeNull();
  await tell();
  expect(await statusOfLast()).toBe('sent');
  const [message] = await channels.messenger.messages();
  expect(message).toMatchObject({ chat, button: `${testApp.app.config.publicUrl}/notifications` });
  expect(message!.text).not.toContain('Секретное');
  await channels.messenger.write(5_555, `/start ${token}`);
  await bindOpened(testApp.app);
  await tell();
  expect((await channels.messenger.messages()).at(-1)!.chat).toBe(chat);
});

test('a chat that is bound is not taken over by the link of somebody else', async () => {
  const other = await testApp.employee({ legalEntityId: await testApp.company(), role: 'head' });
  const { link } = (await other.client.post('/api/notifications/messenger')).body;
  await channels.messenger.write(chat, `/start ${new URL(link).searchParams.get('start')}`);
  await bindOpened(testApp.app);
  expect((await other.client.get('/api/notifications/choices')).body.messengerSince).toBeNull();
  expect(await since()).not.toBeNull();
});

test('who stops the bot is bound no more', async () => {
  await channels.messenger.stop(chat);
  await tell();
  expect(await statusOfLast()).toBe('dropped');
  expect(await since()).toBeNull();
});
