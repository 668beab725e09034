import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booted, boot } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { letterTo } from '../helpers/mail/letters.ts';

interface Who {
  client: Client;
  email: string;
}

let testApp: Booted;
let company: number;
let head: Who;
let accountant: Who;
let manager: Who;
let observer: Who;
let operator: Who;
beforeAll(async () => {
  testApp = await boot();
  company = await testApp.company();
  const employee = (role: 'head' | 'accountant' | 'manager' | 'observer') =>
    testApp.employee({ legalEntityId: company, role });
  [head, accountant, manager, observer, operator] = await Promise.all([
    employee('head'),
    employee('accountant'),
    employee('manager'),
    employee('observer'),
    testApp.operator('accountant'),
  ]);
});
afterAll(() => testApp.stop());

const account = {
  kind: 'bank_account',
  bankName: 'Сбербанк',
  bik: '044525225',
  corrAccount: '30101810400000000225',
  number: '40702810138000000005',
  recipientName: 'ООО «Альфа»',
  recipientInn: '7707083893',
};
const second = { ...account, number: '40702810200000000001' };
const phone = { ...account, kind: 'sbp_phone', bik: null, corrAccount: null, number: '+79161234567' };

const ofCompany = () => `/api/legal-entities/${company}/payment-details`;
async function codeFor({ client, email }: Who, path: string, form: object): Promise<string> {
  await client.post(`${path}/code`, { form });
  return /: (\d{6})$/m.exec((await letterTo(testApp, email)).text)![1]!;
}
/** Nobody has a code for what is not right. */
const unknownCode = '000000';
const add = async (who: Who, path: string, detail: object): Promise<Reply> =>
  who.client.post(path, { ...detail, code: await codeFor(who, path, { act: 'add', ...detail }) });
const change = async (who: Who, path: string, detailId: number, part: object): Promise<Reply> =>
  who.client.patch(`${path}/${detailId}`, {
    ...part,
    code: await codeFor(who, path, { act: 'change', detailId, ...part }),
  });
const confirm = async (who: Who, path: string, detailId: number, version: number): Promise<Reply> =>
  who.client.post(`${path}/${detailId}/confirm`, {
    version,
    code: await codeFor(who, path, { act: 'confirm', detailId, version }),
  });
const list = async ({ client }: Who, path: string) => (await client.get(path)).body.items;

async function person(): Promise<Who & { path: string }> {
  const { client, email, individualId } = await testApp.individual();
  return { client, email, path: `/api/individuals/${individualId}/payment-details` };
}

