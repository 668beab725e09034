// docs/decisions/0181: one payment is shifted by a week by the debtor's notice alone.
import { beforeAll, describe, expect, test } from 'vitest';
import { shiftedDay } from '#domain/settlements/payment-shift.ts';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import type { Reply } from '../../helpers/client.ts';
import { codeTo } from '../../helpers/mail/letters.ts';
import { paperText } from '../../helpers/paper-text.ts';
import { forget } from '../../life-events/helpers/life.ts';
import { agreed, propose, three } from '../helpers/addenda.ts';
import {
  accept,
  bandWithPenalty,
  codeFor,
  noText,
  offer,
  openBargaining,
  openParties,
  publish,
  readDraft,
} from '../helpers/bargaining.ts';
import { begin, receive } from '../helpers/money.ts';

const { scenario, debtor, creditor, head } = await openParties();
const { testApp } = scenario;
const run = (sql: string, values: unknown[] = []) => scenario.run(sql, values);
const today = moscowDay(new Date());

beforeAll(async () => {
  const published = await publish(scenario, [{ ...bandWithPenalty, shiftEvery: 2 }], 0);
  expect(published.status, published.text).toBe(200);
});

const card = async (id: number, by = debtor) => (await by.client.get(`/api/loans/${id}`)).body;
const path = (id: number) => `${debtor.base}/loans/${id}/payment-shift`;
const draft = (id: number, no: number): Promise<Reply> => debtor.client.post(`${path(id)}/text`, { no });

/** The code of a notice, by the letter. */
async function codeOf(id: number, textHash: string): Promise<string> {
  const asked = await debtor.client.post(`${path(id)}/code`, { textHash });
  expect(asked.status, asked.text).toBe(200);
  return codeTo(testApp, debtor.email);
}

/** The debtor reads the notice, asks for its code and signs it. */
async function shift(id: number, no: number): Promise<Reply> {
  const { sha256 = noText } = (await draft(id, no)).body;
  return debtor.client.post(path(id), { no, textHash: sha256, code: await codeOf(id, sha256) });
}

const whyNot = async (id: number, no: number): Promise<string> => {
  const { status, body } = await draft(id, no);
  expect([status, body.code]).toEqual([409, 'move.illegal']);
  return body.message;
};
const tick = (day: Day) => liveDay(testApp.app, new Date(`${day}T09:00:00Z`));
const rowsOf = (id: number) =>
  run(
    `select no, due_date, amount::int as amount from schedule_items where settlement_id = $1 and status <> 'cancelled' order by no`,
    [id],
  );

