import { beforeAll, expect, test } from 'vitest';
import { addDays, daysBetween, moscowDay, toDay } from '#domain/values/days.ts';
import { registryLetters } from '#server/modules/registries/letters.ts';
import { openPayLink, sealPayLink } from '#server/platform/secrets/pay-link.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { letterTo } from '../../helpers/mail/letters.ts';
import { accept, lump, offer, openBargaining, openParties } from '../helpers/bargaining.ts';

/** Six reminders of a payment, what their letters bring (docs/decisions/0185). */
const { scenario, debtor, creditor } = await openParties();
const { app } = scenario.testApp;
let id: number;
beforeAll(async () => {
  await scenario.run(`update legal_entities set phone = '+78001234567' where id = $1`, [scenario.company]);
  await scenario.run(`update registry_entries set email = $1`, [scenario.debtorEmail]);
  ({ id } = await openBargaining(scenario));
  await offer(scenario, creditor, id, lump(3_000_000));
  await accept(scenario, debtor, id);
  await scenario.run('delete from entry_notices');
});

/** The one payment is due on a day. */
const due = (day: string) =>
  scenario.run(`update schedule_items set due_date = $2, status = 'planned' where settlement_id = $1`, [id, day]);
const token = (dueDate: string, until: string, settlement = id) =>
  sealPayLink(app.secrets, { settlement, due: dueDate, until });
const follow = (client: typeof scenario.debtor, of: string) => client.get(`/api/pay-links/${of}`);

test('come three days and one before, on the day, one, three and seven after it', async () => {
  await due('2027-03-10');
  for (let day = 1; day <= 22; day++) {
    const date = `2027-03-${String(day).padStart(2, '0')}`;
    // By the close of the day before, and by one that somebody begins anew.
    await liveDay(app, new Date(`${date}T00:31:00+03:00`));
    await liveDay(app, new Date(`${date}T12:00:00+03:00`));
  }
  const told = await scenario.run(
    `select about, (created_at at time zone 'Europe/Moscow')::date::text as day from entry_notices
     where settlement_id = $1 and about in ('due', 'overdue') order by id`,
    [id],
  );
  expect(told.map(({ about, day }) => `${String(about)} ${String(day)}`)).toEqual([
    'due 2027-03-07',
    'due 2027-03-09',
    'due 2027-03-10',
    'overdue 2027-03-11',
    'overdue 2027-03-13',
    'overdue 2027-03-17',
  ]);
});

test('bring a link that pays: to its debtor alone, for a week after the due day', async () => {
  const today = moscowDay(new Date());
  await due(addDays(today, 2));
  const [until, over] = [addDays(today, 9), addDays(today, -1)];
  const { status, body, text } = await follow(scenario.debtor, token(addDays(today, 2), until));
  expect([status, body], text).toEqual([
    200,
    {
      settlementId: id,
      number: expect.stringMatching(/^У-/),
      creditor: expect.any(String),
      dueDate: addDays(today, 2),
      state: 'open',
      left: 3_000_000,
    },
  ]);
  const dead = [
    await follow(scenario.other, token(addDays(today, 2), until)),
    await follow(scenario.debtor, token(addDays(today, 2), over)),
    await follow(scenario.debtor, `1-${'A'.repeat(80)}`),
    await follow(scenario.debtor, token(addDays(today, 2), until, id + 1000)),
  ];
  expect(dead.map((one) => one.body.code)).toEqual(['token.dead', 'token.dead', 'token.dead', 'token.dead']);
  expect((await follow(scenario.testApp.anonymous(), token(addDays(today, 2), until))).status).toBe(401);
});