describe('a person', () => {
  test('adds an account and a phone: the first is in use until he says otherwise', async () => {
    const me = await person();
    const first = (await add(me, me.path, account)).body;
    const other = (await add(me, me.path, phone)).body;
    expect(first).toMatchObject({ ...account, isDefault: true, verifiedAt: expect.any(String), version: 1 });
    expect(other).toMatchObject({ number: '+79161234567', isDefault: false });
    const { status, body } = await change(me, me.path, other.id, { isDefault: true, version: 1 });
    expect([status, body.isDefault]).toEqual([200, true]);
    expect((await list(me, me.path)).map((one: { id: number }) => one.id)).toEqual([other.id, first.id]);
    expect((await me.client.delete(`${me.path}/${other.id}`)).status).toBe(204);
    expect(await list(me, me.path)).toMatchObject([{ id: first.id, isDefault: true }]);
    expect((await me.client.get(`${me.path}/${other.id}`)).status).toBe(404);
  });

  test('is told at the field what is wrong, and nothing is written', async () => {
    const me = await person();
    const typo = { ...account, number: '40702810138000000006' };
    const wrong = await me.client.post(`${me.path}/code`, { form: { act: 'add', ...typo } });
    // A form that is wrong is told so before its code, also by who has none.
    expect([wrong.status, wrong.body.fields]).toEqual([400, { number: 'Расчётный счёт не соответствует БИК' }]);
    await add(me, me.path, account);
    const twin = await add(me, me.path, account);
    expect(twin.body.fields).toEqual({ number: 'Такие реквизиты уже есть' });
    expect(await list(me, me.path)).toHaveLength(1);
  });

  test('needs the code of this very change, once', async () => {
    const me = await person();
    const code = await codeFor(me, me.path, { act: 'add', ...account });
    expect((await letterTo(testApp, me.email)).text).toContain('для реквизитов •••• 0005: к другим он не подойдёт');
    expect(
      (await me.client.post(me.path, { ...account, code: code === '000000' ? '000001' : '000000' })).body.code,
    ).toBe('code.wrong');
    expect((await me.client.post(me.path, { ...account, code })).status).toBe(201);
    expect((await me.client.post(me.path, { ...second, code })).body.code).toBe('code.wrong');
    const { id } = (await list(me, me.path))[0];
    expect((await change(me, me.path, id, { bankName: 'Другой', version: 7 })).body.code).toBe('version.stale');
  });

  test('confirms another number on the day when he gives it, and the choice of an account confirms nothing', async () => {
    const me = await person();
    const { id, verifiedAt } = (await add(me, me.path, account)).body;
    const chosen = await change(me, me.path, id, { isDefault: true, version: 1 });
    expect(chosen.body.verifiedAt).toBe(verifiedAt);
    const changed = await change(me, me.path, id, { number: second.number, version: 2 });
    expect(Date.parse(changed.body.verifiedAt)).toBeGreaterThan(Date.parse(verifiedAt));
  });

  test('confirms himself what the accountant of the operator has corrected', async () => {
    const me = await person();
    const { id } = (await add(me, me.path, account)).body;
    const corrected = await change(operator, me.path, id, { bankName: 'ПАО Сбербанк', version: 1 });
    expect(corrected.body).toMatchObject({ verifiedAt: null, isDefault: false, number: account.number });
    const stale = await confirm(me, me.path, id, 1);
    expect(stale.body.code).toBe('version.stale');
    const wrong = await me.client.post(`${me.path}/${id}/confirm`, { version: 2, code: '000000' });
    expect(wrong.body.code).toBe('code.wrong');
    const confirmed = await confirm(me, me.path, id, 2);
    expect(confirmed.body).toMatchObject({ bankName: 'ПАО Сбербанк', verifiedAt: expect.any(String), isDefault: true });
  });
});

