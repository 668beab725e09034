import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verificationMachine } from '#domain/parties/verification.ts';
import type { Client } from '../helpers/client.ts';
import { byHand, innOf, isProposed, makeScenario, playersOf, type Scenario, type Target } from './helpers/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await makeScenario();
});
afterAll(() => scenario.testApp.stop());

describe.each([['a person'], ['a company']])('the machine of %s', (name) => {
  const target = (): Target => (name === 'a person' ? scenario.person : scenario.company);

  test.each(verificationMachine.statuses)(
    'from «%s»: every move by every actor is made or refused as its table says',
    async (status) => {
      const wrong: string[] = [];
      for (const move of byHand) {
        for (const actor of playersOf(scenario, target())) {
          await scenario.place(target(), status);
          const reply = await scenario.make(scenario.clients[actor], target(), move);
          const { by, to } = verificationMachine.moves[move];
          const mayHe = (by as readonly string[]).includes(actor);
          // The people of a blocked company may only look at it.
          const isFrozen = status === 'blocked' && actor === 'head';
          const expected = !mayHe || isFrozen ? 403 : verificationMachine.canMove(status, move) ? 200 : 409;
          const left = !mayHe || expected !== 200 || isProposed(move) ? status : to;
          const { verificationStatus, moves } = (await scenario.clients.administrator.get(target().path)).body;
          if (reply.status !== expected || verificationStatus !== left) {
            wrong.push(`${actor} ${move}: ${reply.status} ${reply.text.slice(0, 120)} → ${verificationStatus}`);
          }
          if (expected === 409) expect(reply.body.message).toContain(verificationMachine.label(status));
          expect(moves).toEqual(
            verificationMachine.movesOpenTo(left, 'administrator').filter((open) => open !== 'reopen'),
          );
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test('tells each viewer his own moves, no others', async () => {
    for (const status of verificationMachine.statuses) {
      await scenario.place(target(), status);
      for (const actor of playersOf(scenario, target())) {
        const { moves } = (await scenario.clients[actor].get(target().path)).body;
        expect(moves, `${actor} ${status}`).toEqual(
          verificationMachine.movesOpenTo(status, actor).filter((move) => move !== 'reopen'),
        );
      }
    }
  });

  test('refuses every move from a stale version', async () => {
    for (const move of byHand) {
      const { from, by } = verificationMachine.moves[move];
      const status = from[0]!;
      const actor = playersOf(scenario, target()).find((player) => (by as readonly string[]).includes(player))!;
      await scenario.place(target(), status);
      const version = (await scenario.versionOf(target())) + 1;
      const reply = await scenario.make(scenario.clients[actor], target(), move, { version });
      expect([move, reply.status, reply.body.code]).toEqual([move, 409, 'version.stale']);
    }
  });

  test('keeps the owner from changing what waits for a verifier or is closed, not what is open', async () => {
    const owner = scenario.clients[target().owner];
    // What he was verified by once he changes by a code alone, so he sends what is there.
    const { middleName } = (await owner.get(target().path)).body;
    const change = target().owner === 'head' ? { site: 'alpha.test' } : { middleName };
    for (const [status, expected] of [
      ['unverified', 200],
      ['pending', 409],
      ['blocked', target().owner === 'head' ? 403 : 409],
    ] as const) {
      await scenario.place(target(), status);
      const reply = await owner.patch(target().path, { ...change, version: await scenario.versionOf(target()) });
      expect([status, reply.status]).toEqual([status, expected]);
    }
    await scenario.place(target(), 'pending');
    expect(
      (
        await scenario.clients['operator:verifier'].patch(target().path, {
          ...change,
          version: await scenario.versionOf(target()),
        })
      ).status,
    ).toBe(200);
  });

  test('is reopened by a critical change of the owner, not by sending the same again', async () => {
    const owner = scenario.clients[target().owner];
    const [same, plain] =
      target().owner === 'head' ? [{ ogrn: '1027700132195' }, { site: 'beta.test' }] : [{ inn: innOf.first }, {}];
    const send = async (client: Client, change: object) =>
      (await client.patch(target().path, { ...change, version: await scenario.versionOf(target()) })).body;
    const patch = async (client: Client, change: object) => (await send(client, change)).verificationStatus;
    await scenario.place(target(), 'verified');
    expect(await patch(owner, same)).toBe('verified');
    expect(await patch(owner, plain)).toBe('verified');
    const another = target().owner === 'head' ? { shortName: 'ООО «Новая»' } : { lastName: 'Сидоров' };
    // Who changes what was verified proves that it is he.
    expect((await send(owner, another)).code).toBe('code.needed');
    const form = { ...another, version: await scenario.versionOf(target()) };
    const act = target().owner === 'head' ? { act: 'company' } : {};
    const code = await scenario.codeOf(owner, target().path, { ...act, ...form });
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await send(owner, { ...another, code: wrong })).code).toBe('code.wrong');
    expect((await owner.get(target().path)).body.verificationStatus).toBe('verified');
    expect(await patch(owner, { ...another, code })).toBe('pending');
    const card = (await owner.get(target().path)).body;
    expect(card.pendingSince).not.toBeNull();
    expect(
      (await scenario.clients.administrator.get(`${target().path}/history`)).body.items.map(
        (one: { what: string }) => one.what,
      ),
    ).toContain('Изменены важные данные: нужна новая проверка');
  });

  test('is not approved by the one who typed the data in', async () => {
    await scenario.place(target(), 'pending');
    const verifier = scenario.clients['operator:verifier'];
    const change = target().owner === 'head' ? { site: 'gamma.test' } : { middleName: 'Львович' };
    await verifier.patch(target().path, { ...change, version: await scenario.versionOf(target()) });
    const card = (await verifier.get(target().path)).body;
    expect(card.moves).toContain('approve');
    expect(card.blockers.approve).toMatch(/не тот, кто менял/);
    const refused = await scenario.make(verifier, target(), 'approve');
    expect([refused.status, refused.body.code]).toEqual([409, 'verification.own_edit']);
    expect((await scenario.make(scenario.clients.administrator, target(), 'approve')).status).toBe(200);
  });
});