test('the letter has the link, and no sum', async () => {
  const today = moscowDay(new Date());
  await due(addDays(today, 2));
  await scenario.run('delete from entry_notices');
  await scenario.run(
    `insert into consents (account_id, document_id, ip) select i.account_id, d.id, '—' from individuals i, consent_documents d
     where i.id = $1 and d.kind = 'interaction-channels'`,
    [scenario.debtorId],
  );
  // Whatever the hour, the letter goes at a noon that the law allows.
  const noon = new Date('2027-02-03T09:00:00Z');
  await due('2027-02-05');
  await liveDay(app, noon);
  await scenario.run(`update entry_notices set planned_at = $1 where status = 'planned'`, [
    new Date(noon.getTime() - 1_000),
  ]);
  await liveDay(app, noon);
  const { text } = await letterTo(scenario.testApp, scenario.debtorEmail);
  const link = /\/pay\/([\w-]+)/.exec(text)?.[1];
  expect(openPayLink(app.secrets, link ?? '')).toEqual({ settlement: id, due: '2027-02-05', until: '2027-02-12' });
  expect(text).toContain('Срок платежа: 05.02.2027');
  expect(text).not.toContain('30 000');
});

test('on the day itself the letter says that it is today, once', () => {
  const letter = {
    about: 'due',
    company: 'ООО «Тест»',
    phone: '+7 800 123-45-67',
    link: '/',
    dueDate: toDay('2027-03-10'),
    isDueToday: true,
  } as const;
  expect(registryLetters.debtorTold.subject(letter)).toBe('ООО «Тест»: сегодня срок платежа');
  expect(registryLetters.debtorTold.text(letter)).toContain(
    'сообщает: сегодня срок платежа по соглашению о погашении вашей задолженности. Срок платежа: 10.03.2027',
  );
});

test('one that waits is given up once its payment has another day', async () => {
  await scenario.run('delete from entry_notices');
  await due('2027-02-05');
  await liveDay(app, new Date('2027-02-03T20:30:00Z'));
  await due('2027-03-05');
  await liveDay(app, new Date('2027-02-04T09:00:00Z'));
  const notices = await scenario.run(
    `select status, reason, due_date::text as day from entry_notices where about = 'due'`,
  );
  expect(notices).toEqual([{ status: 'refused', reason: 'no_need', day: '2027-02-05' }]);
});

test('a payment that is near is reminded of when it is signed, and not again by the close', async () => {
  const day = moscowDay(new Date());
  const { id: signed } = await openBargaining(scenario);
  await offer(scenario, creditor, signed, { ...lump(3_000_000), firstDate: addDays(day, 1) });
  const { schedule } = (await accept(scenario, debtor, signed)).body;
  const told = async () =>
    (await scenario.run(`select from entry_notices where settlement_id = $1 and about = 'due'`, [signed])).length;
  // A holiday may move it further.
  const due = daysBetween(day, schedule[0].dueDate) <= 3 ? 1 : 0;
  expect(await told()).toBe(due);
  await liveDay(app);
  expect(await told()).toBe(due);
});

test('the link of a payment that has another day now says so', async () => {
  const today = moscowDay(new Date());
  await due(addDays(today, 5));
  const { body } = await follow(scenario.debtor, token(addDays(today, 2), addDays(today, 9)));
  expect([body.state, body.left]).toEqual(['moved', 0]);
});

test('the link of a payment that nobody waits for now asks for nothing', async () => {
  const today = moscowDay(new Date());
  await due(addDays(today, 2));
  const link = token(addDays(today, 2), addDays(today, 9));
  expect((await follow(scenario.debtor, link)).body.state).toBe('open');
  await scenario.run(
    `insert into life_events (individual_id, kind, status, since, until, side, entered_by)
      select id, 'service', 'in_force', $2, $3, 'operator', account_id from individuals where id = $1`,
    [scenario.debtorId, today, addDays(today, 30)],
  );
  expect((await follow(scenario.debtor, link)).body).toMatchObject({ state: 'stopped', left: 0 });
  await scenario.run('delete from life_events');
});

test('the days of a schedule are a calendar, while it is paid by', async () => {
  await due('2027-03-10');
  const file = await scenario.debtor.get(`/api/loans/${id}/calendar`);
  expect([file.status, file.text]).toEqual([200, expect.stringContaining('DTSTART;VALUE=DATE:20270310')]);
  expect((await scenario.other.get(`/api/loans/${id}/calendar`)).status).toBe(404);
  const { id: bargained } = await openBargaining(scenario);
  const early = await scenario.debtor.get(`/api/loans/${bargained}/calendar`);
  expect([early.status, early.body.code]).toEqual([409, 'move.illegal']);
});
