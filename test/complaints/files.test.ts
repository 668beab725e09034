import { expect, test } from 'vitest';
import { openTalk } from '../chats/helpers/scene.ts';
import { say } from '../chats/helpers/talk.ts';
import { smallPaper } from '../helpers/files/multipart.ts';

/** What a message with a file was complained of for: the file stays with those who decide (docs/decisions/0204). */
const { scenario, chat, debtor, manager, run } = await openTalk();
const { client: deciding } = await scenario.testApp.operator('manager');
const { client: observing } = await scenario.testApp.operator('observer');

const complained = async () => {
  // What answers the debtor takes no place of the law.
  await say(debtor, chat, 'Слушаю');
  const { body: message } = await say(manager, chat, 'Вот что будет', { file: smallPaper });
  const made = await debtor.client.post(`/api/chats/${chat}/message/${message.id}/complaint`, { kind: 'threat' });
  expect(made.status, made.text).toBe(200);
  return { message, at: `/internal/complaints/${made.body.id}` };
};
const decide = async (at: string, move: string, seen?: string) => {
  const read = (await deciding.get(at)).body;
  return deciding.post(`${at}/decision`, { move, answer: 'Мы проверили', seen: seen ?? read.seen });
};

test.each([
  ['its file', ({ file }: { id: number; file: { id: number } }) => `files/${file.id}`],
  ['it whole', ({ id }: { id: number }) => `message/${id}`],
])(
  'whoever has written it takes away %s: operators open the file while the complaint waits or stands',
  async (_what, whereOf) => {
    const { message, at } = await complained();
    const { seen } = (await deciding.get(at)).body;
    expect((await manager.client.delete(`/api/chats/${chat}/${whereOf(message)}`)).status).toBe(200);
    expect((await deciding.get(`/api/chats/${chat}/files/${message.file.id}`)).status).toBe(404);
    expect((await deciding.get(at)).body.message.file).toMatchObject({ isKept: true });
    expect((await deciding.get(`${at}/file`)).text).toBe(smallPaper);
    expect((await observing.get(`${at}/file`)).status).toBe(403);
    // He has read it before that.
    expect((await decide(at, 'uphold', seen)).body.code).toBe('version.stale');
    expect((await decide(at, 'uphold')).status).toBe(200);
    expect((await deciding.get(`${at}/file`)).status).toBe(200);
    const [{ told }] = (await run(
      `select count(*)::int as told from audit_log where object_type = 'owned_files' and object_id = $1 and after ? 'downloaded'`,
      [message.file.id],
    )) as [{ told: number }];
    expect(told).toBe(2);
  },
);

test('what was not confirmed keeps no file', async () => {
  const { message, at } = await complained();
  expect((await decide(at, 'dismiss')).status).toBe(200);
  await manager.client.delete(`/api/chats/${chat}/files/${message.file.id}`);
  expect((await deciding.get(at)).body.message.file).toMatchObject({ isKept: false });
  expect((await deciding.get(`${at}/file`)).status).toBe(404);
});