describe('the right to shift a payment', () => {
  test('is offered, read, signed and shown to both', async () => {
    const { id } = await openBargaining(scenario);
    const made = await offer(scenario, debtor, id, three);
    expect(made.body.offers[0].shiftEvery).toBe(2);
    const text = (await creditor.client.get(`/api/loans/${id}/agreement-text`)).text;
    expect(text).toContain('Перенос одного платежа');
    expect(text).toContain('один раз в 2 платежа');
    const accepted = await accept(scenario, creditor, id);
    expect(accepted.body).toMatchObject({ shiftEvery: 2, shift: null });
    const shown = await card(id);
    expect(shown.shift).toMatchObject({ closed: null, choices: [{ no: 1 }, { no: 2 }, { no: 3 }] });
    expect(shown.moves).toContain('shiftPayment');
    expect(await paperText(testApp.app, id, 'agreement')).toContain('Перенос платежа');
  });

  test('is bargained about: the creditor gives it oftener, never more rarely; beyond his conditions his head does', async () => {
    const { id } = await openBargaining(scenario);
    const by = async (party: typeof head, shiftEvery: number | null) => {
      const textHash = await readDraft(party, id, { plan: three, shiftEvery });
      const code = await codeFor(scenario, party, id, textHash);
      return party.client.post(`${party.base}/offer-terms/${id}`, { plan: three, shiftEvery, textHash, code });
    };
    await run('update settlements set shift_every = 6, band = jsonb_set(band, $2, $3) where id = $1', [
      id,
      '{shiftEvery}',
      '6',
    ]);
    expect((await by(head, 7)).body.fields).toEqual({
      shiftEvery: 'Не реже, чем уже предложено: один раз в 6 платежей',
    });
    expect((await by(head, null)).body.fields).toHaveProperty('shiftEvery');
    const refused = await by(creditor, 3);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('чаще, чем по условиям')]);
    const asked = await creditor.client.post(`${creditor.base}/loans/${id}/ask-to-offer`, {
      plan: three,
      shiftEvery: 3,
      reason: 'Заёмщику нужен запас',
    });
    expect(asked.body.asked[0]).toMatchObject({ shiftEvery: 3 });
    const offered = await by(head, 3);
    expect(offered.body, offered.text).toMatchObject({ shiftEvery: 3, offers: [{ shiftEvery: 3 }] });
    const answered = await offer(scenario, debtor, id, { ...three, amount: 3_000_000 });
    expect(answered.body.offers[0]).toMatchObject({ side: 'individual', shiftEvery: 3 });
  });

  test('is in no agreement that does not give it: there is nothing to shift', async () => {
    const { id } = await openBargaining(scenario);
    await run('update settlements set shift_every = null where id = $1', [id]);
    await offer(scenario, debtor, id, three);
    expect((await debtor.client.get(`/api/loans/${id}/agreement-text`)).text).not.toContain('Перенос');
    await accept(scenario, creditor, id);
    expect(await card(id)).toMatchObject({ shiftEvery: null, shift: null });
    expect(await whyNot(id, 1)).toContain('не даёт права');
  });
});

