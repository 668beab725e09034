import { addMonths, moscowDay } from '#domain/values/days.ts';
import type { Reply } from '../../helpers/client.ts';
import { accept, codeFor, creditorOf, debtorOf, offer, openBargaining, type Party, readDraft } from './bargaining.ts';
import type { Scenario } from './scenario.ts';

export const soon = addMonths(moscowDay(new Date()), 1);
export const three = { kind: 'equal', amount: 3_000_000, payments: 3, firstDate: soon, downPayment: 0 };

/** An agreement in force: by the debtor's plan, that the creditor has accepted. */
export async function agreed(scenario: Scenario, plan: object = three): Promise<number> {
  const { id } = await openBargaining(scenario);
  await offer(scenario, debtorOf(scenario), id, plan);
  const { status } = await accept(scenario, creditorOf(scenario), id);
  if (status !== 200) throw new Error(`The plan was not accepted: ${status}`);
  return id;
}

/** Puts a new schedule on the table under a code. */
export async function propose(
  scenario: Scenario,
  by: Party,
  id: number,
  plan: object,
  comment?: string,
): Promise<Reply> {
  const textHash = await readDraft(by, id, { plan });
  const code = await codeFor(scenario, by, id, textHash);
  return by.client.post(`${by.base}/loans/${id}/reschedule`, { plan, comment, textHash, code });
}

/** Agrees under a code to the schedule on the table, or to another one by its hash. */
export async function agree(scenario: Scenario, by: Party, id: number, termsHash?: string): Promise<Reply> {
  const { proposals } = (await by.client.get(`/api/loans/${id}`)).body;
  const known = proposals.find(({ status }: { status: string }) => status === 'active');
  const agreedTo = termsHash ?? known?.termsHash;
  const code = await codeFor(scenario, by, id, agreedTo);
  return by.client.post(`${by.base}/accept-terms/${id}`, { termsHash: agreedTo, code });
}
