import { describe, expect, test } from 'vitest';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import type { Reply } from '../../helpers/client.ts';
import { lateAgreement } from '../../life-events/helpers/life.ts';
import { linesOf, openPaymentScenario, pay, payFully, seenSettlement } from '../../payments/helpers/scenario.ts';
import { agree as agreeTo } from '../helpers/addenda.ts';
import {
  accept,
  bandWithPenalty,
  codeFor,
  creditorOf,
  debtorOf,
  firstDate,
  headOf,
  lump,
  offer,
  openBargaining,
  type Party,
  publish,
  readAsked,
  readDraft,
} from '../helpers/bargaining.ts';
import { asKind } from '../helpers/scenario.ts';

/** The penalty of late payments from a creditor's conditions to the last kopeck (docs/domain.md §8.7, §8.8, §9 E10, E11). */
const scenario = await openPaymentScenario();
const [debtor, manager, head] = [debtorOf(scenario), creditorOf(scenario), headOf(scenario)];
const today = moscowDay(new Date());
const inThree = { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 };
const DAILY = { per: 'day', rateBps: 10 };
// Conditions from before their penalty was judged: what the law does not allow of it no agreement carries.
const steep = { ...bandWithPenalty, penaltyDayBps: 50 };
const published = await asKind(scenario, 'Другое', () => publish(scenario, [steep], 0));
expect(published.status, published.text).toBe(200);

const tick = (now?: Date) => liveDay(scenario.testApp.app, now);
const penaltyLines = async (id: number) =>
  (await linesOf(scenario, id)).filter((line) => line.includes('M30') || line.startsWith('penalty'));
const sound = async () => expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
const debtOn = async (id: number, on: Day = today) =>
  (await scenario.debtor.get(`/api/loans/${id}/debt?on=${on}`)).body;
const code = ({ status, body }: Reply) => [status, body.code];

/** An agreement with the penalty of the conditions, in force for a month, whose first row fell due so many days ago. */
const late = (days: number, plan?: object): Promise<number> => lateAgreement(scenario, days, plan);
const waive = (id: number, { client, base }: Party = head) => client.post(`${base}/loans/${id}/waive-penalty`);
async function reschedule(by: Party, id: number, body: object): Promise<Reply> {
  return by.client.post(`${by.base}/loans/${id}/reschedule`, { ...body, ...(await signing(by, id, body)) });
}
/** What a party signs by who has read what he signs. */
const signing = async (by: Party, id: number, of: object) => {
  const textHash = await readDraft(by, id, of);
  return { textHash, code: await codeFor(scenario, by, id, textHash) };
};
async function offerWith(by: Party, id: number, plan: object, penaltyDayBps: number | null): Promise<Reply> {
  const terms = { plan, penaltyDayBps };
  return by.client.post(`${by.base}/offer-terms/${id}`, { ...terms, ...(await signing(by, id, terms)) });
}

