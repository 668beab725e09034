import { expect, test } from 'vitest';
import { openTalk } from './helpers/scene.ts';
import { say, type Talker } from './helpers/talk.ts';

/** What counters of chats count, and which chats wait (docs/decisions/0172). */
const { scenario, chat, debtor, manager, head } = await openTalk();

const row = async ({ client }: Pick<Talker, 'client'>, filter = '') =>
  (await client.get(`/api/chats?${filter}`)).body.items.find(({ id }: { id: number }) => id === chat);
const count = async ({ client }: Talker) => (await client.get('/api/chats/unread')).body.count;

test('what the system tells and what a colleague has written is not counted as unread', async () => {
  expect(await row(manager)).toMatchObject({ unread: 0, waits: false });
  expect(await count(manager)).toBe(0);
  await say(head, chat, 'Пишу за компанию');
  expect(await row(manager)).toMatchObject({ unread: 0, waits: false });
  expect(await row(debtor)).toMatchObject({ unread: 1, waits: true });
  expect(await count(debtor)).toBe(1);
  expect(await row(debtor, 'filter[unread]=false')).toBeUndefined();
});

test('a chat that an operator is called to waits for him until he comes', async () => {
  const operator = await scenario.testApp.operator('manager');
  expect((await debtor.client.post(`/api/chats/${chat}/call`, { reason: 'Не можем договориться' })).status).toBe(200);
  expect(await row(operator, 'filter[waits]=true')).toMatchObject({ waits: true });
  const { accountId } = (await operator.client.get(`/api/chats/${chat}/info`)).body;
  await say({ client: operator.client, accountId }, chat, 'Здравствуйте');
  // What the company had said before is still unread.
  expect(await row(operator)).toMatchObject({ waits: false, unread: 1 });
});
