import { expect, test } from 'vitest';
import { smallPaper } from '../helpers/files/multipart.ts';
import { unzip } from '../helpers/files/workbook.ts';
import { cookiesOf } from '../lists/helpers/downloads.ts';
import { openTalk } from './helpers/scene.ts';
import { say, type Talker } from './helpers/talk.ts';

/** What is said in a chat is for those who take part in it (docs/decisions/0172). */
const { scenario, chat, debtor, manager, run } = await openTalk();

test('the audit tells who wrote, changed and took back a message, and no word of it', async () => {
  const { body } = await say(debtor, chat, 'Первое тайное слово');
  const path = `/api/chats/${chat}/message/${body.id}`;
  expect((await debtor.client.patch(path, { text: 'Второе тайное слово' })).status).toBe(200);
  expect((await debtor.client.delete(path)).status).toBe(200);
  const rows = await run(
    `select action, before::text || '' as before, after::text as after from audit_log
     where object_type = 'chat_messages' and object_id = $1 order by id`,
    [body.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['insert', 'update', 'update']);
  const told = JSON.stringify(rows);
  expect(told).toContain('•••');
  expect(told).not.toMatch(/тайное/);
  const { rows: kept } = await scenario.testApp.owner.query('select text from chat_edits where message_id = $1', [
    body.id,
  ]);
  expect(kept).toEqual([{ text: 'Первое тайное слово' }]);
});

test('what an operator takes away its author does not bring back, though he had taken it back himself', async () => {
  expect((await debtor.client.post(`/api/chats/${chat}/call`, { reason: 'Меня оскорбляют' })).status).toBe(200);
  const { body } = await say(manager, chat, 'Обидные слова');
  const path = `/api/chats/${chat}/message/${body.id}`;
  const { client: operator } = await scenario.testApp.operator('manager');
  expect((await manager.client.delete(path)).status).toBe(200);
  expect((await operator.delete(path)).status).toBe(200);
  expect((await manager.client.post(`${path}/restore-deleted`)).status).toBe(409);
  expect((await operator.post(`${path}/restore-deleted`)).status).toBe(200);
});

test('his archive holds the files that he has sent in a chat, and none that was sent to him or taken back', async () => {
  const send = (who: Talker, mark: string) => say(who, chat, mark, { file: `${smallPaper}% ${mark}\n` });
  await send(debtor, 'чек');
  await send(manager, 'расчёт');
  const { body: taken } = await send(debtor, 'не тот файл');
  expect((await debtor.client.delete(`/api/chats/${chat}/files/${taken.file.id}`)).status).toBe(200);
  const headers = { cookie: cookiesOf(debtor.client) };
  const archive = await fetch(`${debtor.client.url}/api/auth/own-data`, { headers });
  const parts = unzip(Buffer.from(await archive.arrayBuffer()));
  const files = [...parts].filter(([name]) => name.startsWith('файлы/')).map(([, text]) => text);
  expect(files).toEqual([expect.stringContaining('% чек')]);
});