describe('an offer', () => {
  test('carries the penalty of the conditions within the ceiling of a consumer, and the agreement keeps it', async () => {
    const { id } = await openBargaining(scenario);
    const made = (await offer(scenario, debtor, id, lump(3_000_000))).body;
    expect(made).toMatchObject({ penalty: { per: 'day', rateBps: 50 }, consumer: true });
    expect(made.offers[0].penalty).toEqual(DAILY);
    const agreed = (await accept(scenario, manager, id)).body;
    expect(agreed).toMatchObject({ penalty: DAILY, penaltyOpen: 0, penaltyPaid: 0 });
    const [kept] = await scenario.run('select snapshot from agreements where settlement_id = $1', [id]);
    expect(kept).toMatchObject({ snapshot: { penalty: DAILY } });
  });

  test('with interest has the ceiling of a plan with interest, a debt that is no credit has none', async () => {
    const annuity = { ...inThree, kind: 'annuity', rateBps: 1000 };
    const { id } = await openBargaining(scenario);
    expect((await offer(scenario, debtor, id, annuity)).body.offers[0].penalty).toEqual({ per: 'year', rateBps: 2000 });
    await asKind(scenario, 'Связь', async () => {
      const { id: other } = await openBargaining(scenario, { contractKind: 'other' });
      const made = (await offer(scenario, debtor, other, lump(3_000_000))).body;
      expect(made).toMatchObject({ consumer: false, offers: [{ penalty: { per: 'day', rateBps: 50 } }] });
    });
  });

  test('about what a lender calls «Прочее» is one about a consumer’s loan: its penalty and its terms of a breach', async () => {
    for (const kind of ['Банк', 'ПКО']) {
      await asKind(scenario, kind, async () => {
        const { id } = await openBargaining(scenario, { contractKind: 'other' });
        const made = (await offer(scenario, debtor, id, lump(3_000_000))).body;
        expect(made).toMatchObject({ consumer: true, offers: [{ penalty: DAILY }] });
        const { text } = await debtor.client.get(`/api/loans/${id}/agreement-text`);
        expect(text).toContain('в общей сложности более 60 дней');
      });
    }
  });

  test('about «Прочее» of a lender stays one about a consumer’s loan whatever an older node writes', async () => {
    const { id } = await openBargaining(scenario, { contractKind: 'other' });
    await scenario.run('update settlements set consumer = false where id = $1', [id]);
    const made = (await offer(scenario, debtor, id, lump(3_000_000))).body;
    expect(made).toMatchObject({ consumer: true, offers: [{ penalty: DAILY }] });
  });

  test('of a new schedule with a penalty above a ceiling that has come since is not signed', async () => {
    const id = await asKind(scenario, 'Связь', async () => {
      const { id: other } = await openBargaining(scenario, { contractKind: 'other' });
      await offer(scenario, debtor, other, inThree);
      expect((await accept(scenario, manager, other)).status).toBe(200);
      const plan = { ...inThree, payments: 4 };
      const [proposed] = (await reschedule(debtor, other, { plan })).body.proposals;
      expect(proposed).toMatchObject({ penalty: { per: 'day', rateBps: 50 } });
      return other;
    });
    await scenario.run('update settlements set consumer = true where id = $1', [id]);
    const refused = await agreeTo(scenario, manager, id);
    expect(code(refused)).toEqual([409, 'offer.replaced']);
    expect(refused.body.message).toContain('выше предела закона');
  });

  test('of utilities has the penalty of the housing code, a lesser one keeps its free days; telecom has none', async () => {
    const UTILITIES = { per: 'year', rateBps: 1155, freeDays: 30 };
    const { id } = await openBargaining(scenario, { contractKind: 'utilities' });
    const made = (await offer(scenario, debtor, id, lump(3_000_000))).body;
    expect(made.offers[0].penalty).toEqual(UTILITIES);
    const above = await offerWith(head, id, lump(3_900_000), 5);
    expect(above.body.fields.penaltyDayBps).toContain('Не больше 11,55');
    expect((await offerWith(head, id, lump(3_900_000), 2)).body.offers.at(-1).penalty).toMatchObject({ freeDays: 30 });
    const { id: telecom } = await openBargaining(scenario, { contractKind: 'telecom' });
    expect((await offer(scenario, debtor, telecom, lump(3_000_000))).body.offers[0].penalty).toBeNull();
  });

  test('agreed to above that law is counted within it', async () => {
    const id = await late(35);
    const claim =
      'update registry_entries e set contract_kind = $2 from settlements s where s.id = $1 and e.id = s.registry_entry_id';
    await scenario.run(claim, [id, 'utilities']);
    // 11 666,67 for five days at 11,55 % a year.
    expect(await seenSettlement(scenario, id)).toMatchObject({ penaltyOpen: 1_846 });
    await scenario.run(claim, [id, 'telecom']);
    expect(await seenSettlement(scenario, id)).toMatchObject({ penaltyOpen: 0 });
  });

  test('of the creditor may leave less of it and never more than before; to give it up is for the head', async () => {
    const { id } = await openBargaining(scenario);
    const without = await offerWith(manager, id, lump(3_900_000), null);
    expect(code(without)).toEqual([409, 'move.illegal']);
    expect(without.body.message).toContain('Неустойка меньше, чем по условиям компании');
    const above = await offerWith(manager, id, lump(3_900_000), 11);
    expect(above.body.fields).toEqual({ penaltyDayBps: 'Не больше 0,1\u00A0% в день' });
    const ask = { plan: lump(3_900_000), penaltyDayBps: null, reason: 'Заёмщик боится неустойки' };
    const asked = await manager.client.post(`${manager.base}/loans/${id}/ask-to-offer`, ask);
    expect(asked.body.asked[0]).toMatchObject({ asks: 'offer', penalty: null });
    const approvalId = asked.body.asked[0].id;
    const textHash = await readAsked(head, id, approvalId);
    const yes = { approvalId, decision: 'approve', textHash, code: await codeFor(scenario, head, id, textHash) };
    const decided = await head.client.post(`${head.base}/loans/${id}/decide-asked`, yes);
    expect(decided.body.offers[0]).toMatchObject({ side: 'creditor', penalty: null });
    const again = await offer(scenario, debtor, id, lump(3_000_000));
    expect(again.body.offers[0].penalty).toBeNull();
    const worse = await offerWith(head, id, lump(3_800_000), 5);
    expect(worse.body.fields).toEqual({ penaltyDayBps: 'Неустойки по этим условиям нет' });
    expect((await offer(scenario, manager, id, lump(3_800_000))).body.offers[0].penalty).toBeNull();
  });
});

