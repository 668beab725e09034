import { expect, test } from 'vitest';
import { letterTo } from '../../helpers/mail/letters.ts';
import { agreed, propose, three } from '../helpers/addenda.ts';
import { codeFor, openParties, type Party, readDraft } from '../helpers/bargaining.ts';

/** A code signs what its owner was about to sign when he asked for it, and nothing that has come since. */
const { scenario, debtor, head } = await openParties();
const reason = 'Пересчитаем долг вместе заново';

/** The company wants to give the agreement up. @returns the fingerprint of the paper that lies there then */
async function giveUp(id: number): Promise<string> {
  const textHash = await readDraft(head, id, { reason });
  const code = await codeFor(scenario, head, id, textHash);
  const { body } = await head.client.post(`${head.base}/loans/${id}/reopen`, { reason, textHash, code });
  return body.proposals.find((one: { status: string }) => one.status === 'active').termsHash;
}

const post = async ({ client, base }: Party, path: string, body: object) => {
  const reply = await client.post(`${base}/${path}`, body);
  return [reply.status, reply.body.code ?? null];
};

test('a code asked for while nothing lay there agrees to nothing that comes later', async () => {
  const id = await agreed(scenario);
  const early = await codeFor(scenario, debtor, id);
  expect((await letterTo(scenario.testApp, debtor.email)).text).toContain('Код — для вашего предложения');
  const termsHash = await giveUp(id);
  expect(await post(debtor, `loans/${id}/reopen`, { termsHash, code: early })).toEqual([409, 'code.wrong']);
  const code = await codeFor(scenario, debtor, id);
  expect((await letterTo(scenario.testApp, debtor.email)).text).toContain('Сейчас на подписи отказ от соглашения');
  expect(await post(debtor, `loans/${id}/reopen`, { termsHash, code })).toEqual([200, null]);
});

test('a code for one paper does not sign another', async () => {
  const id = await agreed(scenario);
  await propose(scenario, head, id, { ...three, payments: 4 });
  const code = await codeFor(scenario, debtor, id);
  await propose(scenario, head, id, { ...three, payments: 5 });
  const { proposals } = (await debtor.client.get(`/api/loans/${id}`)).body;
  const { termsHash } = proposals.find((one: { status: string }) => one.status === 'active');
  expect(await post(debtor, `accept-terms/${id}`, { termsHash, code })).toEqual([409, 'code.wrong']);
  const fresh = await codeFor(scenario, debtor, id);
  expect(await post(debtor, `accept-terms/${id}`, { termsHash, code: fresh })).toEqual([200, null]);
});
