import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyQuestionnaire } from '#domain/parties/rnko-form.ts';
import { PartnerRefused, PartnerSilent } from '#server/partners/errors.ts';
import { openRnkoPartner } from '#server/partners/rnko.ts';
import { partnerKey } from '#test/payments/helpers/scenario.ts';
import { openRnko, type Rnko } from './helpers/partner.ts';

let rnko: Rnko;
beforeAll(async () => {
  // What is one request here must be answered as it is told.
  rnko = await openRnko('');
});
afterAll(() => rnko.stop());

const partner = (key = partnerKey) => openRnkoPartner({ url: rnko.url, key });
const order = (key: string, level: 'simplified' | 'full' = 'simplified') => ({
  key,
  subject: 'individual' as const,
  level,
  data: { name: 'Иванов Иван', passport: '4510 456123' },
  returnUrl: 'http://127.0.0.1/',
});
const company = { name: 'ООО «Альфа»', inn: '7707083893', ogrn: null };

test('a question that is told twice is one, and its answer is found by its key', async () => {
  const key = crypto.randomUUID();
  const [one, two] = await Promise.all([partner().identify(order(key)), partner().identify(order(key))]);
  expect([one.id, one.status, one.actionUrl]).toEqual([two.id, 'processing', null]);
  await rnko.answer({ status: 'success', level: 'simplified', validUntil: '2099-01-01' });
  const known = { id: one.id, status: 'success', level: 'simplified', validUntil: '2099-01-01' };
  expect(await partner().findIdentification(key)).toMatchObject(known);
  expect(await partner().findIdentification(crypto.randomUUID())).toBeNull();
  await expect(partner().sendForm({ key, company, form: emptyQuestionnaire })).rejects.toThrow(PartnerRefused);
});

test('whoever wants a full identification is led to a page of the partner and comes back', async () => {
  const { actionUrl } = await partner().identify(order(crypto.randomUUID(), 'full'));
  const seen = await (await fetch(actionUrl!)).text();
  expect(seen).toContain('Подтвердить личность');
  const body = new URLSearchParams({ answer: 'confirm' });
  const back = await fetch(actionUrl!, { method: 'POST', body, redirect: 'manual' });
  expect([back.status, back.headers.get('location')]).toEqual([303, 'http://127.0.0.1/']);
  expect((await rnko.questions()).at(-1)).toMatchObject({ status: 'success', level: 'full' });
});

test('the operator of the partner chooses an answer on his page', async () => {
  const key = crypto.randomUUID();
  await partner().sendForm({ key, company, form: emptyQuestionnaire });
  expect(await (await fetch(`${rnko.url}/operator`)).text()).toContain('ООО «Альфа»');
  const body = new URLSearchParams({ key, answer: 'decline' });
  await fetch(`${rnko.url}/operator`, { method: 'POST', body, redirect: 'manual' });
  expect(await partner().findForm(key)).toMatchObject({ status: 'declined', reason: expect.any(String) });
});

test('a request with another key is not served', async () => {
  await expect(partner('x'.repeat(40)).findForm(crypto.randomUUID())).rejects.toThrow(PartnerSilent);
});

test.each(['error', 'denied', 'hang', 'after', 'broken', 'huge', 'redirect'])(
  'an answer that is no answer (%s) counts as silence, within seconds, and what was told is found by its key',
  async (mode) => {
    const key = crypto.randomUUID();
    const begun = Date.now();
    await rnko.behave(mode);
    await expect(partner().identify(order(key))).rejects.toThrow(PartnerSilent);
    expect(Date.now() - begun).toBeLessThan(15_000);
    await rnko.behave('ok');
    const found = await partner().findIdentification(key);
    expect(found !== null).toBe(['after', 'broken', 'huge'].includes(mode));
    const again = await partner().identify(order(key));
    if (found) expect(again.id).toBe(found.id);
  },
);

test.each([
  { status: 'success', level: null },
  { status: 'success', level: 'highest' },
  { status: 'success', level: 'full', validUntil: '2026-02-31' },
  { status: 'unknown' },
])('an answer that makes no sense (%j) counts as silence', async (said) => {
  const key = crypto.randomUUID();
  await partner().identify(order(key));
  await rnko.answer(said as never);
  await expect(partner().findIdentification(key)).rejects.toThrow(PartnerSilent);
});
