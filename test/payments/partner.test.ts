import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kopecks } from '#domain/values/money.ts';
import { PartnerRefused, PartnerSilent } from '#server/partners/errors.ts';
import { openPaymentPartner } from '#server/partners/payments.ts';
import { type Bank, openBank, partnerKey } from './helpers/scenario.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank.stop());

const order = (key: string, amount = 100) => ({
  key,
  amount: kopecks(amount),
  channel: 'sbp' as const,
  purpose: 'Проверка',
  returnUrl: 'http://127.0.0.1/',
});
const partner = (key = partnerKey) => openPaymentPartner({ url: bank.url, key });

test('a payment that is asked for twice is one; with another sum it is refused', async () => {
  const key = crypto.randomUUID();
  const [one, two] = await Promise.all([partner().create(order(key)), partner().create(order(key))]);
  expect(one.id).toBe(two.id);
  await expect(partner().create(order(key, 200))).rejects.toThrow(PartnerRefused);
  expect((await partner().find(key))?.amount).toBe(100);
  expect(await partner().find(crypto.randomUUID())).toBeNull();
});

test('a request with another key is not served', async () => {
  await expect(partner('x'.repeat(40)).find(crypto.randomUUID())).rejects.toThrow(PartnerSilent);
});

test.each(['error', 'denied', 'hang', 'after', 'broken', 'huge', 'redirect'])(
  'an answer that is no answer (%s) counts as silence, within seconds, and what was done is found by its key',
  async (mode) => {
    const key = crypto.randomUUID();
    const begun = Date.now();
    await bank.behave(mode);
    await expect(partner().create(order(key))).rejects.toThrow(PartnerSilent);
    expect(Date.now() - begun).toBeLessThan(15_000);
    await bank.behave('ok');
    const found = await partner().find(key);
    const isDone = ['after', 'broken', 'huge'].includes(mode);
    expect(found !== null).toBe(isDone);
    const again = await partner().create(order(key));
    if (found) expect(again.id).toBe(found.id);
  },
);

test('after five failures the partner is left alone; refusals are no failures', async () => {
  const sick = partner();
  const key = crypto.randomUUID();
  await sick.create(order(key));
  for (let i = 0; i < 8; i++) await expect(sick.create(order(key, 200))).rejects.toThrow(PartnerRefused);
  await bank.behave('error');
  const asked = await bank.asked();
  for (let i = 0; i < 20; i++) await expect(sick.find(crypto.randomUUID())).rejects.toThrow(PartnerSilent);
  expect((await bank.asked()) - asked).toBe(5);
  await bank.behave('ok');
  await expect(sick.find(crypto.randomUUID())).rejects.toThrow(PartnerSilent);
  expect((await bank.asked()) - asked).toBe(5);
});

test('an answer about another key is none, and no number of a card is let in by any field', async () => {
  let answer: object = {};
  const liar = createServer((_, response) => response.end(JSON.stringify(answer))).listen(0, '127.0.0.1');
  await once(liar, 'listening');
  const { port } = liar.address() as AddressInfo;
  const key = crypto.randomUUID();
  const asked = () => openPaymentPartner({ url: `http://127.0.0.1:${port}`, key: partnerKey }).findBinding(key);
  const binding = { id: 'b-1', key, status: 'failed', bindUrl: null, mask: null, reason: null };
  answer = { ...binding, key: crypto.randomUUID() };
  await expect(asked()).rejects.toThrow(PartnerSilent);
  for (const number of ['4242424242424242', '4242.4242.4242.4242', '4242/4242/4242/4242', '4242‑4242‑4242‑4242']) {
    answer = { ...binding, mask: `Карта ${number}`, reason: `Карта ${number} отклонена` };
    expect(await asked()).toMatchObject({ mask: 'Карта ••••', reason: 'Карта •••• отклонена' });
  }
  answer = { ...binding, mask: 'Счёт •••• 1234567' };
  expect(await asked()).toMatchObject({ mask: 'Счёт •••• 1234567' });
  answer = { ...binding, id: '4242424242424242' };
  await expect(asked()).rejects.toThrow(PartnerSilent);
  liar.close();
});