describe('conditions with a penalty no law allows are refused at their field', () => {
  const refusedAt = async (penaltyDayBps: number): Promise<string> => {
    const refused = await publish(scenario, [{ ...bandWithPenalty, penaltyDayBps }], 1);
    expect(code(refused)).toEqual([400, 'input.invalid']);
    expect(Object.keys(refused.body.fields)).toEqual(['bands.0.penaltyDayBps']);
    return refused.body.fields['bands.0.penaltyDayBps'];
  };

  test('for any debt', async () => {
    expect(await refusedAt(101)).toContain('Не больше 1');
  });

  test('for the loans of a consumer, by the row of the day', async () => {
    expect(await refusedAt(50)).toBe(
      'Не больше 0,1\u00A0% в день, а когда идут проценты — 20\u00A0% годовых: потребительский кредит (353-ФЗ, ст. 5, ч. 21)',
    );
    const second = { ...bandWithPenalty, dpdFrom: 11, penaltyDayBps: 11 };
    const refused = await publish(scenario, [{ ...bandWithPenalty, dpdTo: 10 }, second], 1);
    expect(Object.keys(refused.body.fields)).toEqual(['bands.1.penaltyDayBps']);
  });

  test('for services alone: utilities have the bound of the housing code, telecom none at all', async () => {
    const of = (kind: string) => scenario.run('update registry_entries set contract_kind = $1', [kind]);
    await asKind(scenario, 'ЖКХ', async () => {
      await of('utilities');
      expect(await refusedAt(10)).toContain('ст. 155, ч. 14 ЖК РФ');
      await of('telecom');
      expect(await refusedAt(1)).toContain('оставьте поле пустым');
      await of('consumer');
    });
  });
});

