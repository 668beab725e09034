import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { asMultipart, smallPaper } from '../helpers/files/multipart.ts';

let testApp: Booted;
let company: number;
let head: Client;
let ownPath: string;
beforeAll(async () => {
  testApp = await boot();
  company = await testApp.company({ verificationStatus: 'verified' });
  const boss = await testApp.employee({ legalEntityId: company, role: 'head', power: null });
  head = boss.client;
  ownPath = pathOf(boss.membershipId);
});
afterAll(() => testApp.stop());

const today = moscowDay(new Date());
const pathOf = (membershipId: number) => `/api/legal-entities/${company}/employees/${membershipId}/powers-of-attorney`;
const form = { number: '12', issuedOn: today, validUntil: addDays(today, 365), scope: ['certify', 'conclude'] };
/** Enters one with its scan. */
async function enter(by: Client, path: string, body: object): Promise<Reply> {
  const sent = asMultipart(body, smallPaper);
  return by.send('POST', path, sent.body, sent.headers);
}
/** Puts another scan in place of the one that is there. */
async function attach(membershipId: number, id: number, name: string): Promise<Reply> {
  const scan = new FormData();
  scan.set('file', new File([smallPaper], name));
  return head.send('PUT', `${pathOf(membershipId)}/${id}/file`, scan);
}
const manager = () => testApp.employee({ legalEntityId: company, role: 'manager', power: null });

describe('a power of attorney', () => {
  test('is entered by the head, seen on the card and by its holder, with its scan in the folder of the company', async () => {
    const { client, membershipId } = await manager();
    const made = await enter(head, pathOf(membershipId), form);
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({
      number: '12',
      issuedOn: today,
      scope: ['conclude', 'certify'],
      status: 'given',
      isInForce: true,
      file: { name: 'table.csv.pdf', type: 'pdf' },
    });
    const attached = await attach(membershipId, made.body.id, 'доверенность.pdf');
    expect(attached.status, attached.text).toBe(200);
    const { items } = (await client.get('/api/powers-of-attorney')).body;
    expect(items).toMatchObject([{ id: made.body.id, file: { name: 'доверенность.pdf' } }]);
    expect((await head.get(pathOf(membershipId))).body.items).toEqual(items);
    const file = `/api/legal-entities/${company}/files/powers/${items[0].file.id}`;
    expect((await client.get(file)).status).toBe(200);
    // The one before it is taken out of the folder, as any file is that another replaces.
    const folder = (await head.get(`/api/legal-entities/${company}/files/powers`)).body.items;
    expect(folder.map(({ id }: { id: number }) => id)).toEqual([items[0].file.id]);
    // Nor is the one that is named taken out of it by hand.
    const removed = await head.delete(file);
    expect([removed.status, removed.body.code]).toEqual([409, 'move.illegal']);
    expect((await client.get(file)).status).toBe(200);
  });

  test('keeps one scan of two that are attached in one moment, and takes none once it is revoked', async () => {
    const { membershipId } = await manager();
    const made = (await enter(head, pathOf(membershipId), { ...form, number: '14' })).body;
    const folderOf = async () =>
      (await head.get(`/api/legal-entities/${company}/files/powers`)).body.items.map(({ id }: { id: number }) => id);
    const before = await folderOf();
    const replies = await Promise.all(['одна.pdf', 'другая.pdf'].map((name) => attach(membershipId, made.id, name)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [power] = (await head.get(pathOf(membershipId))).body.items;
    const others = before.filter((id: number) => id !== made.file.id);
    expect(new Set(await folderOf())).toEqual(new Set([...others, power.file.id]));
    await head.post(`${pathOf(membershipId)}/${made.id}/revoke`, { reason: 'Перешёл', version: power.version });
    const late = await attach(membershipId, made.id, 'поздняя.pdf');
    expect([late.status, late.body.code]).toEqual([409, 'move.illegal']);
  });

  test('without a scan is refused at its field', async () => {
    const { membershipId } = await manager();
    const bare = new FormData();
    for (const [name, value] of Object.entries(form)) for (const one of [value].flat()) bare.append(name, one);
    const refused = await head.send('POST', pathOf(membershipId), bare);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['file']]);
  });

  test.each([
    ['that ends before it begins', { ...form, validUntil: addDays(today, -1) }, 'validUntil'],
    ['that is over', { ...form, issuedOn: addDays(today, -9), validUntil: addDays(today, -1) }, 'validUntil'],
    ['that gives nothing', { ...form, scope: [] }, 'scope'],
    ['without a number', { ...form, number: ' ' }, 'number'],
  ])('%s is refused at its field', async (_, body, field) => {
    const { membershipId } = await manager();
    const refused = await enter(head, pathOf(membershipId), body);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]]);
  });

  test('is given by nobody to himself, and to nobody without a position', async () => {
    const own = await enter(head, ownPath, form);
    expect([own.status, own.body.message]).toEqual([409, expect.stringContaining('Себе доверенность не выдают')]);
    const { membershipId } = await testApp.employee({
      legalEntityId: company,
      role: 'manager',
      power: null,
      position: '',
    });
    const refused = await enter(head, pathOf(membershipId), form);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('укажите должность')]);
  });

  test('is revoked once with a reason that stays, and by the dismissal of its holder', async () => {
    const { client, membershipId } = await manager();
    const path = pathOf(membershipId);
    const { id, version } = (await enter(head, path, form)).body;
    const revoked = await head.post(`${path}/${id}/revoke`, { reason: 'Перешёл в другой отдел', version });
    expect(revoked.body).toMatchObject({ status: 'revoked', isInForce: false, revokeReason: 'Перешёл в другой отдел' });
    const again = await head.post(`${path}/${id}/revoke`, { reason: 'Ещё раз', version: version + 1 });
    expect([again.status, again.body.code]).toEqual([409, 'move.illegal']);
    expect((await enter(head, path, { ...form, number: '13' })).status).toBe(201);
    await head.delete(`/api/legal-entities/${company}/employees/${membershipId}`);
    const { items } = (await head.get(path)).body;
    expect(items.map(({ status, revokeReason }: Record<string, string>) => [status, revokeReason])).toEqual([
      ['revoked', 'Сотрудник уволен'],
      ['revoked', 'Перешёл в другой отдел'],
    ]);
    expect((await enter(head, path, form)).body.message).toContain('уволен');
    expect((await client.get('/api/powers-of-attorney')).body?.items ?? []).toEqual([]);
  });

  test('is kept by heads alone, within their own company', async () => {
    const { client, membershipId } = await manager();
    expect((await enter(client, pathOf(membershipId), form)).status).toBe(403);
    const elsewhere = await testApp.company({ inn: '7728168971' });
    const stranger = await testApp.employee({ legalEntityId: elsewhere, role: 'head' });
    expect((await stranger.client.get(pathOf(membershipId))).status).toBe(404);
    expect((await enter(stranger.client, pathOf(membershipId), form)).status).toBe(404);
  });
});
