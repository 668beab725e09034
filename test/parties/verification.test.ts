import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verification } from '#domain/parties/verification.ts';
import type { Client } from '../helpers/client.ts';
import { byHand, innOf, isProposed, makeStage, playersOf, type Stage, type Target } from './verification/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage();
});
afterAll(() => stage.house.stop());

describe.each([['a person'], ['a company']])('the machine of %s', (name) => {
  const target = (): Target => (name === 'a person' ? stage.person : stage.company);

  test.each(verification.statuses)(
    'from «%s»: every move by every actor is made or refused as its table says',
    async (status) => {
      const wrong: string[] = [];
      for (const move of byHand) {
        for (const actor of playersOf(stage, target())) {
          await stage.place(target(), status);
          const reply = await stage.make(stage.clients[actor], target(), move);
          const { by, to } = verification.moves[move];
          const mayHe = (by as readonly string[]).includes(actor);
          // The people of a blocked company may only look at it.
          const isFrozen = status === 'blocked' && actor === 'head';
          const expected = !mayHe || isFrozen ? 403 : verification.canMove(status, move) ? 200 : 409;
          const left = !mayHe || expected !== 200 || isProposed(move) ? status : to;
          const { verificationStatus, moves } = (await stage.clients.administrator.get(target().path)).body;
          if (reply.status !== expected || verificationStatus !== left) {
            wrong.push(`${actor} ${move}: ${reply.status} ${reply.text.slice(0, 120)} → ${verificationStatus}`);
          }
          if (expected === 409) expect(reply.body.message).toContain(verification.label(status));
          expect(moves).toEqual(verification.acts(left, 'administrator').filter((open) => open !== 'reopen'));
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test('tells each viewer his own moves, no others', async () => {
    for (const status of verification.statuses) {
      await stage.place(target(), status);
      for (const actor of playersOf(stage, target())) {
        const { moves } = (await stage.clients[actor].get(target().path)).body;
        expect(moves, `${actor} ${status}`).toEqual(
          verification.acts(status, actor).filter((move) => move !== 'reopen'),
        );
      }
    }
  });

  test('refuses every move from a stale version', async () => {
    for (const move of byHand) {
      const { from, by } = verification.moves[move];
      const status = from[0]!;
      const actor = playersOf(stage, target()).find((player) => (by as readonly string[]).includes(player))!;
      await stage.place(target(), status);
      const version = (await stage.versionOf(target())) + 1;
      const reply = await stage.make(stage.clients[actor], target(), move, { version });
      expect([move, reply.status, reply.body.code]).toEqual([move, 409, 'version.stale']);
    }
  });

  test('keeps the owner from changing what waits for a verifier or is closed, not what is open', async () => {
    const owner = stage.clients[target().owner];
    const change = target().owner === 'head' ? { site: 'alpha.test' } : { middleName: 'Ильич' };
    for (const [status, expected] of [
      ['unverified', 200],
      ['pending', 409],
      ['blocked', target().owner === 'head' ? 403 : 409],
    ] as const) {
      await stage.place(target(), status);
      const reply = await owner.patch(target().path, { ...change, version: await stage.versionOf(target()) });
      expect([status, reply.status]).toEqual([status, expected]);
    }
    await stage.place(target(), 'pending');
    expect(
      (
        await stage.clients['operator:verifier'].patch(target().path, {
          ...change,
          version: await stage.versionOf(target()),
        })
      ).status,
    ).toBe(200);
  });

  test('is reopened by a critical change of the owner, not by sending the same again', async () => {
    const owner = stage.clients[target().owner];
    const [same, plain] =
      target().owner === 'head' ? [{ ogrn: '1027700132195' }, { site: 'beta.test' }] : [{ inn: innOf.first }, {}];
    const send = async (client: Client, change: object) =>
      (await client.patch(target().path, { ...change, version: await stage.versionOf(target()) })).body;
    const patch = async (client: Client, change: object) => (await send(client, change)).verificationStatus;
    await stage.place(target(), 'verified');
    expect(await patch(owner, same)).toBe('verified');
    expect(await patch(owner, plain)).toBe('verified');
    const another = target().owner === 'head' ? { shortName: 'ООО «Новая»' } : { lastName: 'Сидоров' };
    // Who changes what was verified proves that it is he.
    expect((await send(owner, another)).code).toBe('code.needed');
    const code = await stage.codeOf(owner, target().path);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await send(owner, { ...another, code: wrong })).code).toBe('code.wrong');
    expect((await owner.get(target().path)).body.verificationStatus).toBe('verified');
    expect(await patch(owner, { ...another, code })).toBe('pending');
    const card = (await owner.get(target().path)).body;
    expect(card.pendingSince).not.toBeNull();
    expect(
      (await stage.clients.administrator.get(`${target().path}/history`)).body.items.map(
        (one: { what: string }) => one.what,
      ),
    ).toContain('Изменены важные данные: нужна новая проверка');
  });

  test('is not approved by the one who typed the data in', async () => {
    await stage.place(target(), 'pending');
    const verifier = stage.clients['operator:verifier'];
    const change = target().owner === 'head' ? { site: 'gamma.test' } : { middleName: 'Львович' };
    await verifier.patch(target().path, { ...change, version: await stage.versionOf(target()) });
    const card = (await verifier.get(target().path)).body;
    expect(card.moves).toContain('approve');
    expect(card.hindrances.approve).toMatch(/не тот, кто менял/);
    const refused = await stage.make(verifier, target(), 'approve');
    expect([refused.status, refused.body.code]).toEqual([409, 'verification.own_edit']);
    expect((await stage.make(stage.clients.administrator, target(), 'approve')).status).toBe(200);
  });
});