describe('a payment is shifted', () => {
  test('by the notice alone: its day is another, all else stays, and both can read of it', async () => {
    const id = await agreed(scenario);
    const before = await card(id);
    const [first] = before.schedule;
    const to = shiftedDay(first.dueDate, KNOWN_CALENDAR);
    const made = await shift(id, 1);
    expect(made.status, made.text).toBe(200);
    expect(made.body.schedule).toEqual([
      { ...first, dueDate: to, shiftedFrom: first.dueDate },
      ...before.schedule.slice(1),
    ]);
    expect(made.body).toMatchObject({ nextDueDate: to, lastDueDate: before.lastDueDate, payOff: before.payOff });
    expect(made.body.shifts).toMatchObject([{ no: 1, from: first.dueDate, to }]);
    for (const client of [creditor.client, scenario.operator]) {
      const seen = (await client.get(`/api/loans/${id}`)).body;
      expect([seen.schedule[0].dueDate, seen.schedule[0].shiftedFrom, seen.shift]).toEqual([to, first.dueDate, null]);
    }
    const { items } = (await creditor.client.get('/api/notifications?limit=100')).body;
    expect((await debtor.client.get('/api/notifications?limit=1')).body.items[0].title).toContain(
      'Вы перенесли платёж',
    );
    expect(items[0]).toMatchObject({
      title: `${made.body.number}. Заёмщик перенёс платёж на неделю`,
      detail: expect.stringContaining('Платёж № 1'),
    });
    const papers = (await debtor.client.get(`/api/issued-documents/loan/${id}`)).body.items;
    expect(papers[0]).toMatchObject({ kind: 'shift_notice', number: `${made.body.number}/П1`, status: 'issued' });
    const text = await paperText(testApp.app, id, 'shift_notice');
    expect(text).toContain('переносит платёж № 1');
    expect(text).toContain('Подписано простой электронной подписью');
    expect(text).toMatch(/Должник: \S+ \S+/);
    const history = await run(
      `select move, reason from status_history where object_type = 'settlements' and object_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(history).toMatchObject([{ move: 'shiftPayment', reason: expect.stringContaining('Платёж № 1') }]);
  });

  test('once in as many payments as are agreed', async () => {
    const id = await agreed(scenario);
    expect((await shift(id, 1)).status).toBe(200);
    expect(await whyNot(id, 1)).toBe('Этот платёж уже перенесён');
    expect(await whyNot(id, 2)).toContain('Перенесён платёж № 1, а право даётся один раз в 2 платежа');
    const last = await shift(id, 3);
    expect(last.status, last.text).toBe(200);
    expect(last.body.lastDueDate).toBe(last.body.schedule[2].dueDate);
    expect(last.body.shift).toMatchObject({ closed: expect.stringContaining('Этот платёж уже перенесён') });
    expect(last.body.moves).not.toContain('shiftPayment');
    expect(last.body.shifts).toHaveLength(2);
  });

  test('and is late by its new day alone: no penalty, no reminder and no notice by the former', async () => {
    const id = await agreed(scenario);
    const { schedule } = (await shift(id, 1)).body;
    const { dueDate: to, shiftedFrom: from } = schedule[0];
    await tick(addDays(from, 1));
    const state = async () =>
      (
        await run(
          `select s.penalty_accrued::int as penalty, i.status,
            (select count(*)::int from entry_notices n where n.settlement_id = s.id and n.about = 'overdue') as told
           from settlements s join schedule_items i on i.settlement_id = s.id and i.no = 1 and i.status <> 'cancelled' where s.id = $1`,
          [id],
        )
      )[0];
    expect(await state()).toEqual({ penalty: 0, status: 'planned', told: 0 });
    await tick(addDays(to, 1));
    expect(await state()).toMatchObject({ status: 'overdue', told: 1, penalty: expect.toSatisfy((sum) => sum > 0) });
  });

  test('of a schedule with interest: no sum changes, and money ahead leaves it on its day', async () => {
    const id = await agreed(scenario, { ...three, kind: 'annuity', amount: 3_500_000, rateBps: 1_000, payments: 4 });
    const before = await card(id);
    const made = await shift(id, 3);
    expect(made.status, made.text).toBe(200);
    const sums = ({ schedule }: { schedule: { amount: number; interest: number }[] }) =>
      schedule.map(({ amount, interest }) => [amount, interest]);
    expect(sums(made.body)).toEqual(sums(before));
    expect(made.body.payOff).toBe(before.payOff);
    // As a calendar of later moves a day off on.
    await run('update schedule_items set due_date = due_date + 2 where settlement_id = $1 and no = 4', [id]);
    const days = (await rowsOf(id)).map((row) => row['due_date']);
    await scenario.write((tx) => receive(scenario, tx, id, 1_000_000));
    const after = await rowsOf(id);
    expect(after.map((row) => row['amount'])).not.toEqual(
      before.schedule.map(({ amount }: { amount: number }) => amount),
    );
    expect(after.map((row) => row['due_date'])).toEqual(days);
    // What it leaves of the last ones leaves the shifted one where it is.
    await scenario.write((tx) => receive(scenario, tx, id, 1_800_000));
    expect((await rowsOf(id)).map((row) => row['due_date'])).toEqual(days.slice(0, (await rowsOf(id)).length));
  });

  test('anew by a new schedule, which both have signed', async () => {
    const id = await agreed(scenario);
    expect((await shift(id, 1)).status).toBe(200);
    const plan = { ...three, payments: 2 };
    expect((await propose(scenario, debtor, id, plan)).status).toBe(200);
    const { proposals } = await card(id, creditor);
    const { termsHash } = proposals[0];
    const code = await codeFor(scenario, creditor, id, termsHash);
    const signed = await creditor.client.post(`${creditor.base}/accept-terms/${id}`, { termsHash, code });
    expect(signed.status, signed.text).toBe(200);
    expect((await card(id)).shift).toMatchObject({ closed: null });
    expect((await shift(id, 1)).status).toBe(200);
  });
});

describe('a payment is not shifted', () => {
  test('by another text, another code, or anybody else', async () => {
    const id = await agreed(scenario);
    const { sha256 } = (await draft(id, 1)).body;
    const code = await codeOf(id, sha256);
    const other = (await draft(id, 2)).body.sha256;
    const send = (body: object, { client, base } = debtor) => client.post(`${base}/loans/${id}/payment-shift`, body);
    const replaced = await send({ no: 1, textHash: other, code });
    expect([replaced.status, replaced.body.code]).toEqual([409, 'offer.replaced']);
    const strange = await send({ no: 2, textHash: other, code });
    expect([strange.status, strange.body.code]).toEqual([409, 'code.wrong']);
    expect((await send({ no: 1, textHash: sha256, code }, creditor)).status).toBe(404);
    const stranger = { ...debtor, client: scenario.other };
    expect((await send({ no: 1, textHash: sha256, code }, stranger)).status).toBe(404);
    expect((await card(id)).shifts).toEqual([]);
    expect((await send({ no: 1, textHash: sha256, code })).status).toBe(200);
  });

  test.each<[string, (id: number) => Promise<unknown>, string]>([
    [
      'on its day',
      (id) => run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 1', [id, today]),
      'уже наступил',
    ],
    [
      'while another is late',
      (id) =>
        run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 2', [id, addDays(today, -1)]),
      'просрочен: сначала оплатите его',
    ],
    ['that is paid', (id) => scenario.write((tx) => receive(scenario, tx, id, 1_000_000)), 'неоплаченного платежа'],
    ['while money is on its way', (id) => scenario.write((tx) => begin(scenario, tx, id, 1_000)), 'Идёт платёж'],
    [
      'while a new schedule waits for an answer',
      (id) => propose(scenario, debtor, id, { ...three, payments: 2 }),
      'Предложено изменить соглашение',
    ],
    [
      'while an autopayment of its day is told of',
      (id) =>
        run(
          `with bound as (insert into autopayments (settlement_id, individual_id, channel, status, bound_at, partner_id)
             select s.id, s.individual_id, 'card', 'on', now(), 'known' from settlements s where s.id = $1 returning id)
           insert into autopayment_attempts (autopayment_id, settlement_id, due_date, attempt, day)
             select bound.id, $1, i.due_date, 1, i.due_date from bound, schedule_items i where i.settlement_id = $1 and i.no = 1`,
          [id],
        ),
      'Автоплатёж за',
    ],
    [
      'of an agreement that is paid',
      (id) => scenario.write((tx) => receive(scenario, tx, id, 3_000_000)),
      'недоступно в статусе',
    ],
  ])('%s', async (_, meanwhile, why) => {
    const id = await agreed(scenario);
    await meanwhile(id);
    expect(await whyNot(id, 1)).toContain(why);
    const { shift: shown, moves } = await card(id);
    const choice = shown?.choices.find((one: { no: number }) => one.no === 1);
    // What is over, or was never to come, is not there to be chosen.
    if (choice) expect(shown.closed ?? choice.why).toContain(why);
    else expect([shown === null, moves.includes('shiftPayment')]).not.toEqual([true, true]);
  });

  test('while payments stand still', async () => {
    const id = await agreed(scenario);
    const until = addDays(today, 30);
    await run(
      `insert into life_events (individual_id, settlement_id, legal_entity_id, kind, side, status, since, until, entered_by)
       select s.individual_id, s.id, s.legal_entity_id, 'job_loss', 'individual', 'in_force', $2, $3, i.account_id
       from settlements s join individuals i on i.id = s.individual_id where s.id = $1`,
      [id, today, until],
    );
    expect(await whyNot(id, 1)).toContain('переносить платёж не нужно');
    expect((await card(id)).moves).not.toContain('shiftPayment');
    await forget(scenario);
  });
});