describe('11 666,67 that is late by 17 days', () => {
  test('gets 198,33, once, however often the day is kept; then 11,67 more a day without drift', async () => {
    const id = await late(17);
    expect(await seenSettlement(scenario, id)).toMatchObject({ penaltyOpen: 19_833 });
    await Promise.all([tick(), tick()]);
    await tick();
    expect(await penaltyLines(id)).toEqual(['penalty_accrued M30 debit 19833', 'penalty_accrued M99 credit 19833']);
    for (const day of [1, 2, 3]) await tick(new Date(`${addDays(today, day)}T09:00:00Z`));
    const [row] = await scenario.run('select penalty_accrued as accrued from settlements where id = $1', [id]);
    // 11 666,67 · 0,1 % · 20 days.
    expect(row).toEqual({ accrued: 23_333 });
    await sound();
  });

  test('is paid before its penalty; the last kopeck of the penalty ends it, with a certificate that tells of it', async () => {
    const id = await late(17);
    await tick();
    await payFully(scenario, id, 500_000);
    // The day of a payment counts on the sum before it.
    expect(await debtOn(id)).toMatchObject({
      principal: 3_000_000,
      overdue: 666_667,
      penalty: 19_833,
      daysOverdue: 17,
    });
    expect(await debtOn(id, addDays(today, 10))).toMatchObject({ penalty: 26_500 });
    await payFully(scenario, id, 3_000_000);
    expect(await seenSettlement(scenario, id)).toMatchObject({
      status: 'waiting_for_payment',
      penaltyOpen: 19_833,
      paidAmount: 3_500_000,
    });
    expect((await pay(scenario, id, 19_834)).body.fields).toEqual({ amount: 'Осталось заплатить 198,33\u00A0₽' });
    const last = await payFully(scenario, id, 19_833);
    expect((await scenario.debtor.get(`/api/payments/${last}`)).body.allocations).toEqual([
      { no: null, principal: 0, interest: 0, penalty: 19_833 },
    ]);
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', penaltyOpen: 0, penaltyPaid: 19_833 });
    expect(await debtOn(id)).toMatchObject({ principal: 0, penalty: 0, overpaid: 0, received: 3_519_833 });
    await sound();
    const closed = await scenario.head.post(`${head.base}/loans/${id}/fulfil`);
    expect(closed.body).toMatchObject({ status: 'closed', closeReason: 'fulfilled' });
    await sound();
  });

  test('with the schedule in one payment: what is more than both is refused, what is both ends it', async () => {
    const id = await late(17);
    expect((await pay(scenario, id, 3_519_834)).body.code).toBe('input.invalid');
    await payFully(scenario, id, 3_519_833);
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'paid', penaltyPaid: 19_833 });
    await sound();
  });

  test('owes less when a payment past the platform turns out to have come in time', async () => {
    const id = await late(17);
    await tick();
    const stated = { amount: 1_166_667, paidOn: addDays(today, -10), comment: 'Квитанция 17' };
    const { body } = await scenario.debtor.post(`${debtor.base}/loans/${id}/outside-payments`, stated);
    const confirmed = await scenario.accountant.post(
      `/api/legal-entities/${scenario.company}/payments/${body.id}/answer`,
      {
        answer: 'confirm',
      },
    );
    expect(confirmed.status, confirmed.text).toBe(200);
    // Seven days on the whole sum: 81,67.
    expect(await seenSettlement(scenario, id)).toMatchObject({ penaltyOpen: 8_167 });
    expect(await penaltyLines(id)).toContain('penalty_waived M30 credit 11666');
    await sound();
  });

  test('owes more again when its money goes back, and only from then on', async () => {
    const id = await late(17);
    const whole = await payFully(scenario, id, 3_519_833);
    const reason = 'Заплачено по ошибке, просит вернуть';
    await scenario.platformAccountant.post(`/internal/payments/${whole}/refunds`, { amount: 519_833, reason });
    const card = (await scenario.operator.get(`/api/payments/${whole}`)).body;
    await scenario.operator.post(`/api/approvals/${card.pendingApprovals[0].id}/decision`, { decision: 'approve' });
    await expect.poll(async () => (await seenSettlement(scenario, id)).status).toBe('waiting_for_payment');
    // The penalty goes back first, then 5 000,00 of the last row, which is not due.
    expect(await seenSettlement(scenario, id)).toMatchObject({
      penaltyOpen: 19_833,
      penaltyPaid: 0,
      paidAmount: 3_000_000,
    });
    expect(await penaltyLines(id)).toContain('refunded M30 debit 19833');
    expect(await debtOn(id, addDays(today, 30))).toMatchObject({ principal: 500_000, penalty: 19_833 });
    await sound();
  });
});

describe('a penalty that the creditor gives up', () => {
  test('is for the head alone, never while a payment is open, and not twice', async () => {
    const id = await late(17);
    expect((await waive(id, manager)).status).toBe(403);
    const open = await pay(scenario, id, 1_166_667);
    expect(code(await waive(id))).toEqual([409, 'payment.open']);
    await scenario.debtor.post(`${debtor.base}/payments/${open.body.id}/cancel`);
    expect((await seenSettlement(scenario, id)).moves).not.toContain('waivePenalty');
    expect((await head.client.get(`/api/loans/${id}`)).body.moves).toContain('waivePenalty');
    // The last word about what was cancelled here is the partner's.
    const waived = { status: 'waiting_for_payment', penaltyOpen: 0 };
    await expect.poll(async () => (await waive(id)).body, { timeout: 20_000 }).toMatchObject(waived);
    expect(code(await waive(id))).toEqual([409, 'move.illegal']);
    expect(await debtOn(id)).toMatchObject({ penalty: 0 });
    // What is still late goes on to be counted.
    expect(await debtOn(id, addDays(today, 1))).toMatchObject({ penalty: 1_167 });
    await sound();
  });

  test('ends an agreement of which nothing else is left', async () => {
    const id = await late(17);
    await payFully(scenario, id, 3_500_000);
    expect(await seenSettlement(scenario, id)).toMatchObject({ status: 'waiting_for_payment', penaltyOpen: 19_833 });
    expect((await waive(id)).body).toMatchObject({ status: 'paid', penaltyOpen: 0 });
    await sound();
  });
});