describe('a company', () => {
  test('is paid to what its head has confirmed, whoever wrote it', async () => {
    const written = (await add(accountant, ofCompany(), account)).body;
    expect(written).toMatchObject({ verifiedAt: null, isDefault: false });
    const early = await change(accountant, ofCompany(), written.id, { isDefault: true, version: 1 });
    expect(early.body.fields).toEqual({ isDefault: 'Сначала подтвердите реквизиты' });
    const confirmBy = (who: Who) =>
      who.client.post(`${ofCompany()}/${written.id}/confirm`, { version: 1, code: unknownCode });
    expect((await confirmBy(accountant)).status).toBe(403);
    expect((await confirmBy(head)).body.code).toBe('code.wrong');
    expect((await confirm(head, ofCompany(), written.id, 1)).body).toMatchObject({ isDefault: true, version: 2 });
    const stale = await confirm(head, ofCompany(), written.id, 1);
    expect(stale.body.code).toBe('version.stale');
  });

  test('lets the accountant choose among what is confirmed, and takes it back when he changes it', async () => {
    const { id } = (await add(head, ofCompany(), second)).body;
    expect((await change(accountant, ofCompany(), id, { isDefault: true, version: 9 })).body.code).toBe(
      'version.stale',
    );
    const chosen = await change(accountant, ofCompany(), id, { isDefault: true, version: 1 });
    expect(chosen.body).toMatchObject({ isDefault: true, verifiedAt: expect.any(String) });
    const changed = await change(accountant, ofCompany(), id, { bankName: 'Банк', version: 2 });
    expect(changed.body).toMatchObject({ isDefault: false, verifiedAt: null });
    expect((await list(head, ofCompany()))[0]).toMatchObject({ number: account.number, isDefault: true });
    expect((await accountant.client.delete(`${ofCompany()}/${id}`)).status).toBe(403);
    expect((await head.client.delete(`${ofCompany()}/${id}`)).status).toBe(204);
  });

  test('has one account in use, however many of its heads add one at once', async () => {
    const legalEntityId = await testApp.company();
    const path = `/api/legal-entities/${legalEntityId}/payment-details`;
    const heads = await Promise.all([1, 2].map(() => testApp.employee({ legalEntityId, role: 'head' })));
    const details = [account, second];
    const codes = await Promise.all(heads.map((one, n) => codeFor(one, path, { act: 'add', ...details[n] })));
    const made = await Promise.all(
      details.map((detail, index) => heads[index]!.client.post(path, { ...detail, code: codes[index] })),
    );
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    const kept = await list(heads[0]!, path);
    expect(kept.map((one: { isDefault: boolean }) => one.isDefault)).toEqual([true, false]);
  });

  test('is paid to an account of its own alone, also where an accountant wrote another before', async () => {
    const foreign = { ...second, recipientName: 'ИП Злой', recipientInn: '7736050003' };
    for (const form of [foreign, { ...second, recipientInn: null }]) {
      const refused = await head.client.post(`${ofCompany()}/code`, { form: { act: 'add', ...form } });
      expect([refused.status, refused.body.fields]).toEqual([
        400,
        { recipientInn: 'Деньги компании приходят только на её счёт: ИНН получателя — 7707083893' },
      ]);
    }
    const [{ id, version }] = await list(head, ofCompany());
    const changed = await change(head, ofCompany(), id, { recipientInn: foreign.recipientInn, version });
    expect(Object.keys(changed.body.fields)).toEqual(['recipientInn']);
    const { id: written } = (await add(accountant, ofCompany(), second)).body;
    await testApp.owner.query('update payment_details set recipient_inn = $2 where id = $1', [written, '7736050003']);
    const refused = await confirm(head, ofCompany(), written, 1);
    expect([refused.status, refused.body.code]).toEqual([409, 'move.illegal']);
    expect((await head.client.delete(`${ofCompany()}/${written}`)).status).toBe(204);
  });

  test('tells all its heads by letter where its money goes from now on, and the letter of a code what it is for', async () => {
    const legalEntityId = await testApp.company();
    const path = `/api/legal-entities/${legalEntityId}/payment-details`;
    const [one, other] = await Promise.all([1, 2].map(() => testApp.employee({ legalEntityId, role: 'head' })));
    const { id } = (await add(one!, path, account)).body;
    for (const { email } of [one!, other!]) {
      const { subject, text } = await letterTo(testApp, email);
      expect(subject).toBe('Изменился счёт, на который приходят деньги компании');
      expect(text).toContain('Сбербанк, •••• 0005');
    }
    const changed = await change(operator, path, id, { number: second.number, version: 1 });
    expect(changed.body).toMatchObject({ verifiedAt: null, isDefault: false });
    for (const { email, client } of [one!, other!]) {
      const { subject, text } = await letterTo(testApp, email);
      expect(subject).toBe('Оператор изменил ваши реквизиты');
      expect(text).toContain('•••• 0005 → •••• 0001');
      expect((await client.get('/api/notifications')).text).toContain(
        'Оператор изменил реквизиты: •••• 0005 → •••• 0001',
      );
    }
    await one!.client.post(`${path}/code`, { form: { act: 'confirm', detailId: id, version: 2 } });
    const code = await letterTo(testApp, one!.email);
    expect(code.subject).toBe('Код для подтверждения реквизитов');
    expect(code.text).toContain('подтвердить реквизиты, которые ввёл или изменил другой человек');
  });

  test('tells all its heads of an account that is there and not in use, also of one whose number is another now', async () => {
    const legalEntityId = await testApp.company();
    const path = `/api/legal-entities/${legalEntityId}/payment-details`;
    const employee = (role: 'head' | 'accountant') => testApp.employee({ legalEntityId, role });
    const [one, other, clerk] = await Promise.all([employee('head'), employee('head'), employee('accountant')]);
    const titles = async ({ client }: Who) =>
      (await client.get('/api/notifications')).body.items.map(({ title }: { title: string }) => title);
    const title = 'У компании новый счёт: деньги на него пока не идут';
    const { id } = (await add(clerk, path, account)).body;
    for (const { email } of [one, other]) {
      const { subject, text } = await letterTo(testApp, email);
      expect(subject).toBe('У компании новый счёт');
      expect(text).toContain('Сбербанк, •••• 0005');
      expect(text).toContain('Деньги пойдут на него, когда руководитель подтвердит его кодом');
    }
    expect(await titles(one)).toEqual([title]);
    await confirm(one, path, id, 1);
    // A second one, confirmed by its writer, who reads of it by letter, since it may not have been he.
    const next = (await add(one, path, second)).body;
    expect(next).toMatchObject({ isDefault: false, verifiedAt: expect.any(String) });
    expect((await letterTo(testApp, one.email)).text).toContain('Он подтверждён: его могут сделать основным');
    expect((await titles(other)).filter((told: string) => told === title)).toHaveLength(2);
    expect((await titles(one)).filter((told: string) => told === title)).toHaveLength(1);
    expect((await change(clerk, path, next.id, { bankName: 'Банк', version: 1 })).status).toBe(200);
    expect((await titles(other)).filter((told: string) => told === title)).toHaveLength(2);
    const third = { ...account, number: '40702810700000000077' };
    const renumbered = await change(clerk, path, next.id, { number: third.number, version: 2 });
    expect(renumbered.status, renumbered.text).toBe(200);
    expect((await titles(other)).filter((told: string) => told === title)).toHaveLength(3);
    // The first stays in use whoever confirms this one.
    const told = 'Когда руководитель подтвердит его кодом, его смогут сделать основным';
    const { text } = await letterTo(testApp, other.email);
    expect(text).toContain(told);
    expect(text).not.toContain('Деньги пойдут на него');
    await confirm(one, path, next.id, 3);
    expect((await list(one, path)).find(({ id: of }: { id: number }) => of === id).isDefault).toBe(true);
  });

  test('is not paid by phone', async () => {
    const { body } = await head.client.post(`${ofCompany()}/code`, { form: { act: 'add', ...phone } });
    expect(body.fields).toEqual({ kind: 'Компании платят на банковский счёт' });
    const { id } = (await list(head, ofCompany()))[0];
    const changed = await change(head, ofCompany(), id, { kind: 'sbp_phone', version: 2 });
    expect(changed.body.fields).toMatchObject({ kind: 'Компании платят на банковский счёт' });
  });

  test('shows the number whole to those who pay and masked to those who look', async () => {
    const numberFor = async (who: Who) => (await list(who, ofCompany()))[0].number;
    for (const who of [head, accountant, manager, operator]) expect(await numberFor(who)).toBe(account.number);
    for (const who of [observer, await testApp.operator('verifier')]) expect(await numberFor(who)).toBe('•••• 0005');
  });

  test('keeps the number sealed in the base and out of the audit', async () => {
    const { rows } = await testApp.app.database.pool.query(
      `select (select string_agg(d::text, ' ') from payment_details d) || (select string_agg(a::text, ' ') from audit_log a) as all`,
    );
    expect(rows[0].all).not.toContain(account.number);
    expect(rows[0].all).toContain('Сбербанк');
  });
});
