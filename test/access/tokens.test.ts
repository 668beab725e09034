import { afterAll, beforeAll, expect, test } from 'vitest';
import { auth } from '#contract/access/auth.ts';
import { type Actor, makeWorld, type World } from './helpers/actors.ts';
import { fromNowhere } from './helpers/addresses.ts';

let world: World;
/** Living tokens as the letters carry them, and every spelling of their kept hashes. */
let secrets: { tokens: string[]; hashes: string[] };
beforeAll(async () => {
  world = await makeWorld();
  secrets = await askForTokens();
});
afterAll(() => world.testApp.stop());

const byName = (name: string): Actor => world.actors.find(({ person }) => person.name === name)!;

async function askForTokens(): Promise<typeof secrets> {
  const anybody = byName('никто').client;
  const { db } = world.testApp.app.database;
  const roleId = world.home.role;
  await byName('руководитель').client.post(`/api/legal-entities/${world.home.id}/employees/invite`, {
    email: 'invited@test.example',
    roleId,
  });
  const person = await world.testApp.individual();
  await anybody.post('/api/auth/restore-password', { email: person.email });
  const letters = (await anybody.get('/api/mailbox')).body.items as { text: string }[];
  const tokens = letters.flatMap(({ text }) => text.match(/[\w-]{43}/g) ?? []);
  const kept = [
    ...(await db.selectFrom('registrationTokens').select('tokenHash').execute()),
    ...(await db.selectFrom('restorePasswordTokens').select('tokenHash').execute()),
  ];
  const spellings = (['hex', 'base64', 'base64url'] as const).flatMap((spelling) =>
    kept.map(({ tokenHash }) => tokenHash.toString(spelling)),
  );
  return { tokens, hashes: spellings };
}

test('no list of tokens and no question about one tells anybody a living token or its hash', async () => {
  expect(secrets.tokens).toHaveLength(2);
  // Each hash in three spellings; the world has tokens of its own besides these two.
  expect(secrets.hashes.length).toBeGreaterThanOrEqual(6);
  let listed = 0;
  for (const { client } of world.actors) {
    const replies = [
      await client.get('/api/registration-tokens?limit=100', fromNowhere()),
      await client.get('/api/restore-password-tokens?limit=100', fromNowhere()),
      ...(await Promise.all(secrets.tokens.map((token) => askAbout(client, token)))).flat(),
    ];
    for (const { text } of replies) {
      expect([...secrets.tokens, ...secrets.hashes].filter((secret) => text.includes(secret))).toEqual([]);
    }
    listed += replies.slice(0, 2).filter(({ body }) => body.total > 0).length;
  }
  expect(listed).toBeGreaterThan(1);
});

const askAbout = (client: Actor['client'], token: string) =>
  Promise.all(
    [auth.registrationTokenIsPending, auth.restorePasswordTokenIsPending].map(({ path }) =>
      client.post(path, { token }, fromNowhere()),
    ),
  );

test('a hash or the number of a token opens nothing', async () => {
  const anybody = byName('никто').client;
  for (const token of [...secrets.hashes, '1']) {
    for (const { body } of await askAbout(anybody, token)) expect(body.pending).toBe(false);
  }
  const pending = await Promise.all(secrets.tokens.map((token) => askAbout(anybody, token)));
  expect(pending.flat().filter(({ body }) => body.pending)).toHaveLength(2);
});
