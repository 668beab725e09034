import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import type { Client, Reply } from '../../helpers/client.ts';
import { asMultipart, smallPaper } from '../../helpers/files/multipart.ts';
import {
  accept,
  codeFor,
  creditorOf,
  debtorOf,
  firstDate,
  offer,
  openBargaining,
  type Party,
} from '../../settlements/helpers/bargaining.ts';
import type { Scenario } from '../../settlements/helpers/scenario.ts';

const today = moscowDay(new Date());
const inThree = { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 };

/** Sends a form with a small paper in it. */
export function sendPaper(client: Client, path: string, fields: object): Promise<Reply> {
  const { body, headers } = asMultipart(fields, smallPaper);
  return client.send('POST', path, body, headers);
}

/** An agreement with the penalty of the conditions, in force for 40 days, whose first row fell due so many days ago. */
export async function lateAgreement(
  scenario: Scenario,
  days: number,
  plan: object = inThree,
  claim: Parameters<Scenario['claim']>[0] = {},
): Promise<number> {
  const { id } = await openBargaining(scenario, claim);
  await offer(scenario, debtorOf(scenario), id, plan);
  const accepted = await accept(scenario, creditorOf(scenario), id);
  if (accepted.status !== 200) throw new Error(`Not concluded: ${accepted.text}`);
  await scenario.run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 1', [
    id,
    addDays(today, -days),
  ]);
  await scenario.run(
    `update settlements set signed_at = signed_at - interval '40 days', debt_as_of = debt_as_of - 40,
       penalty_terms = jsonb_set(penalty_terms, '{0,since}', to_jsonb($2::text)) where id = $1`,
    [id, addDays(today, -40)],
  );
  return id;
}

/** One operator enters an event of the debtor's life and another one confirms it. */
export async function happen(
  scenario: Scenario,
  second: Client,
  kind: string,
  since: Day,
  comment = 'Определение суда',
): Promise<Reply> {
  const path = `/internal/individuals/${scenario.debtorId}/life-events`;
  const entered = await sendPaper(scenario.operator, path, { kind, since, comment });
  if (entered.status !== 200) throw new Error(`Not entered: ${entered.text}`);
  return decide(second, 'lifeEvent.confirm');
}

/** The second person decides the newest proposal of a kind. */
export async function decide(second: Client, kind: string, decision: 'approve' | 'reject' = 'approve'): Promise<Reply> {
  const { items } = (await second.get('/api/approvals?filter[status]=pending')).body;
  const waiting = items.find((one: { kind: string }) => one.kind === kind);
  return second.post(`/api/approvals/${waiting.id}/decision`, { decision });
}

/** Undoes all events, so that the next test begins with an ordinary life. */
export const forget = (scenario: Scenario) =>
  scenario
    .run('with gone as (delete from owned_files where life_event_id is not null) select 1')
    .then(() => scenario.run('delete from life_events'));

/** The creditor reads the addendum of the pause that is asked for, and signs it. */
export async function agreeToPause(scenario: Scenario, { client, base, email }: Party, id: number): Promise<Reply> {
  const path = `${base}/loans/${id}/pause/agreement`;
  const { sha256 } = (await client.post(`${path}-text`, {})).body;
  const code = await codeFor(scenario, { client, base, email }, id, sha256);
  return client.post(path, { ...(sha256 && { textHash: sha256 }), code });
}

/** The law's last day to ask for holidays of a service is a row of the dictionary: tests that take them do so on any day. */
export const openService = (scenario: Scenario) =>
  scenario.run(`update dated_rates set value = value || '{"open": 1}' where kind = 'serviceHolidays'`);
