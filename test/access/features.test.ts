import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEATURES, type Feature, features } from '#domain/settings/feature.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client } from '../helpers/client.ts';
import { generateRegistry, type Lender, makeLender, rowsOf } from '../registries/helpers/scenario.ts';

let testApp: Booted;
let lender: Lender;
let administrator: Client;
beforeAll(async () => {
  testApp = await boot();
  lender = await makeLender(testApp);
  administrator = (await testApp.operator('administrator')).client;
});
afterAll(() => testApp.stop());

const path = () => `/api/feature-flags/legal-entities/${lender.id}`;
const turn = (flags: Partial<Record<Feature, boolean>>, who = administrator) => who.patch(path(), flags);
const rows = rowsOf('simple', generateRegistry(17), 0, 3);

test('all functions of a company are on until an administrator turns one off; the company sees who did it and when', async () => {
  const untouched = (await lender.client.get(path())).body.items;
  expect(untouched).toEqual(features.map((feature) => ({ feature, isOn: true, changedBy: null, changedAt: null })));
  await turn({ invitation_letters: false });
  const seen = (await lender.client.get(path())).body.items;
  expect(seen.filter(({ isOn }: { isOn: boolean }) => !isOn)).toEqual([
    {
      feature: 'invitation_letters',
      isOn: false,
      changedBy: expect.stringMatching(/\S/),
      changedAt: expect.any(String),
    },
  ]);
  await turn({ invitation_letters: true });
  expect((await lender.client.get(path())).body.items).toMatchObject(
    features.map((feature) => ({ feature, isOn: true })),
  );
});

test('nobody but an administrator turns them, and strangers do not see them', async () => {
  expect((await turn({ automatic_answers: false }, lender.client)).status).toBe(403);
  const manager = (await testApp.operator('manager')).client;
  expect((await manager.get(path())).status).toBe(200);
  expect((await turn({ automatic_answers: false }, manager)).status).toBe(403);
  const other = await makeLender(testApp);
  expect((await other.client.get(path())).status).toBe(404);
  expect((await turn({ unknown: true } as never)).status).toBe(400);
});

test('without simple registries none is uploaded, and full ones go on', async () => {
  await turn({ simple_registries: false });
  const refused = await lender.send('simple', rows);
  expect([refused.status, refused.body.code]).toEqual([409, 'feature.off']);
  expect(refused.body.message).toContain(FEATURES.simple_registries.label);
  await lender.prepare('full', rowsOf('full', generateRegistry(18), 0, 2));
  await turn({ simple_registries: true });
  await lender.prepare('simple', rows);
});

test('without letters nobody is invited by one', async () => {
  await turn({ invitation_letters: false });
  for (const kind of ['full', 'simple'] as const) {
    const registry = await lender.load(kind, rowsOf(kind, generateRegistry(19), 0, 2));
    expect((await lender.client.post(`${registry}/invitations`)).body.code).toBe('feature.off');
  }
});
