import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverDue } from '#server/modules/deliveries/deliver.commands.ts';
import { type Channels, openChannels } from '#test/deliveries/helpers/channels.ts';
import { type Booted, boot, password } from '#test/helpers/boot.ts';
import { codeTo } from '#test/helpers/mail/letters.ts';
import { resetLimits } from '#test/security/helpers/limits.ts';

let channels: Channels;
let testApp: Booted;
beforeAll(async () => {
  channels = await openChannels();
  testApp = await boot(channels.config, { byClock: false });
});
beforeEach(() => resetLimits(testApp));
afterAll(async () => {
  await testApp.stop();
  await channels.stop();
});

type Person = Awaited<ReturnType<Booted['individual']>>;
const accountOf = async ({ accountId }: Person) =>
  (await testApp.owner.query('select email, phone, phone_confirmed_at from accounts where id = $1', [accountId]))
    .rows[0];

/** The code of the last SMS to a phone. */
async function smsCodeTo(phone: string): Promise<string> {
  await deliverDue(testApp.app);
  const { text } = (await channels.sms.messages()).findLast(({ to }) => to === phone)!;
  return /код (\d{6})/.exec(text)![1]!;
}

/** Whichever of them it is. */
const oneIsWrong = 'Один из кодов неверный или его время вышло';
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('a new phone', () => {
  test('is taken by the codes of both, and is confirmed then', async () => {
    const person = await testApp.individual();
    const phone = '+79161231830';
    const asked = await person.client.post('/api/auth/phone', { phone, password });
    expect(asked.body.smsTo).toMatch(/30$/);
    const code = await codeTo(testApp, person.email);
    const alone = await person.client.put('/api/auth/phone', { code });
    expect(alone.body).toMatchObject({ code: 'code.needed', fields: { smsCode: expect.any(String) } });
    const smsCode = await smsCodeTo(phone);
    const wrong = await person.client.put('/api/auth/phone', { code, smsCode: otherThan(smsCode) });
    expect(wrong.body).toMatchObject({ code: 'code.wrong', message: oneIsWrong });
    const otherWay = await person.client.put('/api/auth/phone', { code: otherThan(code), smsCode });
    expect(otherWay.body).toMatchObject({ code: 'code.wrong', message: oneIsWrong });
    expect((await accountOf(person)).phone).toBeNull();
    expect((await person.client.put('/api/auth/phone', { code, smsCode })).status).toBe(204);
    expect(await accountOf(person)).toMatchObject({ phone, phone_confirmed_at: expect.any(Date) });
  });

  test('that is of somebody else is not taken, and who asks does not learn of it', async () => {
    const phone = '+79161231831';
    await testApp.individual({ phone });
    const person = await testApp.individual();
    const asked = await person.client.post('/api/auth/phone', { phone, password });
    expect(asked.status).toBe(202);
    const codes = { code: await codeTo(testApp, person.email), smsCode: await smsCodeTo(phone) };
    const taken = await person.client.put('/api/auth/phone', codes);
    expect(taken.body).toMatchObject({ code: 'code.wrong', message: oneIsWrong });
  });
});

test('a code for a phone is read in the mailbox of the demonstration, beside the letters', async () => {
  const person = await testApp.individual();
  const phone = '+79161231835';
  await person.client.post('/api/auth/phone', { phone, password });
  const smsCode = await smsCodeTo(phone);
  const visitor = testApp.anonymous();
  const { items } = (await visitor.get(`/api/mailbox?to=${encodeURIComponent(phone)}`)).body;
  expect(items).toMatchObject([{ channel: 'sms', to: phone, text: expect.stringContaining(smsCode) }]);
  const all = (await visitor.get('/api/mailbox')).body.items as { channel: string; to: string }[];
  expect(all.map(({ channel, to }) => `${channel} ${to}`)).toEqual(
    expect.arrayContaining([`sms ${phone}`, `letter ${person.email}`]),
  );
  expect((await visitor.get('/api/about')).body.sms).toBe(true);
});

describe('a phone in the place of a confirmed one', () => {
  const former = '+79161231840';
  const phone = '+79161231841';

  test('is not taken by whoever has taken over the mail: the former phone is asked too', async () => {
    const person = await testApp.individual({ phone: former });
    const asked = await person.client.post('/api/auth/phone', { phone, password });
    expect(asked.body).toMatchObject({
      smsTo: expect.stringMatching(/41$/),
      formerSmsTo: expect.stringMatching(/40$/),
    });
    const code = await codeTo(testApp, person.email);
    const smsCode = await smsCodeTo(phone);
    const alone = await person.client.put('/api/auth/phone', { code, smsCode });
    expect(alone.body).toMatchObject({ code: 'code.needed', fields: { formerSmsCode: expect.any(String) } });
    // That both are right nobody learns either.
    const wrong = await person.client.put('/api/auth/phone', { code: otherThan(code), smsCode });
    expect(wrong.body).toEqual(expect.objectContaining({ code: 'code.needed', fields: alone.body.fields }));
    const twice = await person.client.put('/api/auth/phone', { code, smsCode, formerSmsCode: smsCode });
    expect(twice.body.code).toBe('code.wrong');
    expect((await accountOf(person)).phone).toBe(former);
    const formerSmsCode = await smsCodeTo(former);
    expect((await person.client.put('/api/auth/phone', { code, smsCode, formerSmsCode })).status).toBe(204);
    expect((await accountOf(person)).phone).toBe(phone);
  });

  test('that is the same is asked once', async () => {
    const person = await testApp.individual({ phone: '+79161231842' });
    const asked = await person.client.post('/api/auth/phone', { phone: '+79161231842', password });
    expect(asked.body.formerSmsTo).toBeNull();
  });
});

