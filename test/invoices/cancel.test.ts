import { expect, test } from 'vitest';
import { addDays } from '#domain/values/days.ts';
import { openPaymentScenario } from '../payments/helpers/scenario.ts';
import { invoicedTariff, invoicing, monthAgo, tenthAgo, today } from './helpers/invoicing.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;
const { tellIssuer, charge, issue, card, decide } = invoicing(scenario, accountant);
await invoicedTariff(scenario);
await tellIssuer();

const reason = 'Указан не тот договор';
const cancel = (id: number) => accountant.post(`/internal/invoices/${id}/cancel`, { reason });
async function beDueBefore(id: number, days: number): Promise<void> {
  await scenario.run('alter table invoices disable trigger keeps');
  await scenario.run(
    'update invoices set issued_on = $2::date - 30 - $3::int, due_date = $2::date - $3::int where id = $1',
    [id, today, days],
  );
  await scenario.run('alter table invoices enable trigger keeps');
}

test('nobody alone gives an overdue invoice a new term: a second person decides whether it is cancelled', async () => {
  await charge(1_000_000, tenthAgo(3));
  const { id, number } = (await issue(monthAgo(3))).body;
  await beDueBefore(id, 1);
  const proposed = await cancel(id);
  expect(proposed.body, proposed.text).toMatchObject({
    status: 'issued',
    pendingApprovals: [{ kind: 'invoice.cancel', reason: expect.stringContaining(`${number}: аннулировать`) }],
  });
  expect(proposed.body.moves).not.toContain('cancel');
  expect((await cancel(id)).body.code).toBe('move.illegal');
  expect((await decide()).body.status).toBe('approved');
  expect(await card(id)).toMatchObject({ status: 'cancelled', cancelReason: reason, pendingApprovals: [] });
  expect((await issue(monthAgo(3))).status).toBe(201);
  // A month goes to 1С whole, whatever state the list shows: that of the papers, and that in which something was cancelled.
  for (const month of [monthAgo(3), today]) {
    const { text } = await accountant.get(`/api/invoices/exports/exchange?filter[month]=${month}&filter[status]=paid`);
    expect(text).toContain(`<ПометкаУдаления>true</ПометкаУдаления><Номер>${number}<`);
    expect(text).toContain('<Наименование>Дата оказания услуги</Наименование>');
  }
});

test('nor ends what waits about an invoice, or cancels one that is due today', async () => {
  await charge(1_000_000, tenthAgo(2));
  const { id } = (await issue(monthAgo(2))).body;
  const corrected = await accountant.post(`/internal/invoices/${id}/corrections`, { amount: 1_000, reason });
  expect(corrected.status, corrected.text).toBe(200);
  expect((await cancel(id)).body).toMatchObject({
    status: 'issued',
    pendingApprovals: [{}, { kind: 'invoice.cancel' }],
  });
  await scenario.run(`update approvals set status = 'expired' where status = 'pending'`);
  await beDueBefore(id, 0);
  expect((await cancel(id)).body).toMatchObject({
    status: 'issued',
    pendingApprovals: [{ reason: expect.stringContaining('его срок сегодня') }],
  });
  expect((await decide()).body.status).toBe('approved');
  // By two it has the whole term again.
  expect((await issue(monthAgo(2))).body.dueDate > today).toBe(true);
});

test('what one person cancels before its due day is due on the same day when it is issued again, however often', async () => {
  await charge(1_000_000, tenthAgo(1));
  let { id } = (await issue(monthAgo(1))).body;
  const due = addDays(today, 40);
  await beDueBefore(id, -40);
  for (const _ of [1, 2]) {
    expect((await cancel(id)).body).toMatchObject({ status: 'cancelled' });
    const again = await issue(monthAgo(1));
    expect(again.body, again.text).toMatchObject({ status: 'issued', dueDate: due });
    ({ id } = again.body);
  }
  // One that has too little left of it is due on the next working day.
  await beDueBefore(id, -1);
  await cancel(id);
  const soon = (await issue(monthAgo(1))).body.dueDate;
  expect(soon > today && soon <= addDays(today, 20)).toBe(true);
});

test('nobody alone goes on giving a working day more once the first due day has come', async () => {
  await charge(1_000_000, tenthAgo(4));
  const first = (await issue(monthAgo(4))).body.id;
  await beDueBefore(first, -1);
  expect((await cancel(first)).body).toMatchObject({ status: 'cancelled' });
  const { id } = (await issue(monthAgo(4))).body;
  // The day goes by: the first would be due today, this one tomorrow.
  await beDueBefore(first, 0);
  expect((await cancel(id)).body).toMatchObject({
    status: 'issued',
    pendingApprovals: [{ kind: 'invoice.cancel', reason: expect.stringContaining('уже наступил') }],
  });
});