describe('what changes or ends an agreement', () => {
  test('a new schedule keeps what was counted and may leave less of the penalty from its day on', async () => {
    const id = await late(17);
    const plan = { kind: 'at_once', amount: 3_500_000, firstDate: addDays(today, 30) };
    const more = await reschedule(head, id, { plan, penaltyDayBps: 50 });
    expect(more.body.fields).toEqual({ penaltyDayBps: 'Не больше 0,1\u00A0% в день' });
    expect(code(await reschedule(manager, id, { plan, penaltyDayBps: null }))).toEqual([409, 'move.illegal']);
    const proposed = await reschedule(head, id, { plan, penaltyDayBps: 5 });
    const [proposal] = proposed.body.proposals;
    expect(proposal.penalty).toEqual({ per: 'day', rateBps: 5 });
    const signed = await codeFor(scenario, debtor, id);
    const agreed = await scenario.debtor.post(`${debtor.base}/accept-terms/${id}`, {
      termsHash: proposal.termsHash,
      code: signed,
    });
    expect(agreed.body).toMatchObject({ penalty: { per: 'day', rateBps: 5 }, penaltyOpen: 19_833 });
    // Ten days late by the new row: 35 000,00 · 0,05 % · 10.
    expect(await debtOn(id, addDays(agreed.body.schedule[0].dueDate as Day, 10))).toMatchObject({
      penalty: 19_833 + 17_500,
    });
    await sound();
  });

  test('a new schedule without interest leaves the penalty of the days before it within the ceiling with interest', async () => {
    const id = await late(17, { ...inThree, kind: 'annuity', rateBps: 1000 });
    // As of before the ceilings: a lender's «Прочее» with much a day.
    await scenario.run(
      `with was as (update settlements set penalty_terms = jsonb_set(penalty_terms, '{0,rule,per}', '"day"') where id = $1 returning *)
       update registry_entries e set contract_kind = 'other' from was where e.id = was.registry_entry_id`,
      [id],
    );
    const { penaltyOpen: before } = await seenSettlement(scenario, id);
    const plan = { kind: 'at_once', amount: 3_500_000, firstDate: addDays(today, 30) };
    expect((await reschedule(debtor, id, { plan })).status).toBe(200);
    const agreed = await agreeTo(scenario, manager, id);
    expect(agreed.body, agreed.text).toMatchObject({ planKind: 'at_once', penaltyOpen: before });
    expect(await debtOn(id, addDays(today, 30))).toMatchObject({ penalty: before });
    await sound();
  });

  test('a breach ends the penalty, too', async () => {
    const id = await late(61);
    await tick();
    // A notice of breach that came long ago; how it comes is told in endings.test.ts.
    await scenario.run(
      `insert into notices (document_id, settlement_id, about_due, delivered_at)
       select d.id, $1, (select min(due_date) from schedule_items where settlement_id = $1), now() - interval '45 days'
       from issued_documents d where d.settlement_id = $1 and d.kind = 'agreement'`,
      [id],
    );
    const { penaltyOpen } = await seenSettlement(scenario, id);
    expect(penaltyOpen).toBeGreaterThan(0);
    const reason = 'Заёмщик не платит и не отвечает';
    const closed = await scenario.head.post(`${head.base}/loans/${id}/breach`, { reason });
    expect(closed.body).toMatchObject({ status: 'closed', closeReason: 'breached', penaltyOpen: 0 });
    expect(await penaltyLines(id)).toContain(`penalty_waived M30 credit ${penaltyOpen}`);
    await sound();
  });

  test('an agreement given up by both ends with its penalty; the bargaining begins with that of the conditions', async () => {
    const id = await late(17);
    await tick();
    const give = async (by: Party, body: { reason?: string; textHash?: string; termsHash?: string }) =>
      by.client.post(`${by.base}/loans/${id}/reopen`, {
        ...body,
        code: await codeFor(scenario, by, id, body.textHash),
      });
    const reason = 'Потерял работу, график не по силам';
    const asked = await give(debtor, { reason, textHash: await readDraft(debtor, id, { reason }) });
    const again = await give(head, { termsHash: asked.body.proposals[0].termsHash });
    expect(again.body).toMatchObject({ status: 'negotiation', penalty: { per: 'day', rateBps: 50 }, penaltyOpen: 0 });
    await sound();
    const { body } = await offer(scenario, debtor, id, lump(3_000_000));
    expect(body.offers[0].penalty).toEqual(DAILY);
  });
});

test('the simulator tells of the penalty', async () => {
  const plan = { kind: 'at_once', amount: 3_000_000, firstDate };
  const body = { bands: [steep], dpd: 10, debt: 4_000_000, plan };
  expect((await head.client.post(`${head.base}/policy/simulate`, body)).body.penalty).toEqual(DAILY);
});