test('one phone gets few codes a day, whoever asks', async () => {
  const phone = '+79161231843';
  for (let n = 0; n < 5; n++) {
    const person = await testApp.individual();
    expect((await person.client.post('/api/auth/phone', { phone, password })).status).toBe(202);
    await testApp.owner.query(`delete from rate_limits where key not like 'sms%'`);
  }
  const person = await testApp.individual();
  expect((await person.client.post('/api/auth/phone', { phone, password })).body.code).toBe('rate.limited');
});

describe('a new mail', () => {
  test('is taken by the codes of the mail and of the confirmed phone', async () => {
    const phone = '+79161231832';
    const person = await testApp.individual({ phone });
    const email = 'both-contacts@test.example';
    await person.client.post('/api/auth/email', { email, password });
    const code = await codeTo(testApp, email);
    expect((await person.client.put('/api/auth/email', { code })).body.code).toBe('code.needed');
    expect((await person.client.put('/api/auth/email', { code, smsCode: await smsCodeTo(phone) })).status).toBe(204);
    expect((await accountOf(person)).email).toBe(email);
  });

  test('of whoever has no confirmed phone is not taken by the password alone: the former mail is asked too', async () => {
    const person = await testApp.individual();
    const email = 'one-contact@test.example';
    const asked = await person.client.post('/api/auth/email', { email, password });
    expect(asked.body).toMatchObject({ smsTo: null, formerTo: expect.stringContaining('@') });
    const code = await codeTo(testApp, email);
    const alone = await person.client.put('/api/auth/email', { code });
    expect(alone.body).toMatchObject({ code: 'code.needed', fields: { formerCode: expect.any(String) } });
    const formerCode = await codeTo(testApp, person.email);
    const wrong = await person.client.put('/api/auth/email', { code, formerCode: otherThan(formerCode) });
    expect(wrong.body.code).toBe('code.wrong');
    expect((await accountOf(person)).email).toBe(person.email);
    expect((await person.client.put('/api/auth/email', { code, formerCode })).status).toBe(204);
    expect((await accountOf(person)).email).toBe(email);
  });

  test('is not taken by the codes of two questions to the mails', async () => {
    const person = await testApp.individual();
    await person.client.post('/api/auth/email', { email: 'third@test.example', password });
    const formerCode = await codeTo(testApp, person.email);
    await person.client.post('/api/auth/email', { email: 'fourth@test.example', password });
    const code = await codeTo(testApp, 'fourth@test.example');
    expect((await person.client.put('/api/auth/email', { code, formerCode })).body.code).toBe('code.wrong');
  });

  test('is not taken by codes of two questions', async () => {
    const phone = '+79161231833';
    const person = await testApp.individual({ phone });
    await person.client.post('/api/auth/email', { email: 'first@test.example', password });
    const smsCode = await smsCodeTo(phone);
    await person.client.post('/api/auth/email', { email: 'second@test.example', password });
    const code = await codeTo(testApp, 'second@test.example');
    expect((await person.client.put('/api/auth/email', { code, smsCode })).body.code).toBe('code.wrong');
  });
});

test('a phone that no SMS reaches is not taken', async () => {
  const person = await testApp.individual();
  const asked = await person.client.post('/api/auth/phone', { phone: '+74951234567', password });
  expect(asked.status).toBe(400);
  expect(asked.body.fields.phone).toContain('мобильный');
});

test('a code that was not sent while it was good is not sent at all', async () => {
  const phone = '+79161231834';
  const person = await testApp.individual();
  await person.client.post('/api/auth/phone', { phone, password });
  await testApp.owner.query(
    `update deliveries set created_at = now() - interval '11 minutes' where status = 'waiting'`,
  );
  await deliverDue(testApp.app);
  expect((await channels.sms.messages()).some(({ to }) => to === phone)).toBe(false);
  const { rows } = await testApp.owner.query('select status, problem from deliveries order by id desc limit 1');
  expect(rows).toEqual([{ status: 'dropped', problem: 'too late' }]);
});
