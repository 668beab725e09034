import { expect, test } from 'vitest';
import { openTalk } from '../chats/helpers/scene.ts';
import { say } from '../chats/helpers/talk.ts';

/** Words of complaints, of their answers and of the talks that they are of are for those who decide (docs/decisions/0206). */
const { scenario, chat, debtor, manager, run } = await openTalk({ demo: false });
const { client: deciding } = await scenario.testApp.operator('manager');
const { client: observing } = await scenario.testApp.operator('observer');

const complained = async (text: string, words: string) => {
  // What answers the debtor takes no place of the law.
  await say(debtor, chat, 'Слушаю');
  const { body: message } = await say(manager, chat, text);
  const at = `/api/chats/${chat}/message/${message.id}/complaint`;
  const made = await debtor.client.post(at, { kind: 'threat', words });
  expect(made.status, made.text).toBe(200);
  return `/internal/complaints/${made.body.id}`;
};

test('who may not decide reads no word of a talk', async () => {
  const at = await complained('Тайные слова разговора', 'Слова жалобы');
  const read = await observing.get(at);
  expect(read.body).toMatchObject({ words: null, seen: '', message: { versions: [], file: null } });
  expect(read.text).not.toMatch(/Тайные|Слова жалобы/);
  expect((await deciding.get(at)).body.message.versions).toHaveLength(1);
});

test('no word of a complaint or its answer stands in the audit, wherever it was copied to', async () => {
  const at = await complained('Обычные слова', 'Неповторимая жалоба');
  const { seen } = (await deciding.get(at)).body;
  const decided = await deciding.post(`${at}/decision`, { move: 'uphold', answer: 'Неповторимый ответ', seen });
  expect(decided.status, decided.text).toBe(200);
  const told = await run(`select id from audit_log where after::text ~ 'Неповторим' or before::text ~ 'Неповторим'`);
  expect(told).toEqual([]);
});
