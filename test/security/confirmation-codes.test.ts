import { beforeEach, describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { moscowDay } from '#domain/values/days.ts';
import { checkOrganisationInn } from '#domain/values/requisites.ts';
import { password, type Signed } from '../helpers/boot.ts';
import type { Client, Reply } from '../helpers/client.ts';
import { codeTo } from '../helpers/mail/letters.ts';
import { sendPaper } from '../life-events/helpers/life.ts';
import { account as someAccount } from '../payments/helpers/accounts.ts';
import { agreed, three } from '../settlements/helpers/addenda.ts';
import {
  lump,
  noText,
  offer,
  openBargaining,
  openParties,
  ordinaryBand,
  type Party,
  publish,
  readAsked,
  readDraft,
} from '../settlements/helpers/bargaining.ts';
import { resetLimits } from './helpers/limits.ts';

const { scenario, debtor, creditor, head } = await openParties();
const { testApp } = scenario;
beforeEach(() => resetLimits(testApp));

/** How an operation is confirmed: by whom, and what its code is asked for. */
interface Case {
  who: Pick<Signed, 'client' | 'email'>;
  params: Record<string, number>;
  /** The operation that sends the code. */
  code: string;
  /** What is sent beside the code. */
  body: object;
  /** What its code is asked for, and another content; null where the content comes with the code itself. */
  right: object;
  other: object | null;
  /** Where the letter goes, unless to the owner. */
  mailTo?: string;
  /** Whether the owner gets a code of his own beside that letter. */
  formerAsked?: true;
}

const account = { ...someAccount, number: '40702810138000000005' };
const text = (textHash: string) => ({ right: { textHash }, other: { textHash: noText } });
/** What a code of a form is asked for. */
const forms = (right: object, other: object) => ({ right: { form: right }, other: { form: other } });
const numberIn = (base: string): number => Number(base.split('/').at(-1));
const find = (code: string): Operation => operations.find((one) => one.code === code)!;
const pathOf = ({ path }: Operation, params: Case['params']): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

interface Codes {
  code: string;
  formerCode?: string;
}

async function codeFor({ who, code, params, mailTo = who.email, formerAsked }: Case, content: object): Promise<Codes> {
  const asked = await who.client.post(pathOf(find(code), params), content);
  expect(asked.status, asked.text).toBeLessThan(300);
  const former = formerAsked && { formerCode: await codeTo(testApp, who.email) };
  return { code: await codeTo(testApp, mailTo), ...former };
}
const send = (code: string, { who, params, body }: Case, codes: Codes): Promise<Reply> => {
  const operation = find(code);
  return who.client.send(operation.method, pathOf(operation, params), { ...body, ...codes });
};

type Make = () => Promise<Case>;
const sideOf = (party: Party) => (party === debtor ? 'Debtor' : 'Creditor');

/** Something of a settlement that a party signs. */
const signing =
  (party: Party, make: () => Promise<{ x: number; textHash: string; body: object }>): Make =>
  async () => {
    const { x, textHash, body } = await make();
    const params = { id: numberIn(party.base), x };
    return { who: party, params, code: `settlements.codeFor${sideOf(party)}`, body, ...text(textHash) };
  };
const offering = (party: Party): Make =>
  signing(party, async () => {
    const { id: x } = await openBargaining(scenario);
    const plan = lump(3_900_000);
    const textHash = await readDraft(party, x, { plan });
    return { x, textHash, body: { plan, textHash } };
  });
const accepting = (party: Party, other: Party): Make =>
  signing(party, async () => {
    const { id: x } = await openBargaining(scenario);
    const { termsHash } = (await offer(scenario, other, x, lump(3_900_000))).body.offers[0];
    return { x, textHash: termsHash, body: { termsHash } };
  });
const rescheduling = (party: Party): Make =>
  signing(party, async () => {
    const x = await agreed(scenario);
    const plan = { ...three, payments: 4 };
    const textHash = await readDraft(party, x, { plan });
    return { x, textHash, body: { plan, textHash } };
  });
const reopening = (party: Party): Make =>
  signing(party, async () => {
    const x = await agreed(scenario);
    const reason = 'Пересчитаем долг вместе заново';
    const textHash = await readDraft(party, x, { reason });
    return { x, textHash, body: { reason, textHash } };
  });
const decided = signing(head, async () => {
  const { version } = (await head.client.get(`${head.base}/policy`)).body;
  const wide = { maxDaysToFirst: 36_500, maxPlanDays: 36_500, minLumpBps: 7000, approvalBelowBps: 8000 };
  expect((await publish(scenario, [{ ...ordinaryBand, ...wide }], version)).status).toBe(200);
  const { id: x } = await openBargaining(scenario);
  const asked = { plan: lump(3_000_000), reason: 'Больше с него не взять' };
  const { body } = await creditor.client.post(`${creditor.base}/loans/${x}/ask-to-offer`, asked);
  const approvalId = body.asked[0].id as number;
  const textHash = await readAsked(head, x, approvalId);
  return { x, textHash, body: { approvalId, decision: 'approve', textHash } };
});
const shifting: Make = async () => {
  const x = await agreed(scenario);
  await scenario.run('update settlements set shift_every = 2 where id = $1', [x]);
  const params = { id: numberIn(debtor.base), x };
  const { sha256 } = (await debtor.client.post(`${debtor.base}/loans/${x}/payment-shift/text`, { no: 1 })).body;
  const textHash = sha256 as string;
  return { who: debtor, params, code: 'payment-shifts.code', body: { no: 1, textHash }, ...text(textHash) };
};
const pausing = signing(creditor, async () => {
  const x = await agreed(scenario);
  await sendPaper(debtor.client, `${debtor.base}/loans/${x}/pause`, { kind: 'illness', months: 2 });
  const draft = await creditor.client.post(`${creditor.base}/loans/${x}/pause/agreement-text`);
  const textHash = draft.body.sha256 as string;
  return { x, textHash, body: { textHash } };
});

/** Something about details of a person, or of a company by its head. */
const details =
  (module: 'individual-details' | 'company-details', act: 'add' | 'change' | 'confirm'): Make =>
  async () => {
    const [who, id, inn] = module === 'individual-details' ? await verifiedPerson() : await headOfCompany();
    // A company is paid to its own account alone.
    const own = inn === undefined ? account : { ...account, recipientInn: inn };
    const of = { who, params: { id }, code: `${module}.code` };
    const fresh = { act: 'add', ...own };
    const adding = { ...of, body: own, ...forms(fresh, { ...fresh, number: '40702810200000000001' }) };
    if (act === 'add') return adding;
    const made = await send(`${module}.add`, adding, await codeFor(adding, adding.right));
    const detailId = made.body.id as number;
    const body = act === 'change' ? { version: 1, isDefault: true, bankName: 'Банк' } : { version: 1 };
    const right = { act, detailId, ...body };
    const other = act === 'change' ? { ...right, bankName: 'Другой' } : { ...right, act: 'change', isDefault: true };
    return { ...of, params: { id, detailId }, body, ...forms(right, other) };
  };

async function verifiedPerson(): Promise<[Signed, number, undefined?]> {
  const made = await testApp.individual({ verificationStatus: 'verified' });
  return [made, made.individualId];
}
let companies = 0;
const validInns = Array.from({ length: 1_000 }, (_, number) => String(7_700_000_000 + number)).filter(
  (inn) => checkOrganisationInn(inn) === null,
);
async function headOfCompany(): Promise<[Signed, number, string]> {
  // One ИНН is verified once.
  const inn = validInns[companies++]!;
  const legalEntityId = await testApp.company({ inn, verificationStatus: 'verified' });
  return [await testApp.employee({ legalEntityId, role: 'head' }), legalEntityId, inn];
}
const versionAt = async (client: Client, path: string): Promise<number> => (await client.get(path)).body.version;

/** A change of what was verified. */
const changing =
  (act: 'individual' | 'company' | 'representative', name: 'lastName' | 'shortName'): Make =>
  async () => {
    const [who, id] = act === 'individual' ? await verifiedPerson() : await headOfCompany();
    const module = act === 'individual' ? 'individuals' : 'legal-entities';
    const path = `/api/${module}/${id}${act === 'representative' ? '/representative' : ''}`;
    const body = { [name]: 'Сидоров', version: await versionAt(who.client, path) };
    const right = { ...(act !== 'individual' && { act }), ...body };
    const other = { ...right, [name]: 'Петров' };
    return { who, params: { id }, code: `${module}.codeForChange`, body, ...forms(right, other) };
  };

const contact =
  (what: 'email' | 'phone', value: string): Make =>
  async () => {
    const [who] = await verifiedPerson();
    const right = { [what]: value, password };
    const code = what === 'email' ? 'accounts.askForEmail' : 'accounts.askForPhone';
    const letters = what === 'email' && ({ mailTo: value, formerAsked: true } as const);
    return { who, params: {}, code, body: {}, right, other: null, ...letters };
  };

const company = { id: numberIn(head.base) };
const cases: Record<string, Make> = {
  'accounts.changeEmail': contact('email', 'new-one@codes.test'),
  'accounts.changePhone': contact('phone', '+79165550155'),
  'individual-details.add': details('individual-details', 'add'),
  'individual-details.change': details('individual-details', 'change'),
  'individual-details.confirm': details('individual-details', 'confirm'),
  'company-details.add': details('company-details', 'add'),
  'company-details.change': details('company-details', 'change'),
  'company-details.confirm': details('company-details', 'confirm'),
  'individuals.update': changing('individual', 'lastName'),
  'legal-entities.update': changing('company', 'shortName'),
  'legal-entities.updateRepresentative': changing('representative', 'lastName'),
  'settlements.offerByDebtor': offering(debtor),
  'settlements.offerByCreditor': offering(creditor),
  'settlements.acceptByDebtor': accepting(debtor, creditor),
  'settlements.acceptByCreditor': accepting(creditor, debtor),
  'payment-shifts.shift': shifting,
  'settlements.rescheduleByDebtor': rescheduling(debtor),
  'settlements.rescheduleByCreditor': rescheduling(creditor),
  'settlements.reopenByDebtor': reopening(debtor),
  'settlements.reopenByCreditor': reopening(head),
  'pauses.agree': pausing,
  'certificates.sign': async () => {
    const x = await agreed(scenario);
    const asked = await head.client.post(`${head.base}/loans/${x}/statements`, { on: moscowDay(new Date()) });
    const params = { ...company, x: asked.body.id as number };
    const { sha256: textHash } = (await head.client.get(`${head.base}/certificate-requests/${params.x}/text`)).body;
    return { who: head, params, code: 'certificates.code', body: { textHash }, ...text(textHash) };
  },
  'certificates.signRule': async () => {
    const { version, sha256: textHash } = (await head.client.get(`${head.base}/certificate-rule`)).body;
    const body = { version, textHash };
    return { who: head, params: company, code: 'certificates.ruleCode', body, ...text(textHash) };
  },
  'policy.replace': async () => {
    const body = { bands: [ordinaryBand], version: await versionAt(head.client, `${head.base}/policy`) };
    const other = { ...body, bands: [] };
    return { who: head, params: company, code: 'policy.publishingCode', body, ...forms(body, other) };
  },
  // The last one: its conditions would ask the head of what others sign.
  'settlements.decideAsked': decided,
};

test('each operation that a code confirms is tried', () => {
  const confirmed = operations.filter(({ def }) => def.errors?.includes('code.wrong')).map(({ code }) => code);
  expect(Object.keys(cases).toSorted()).toEqual(confirmed.toSorted());
});

describe.each(Object.entries(cases))('the code of %s', (operation, make) => {
  test('fits its own content and no other, once, however many send it at the same moment', async () => {
    const one = await make();
    if (one.other) {
      const strange = await send(operation, one, await codeFor(one, one.other));
      expect([strange.status, strange.body.code]).toEqual([409, 'code.wrong']);
      expect(strange.body.message).toContain('для другого содержания');
    }
    const codes = await codeFor(one, one.right);
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(operation, one, codes)));
    const done = replies.filter(({ status }) => status < 300);
    expect(
      done.map(({ status }) => status),
      replies[0]!.text,
    ).toHaveLength(1);
    expect(replies.filter(({ status }) => status >= 500 && status !== 503).map((reply) => reply.text)).toEqual([]);
  });
});
