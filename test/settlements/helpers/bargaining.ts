import { afterAll } from 'vitest';
import { DEFAULT_BAND } from '#domain/negotiation/policy-band.ts';
import type { Client, Reply } from '../../helpers/client.ts';
import { letterTo } from '../../helpers/mail/letters.ts';
import { makeScenario, type Scenario } from './scenario.ts';

/** The far first day of a plan, so that no test ever meets it. */
export const firstDate = '2099-01-15';
export const lump = (amount: number) => ({ kind: 'at_once', amount, firstDate });

/** One side of a bargaining: its browser, its address, its mail. */
export interface Party {
  client: Client;
  base: string;
  email: string;
}

export const debtorOf = ({ debtor, debtorId, debtorEmail }: Scenario): Party => ({
  client: debtor,
  base: `/api/individuals/${debtorId}`,
  email: debtorEmail,
});
export const creditorOf = ({ manager, company, managerEmail }: Scenario): Party => ({
  client: manager,
  base: `/api/legal-entities/${company}`,
  email: managerEmail,
});

/** The head of the creditor. */
export const headOf = ({ head, company, headEmail }: Scenario): Party => ({
  client: head,
  base: `/api/legal-entities/${company}`,
  email: headEmail,
});

/** A scenario for all tests of a file with those who bargain in it; it is stopped after them. */
export async function openParties() {
  const scenario = await makeScenario();
  afterAll(() => scenario.testApp.stop());
  return { scenario, debtor: debtorOf(scenario), creditor: creditorOf(scenario), head: headOf(scenario) };
}

/** Opens a bargaining about a new claim of 40 000,00. @returns the settlement's id and its request */
export async function openBargaining(scenario: Scenario, claim: Parameters<Scenario['claim']>[0] = {}) {
  const request = (await scenario.requestOf(await scenario.claim(claim))).body;
  const path = `/api/individuals/${scenario.debtorId}/questionnaires/${request.id}/negotiate/${scenario.company}`;
  const opened = await scenario.manager.post(path, { version: request.version });
  return { id: opened.body.settlementId as number, request: opened.body };
}

/**
 * Asks for a code and reads it in the letter.
 * @param textHash of what it will sign; unless told of what lies there to be answered
 */
export const codeFor = async (scenario: Scenario, party: Party, id: number, textHash?: string): Promise<string> =>
  codeBy(scenario, party, `loans/${id}/signing-code`, { textHash: textHash ?? (await lyingThere(party, id)) });

/** The fingerprint of what lies there, of no text where nothing does. */
async function lyingThere({ client }: Party, id: number): Promise<string> {
  const { offers = [], proposals = [] } = (await client.get(`/api/loans/${id}`)).body;
  const active = [...proposals, ...offers].find(({ status }: { status: string }) => status === 'active');
  return active?.termsHash ?? noText;
}

/** What a new band begins with, as a form sends it: categories of people are no condition there yet. */
const { categoryId: _, ...band } = DEFAULT_BAND;
export const ordinaryBand = band;

/** Conditions by which any schedule of 70 % of the debt may be agreed to, and one of 90 % is at once. */
export const generousBand = {
  ...band,
  minLumpBps: 7000,
  minPlanBps: 7000,
  maxDaysToFirst: 36_500,
  maxPlanDays: 36_500,
  autoAcceptBps: 9000,
};

/** Conditions wide enough for any schedule of a test, with a penalty of late payments. */
export const bandWithPenalty = {
  ...band,
  minLumpBps: 1000,
  minPlanBps: 1000,
  maxDaysToFirst: 36_500,
  maxPlanDays: 36_500,
  penaltyDayBps: 10,
};

/** Publishes conditions of the company under the head's code. */
export async function publish(scenario: Scenario, bands: readonly object[], version: number): Promise<Reply> {
  const { client, base } = headOf(scenario);
  const form = { bands, version };
  const asked = await client.post(`${base}/policy/signing-code`, { form });
  // For what contradicts itself there is no code, and it is refused before one is looked at.
  const code = asked.status === 200 ? await codeIn(scenario, headOf(scenario)) : '000000';
  return client.put(`${base}/policy`, { ...form, code });
}

/** The code under which a company's conditions are published. */
export const publishingCode = (scenario: Scenario, form: object): Promise<string> =>
  codeBy(scenario, headOf(scenario), 'policy/signing-code', { form });

async function codeBy(scenario: Scenario, party: Party, path: string, body: object): Promise<string> {
  await party.client.post(`${party.base}/${path}`, body);
  return codeIn(scenario, party);
}

/** The code that the last letter brings. */
async function codeIn(scenario: Scenario, { email }: Party): Promise<string> {
  const { text } = await letterTo(scenario.testApp, email);
  return /: (\d{6})$/m.exec(text)![1]!;
}

/** The fingerprint of a text that nobody has read: where an act is refused for another reason, any will do. */
export const noText = '0'.repeat(64);

/** Reads the paper of what a party is about to sign. @returns its fingerprint; of what cannot be drawn up that of no text */
export async function readDraft(
  { client, base }: Pick<Party, 'client' | 'base'>,
  id: number,
  of: object,
): Promise<string> {
  const { body } = await client.post(`${base}/loans/${id}/agreement-text`, of);
  return body.sha256 ?? noText;
}

/** The head reads the paper of what his manager asks about. @returns its fingerprint */
export async function readAsked({ client, base }: Party, id: number, approvalId: number): Promise<string> {
  const { body } = await client.post(`${base}/loans/${id}/asked-text`, { approvalId });
  return body.sha256 ?? noText;
}

export async function offer(
  scenario: Scenario,
  party: Party,
  id: number,
  plan: object,
  comment?: string,
): Promise<Reply> {
  const textHash = await readDraft(party, id, { plan });
  const code = await codeFor(scenario, party, id, textHash);
  return party.client.post(`${party.base}/offer-terms/${id}`, { plan, comment, textHash, code });
}

/** Accepts what lies on the table, as the party sees it. */
export async function accept(scenario: Scenario, party: Party, id: number): Promise<Reply> {
  const { body } = await party.client.get(`/api/loans/${id}`);
  const { termsHash } = body.offers.find((one: { status: string }) => one.status === 'active');
  const code = await codeFor(scenario, party, id, termsHash);
  return party.client.post(`${party.base}/accept-terms/${id}`, { termsHash, code });
}

/** The head signs that certificates of the company are issued and signed by themselves. */
export async function signCertificateRule(scenario: Scenario): Promise<Reply> {
  const { client, base } = headOf(scenario);
  const { version, sha256: textHash } = (await client.get(`${base}/certificate-rule`)).body;
  const code = await codeBy(scenario, headOf(scenario), 'certificate-rule/signing-code', { textHash });
  return client.post(`${base}/certificate-rule`, { version, textHash, code });
}

/** The head reads a certificate and signs it by a code. */
export async function signCertificate(scenario: Scenario, requestId: number): Promise<Reply> {
  const { client, base } = headOf(scenario);
  const path = `certificate-requests/${requestId}`;
  const { sha256 } = (await client.get(`${base}/${path}/text`)).body;
  const code = await codeBy(scenario, headOf(scenario), `${path}/signing-code`, { textHash: sha256 });
  return client.post(`${base}/${path}/sign`, { textHash: sha256, code });
}
