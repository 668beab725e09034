import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { kopecks } from '#domain/values/money.ts';
import { takeInvoiceMoney } from '#server/modules/invoices/credits.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Reply } from '../helpers/client.ts';
import { refundSteps } from '../payments/helpers/refunds.ts';
import { agree, balanceOf, openPaymentScenario, payFully } from '../payments/helpers/scenario.ts';
import { invoicedTariff, invoicing, monthAgo, tenthAgo, today } from './helpers/invoicing.ts';

const scenario = await openPaymentScenario();
const accountant = scenario.platformAccountant;
const { tellIssuer, charge, issue, card, book, decide: decideApproval, expectTotals } = invoicing(scenario, accountant);
await invoicedTariff(scenario);
await tellIssuer();

interface Difference {
  id: number;
  statementId: string;
  decisions: string[];
  suggested: string | null;
  suggestedInvoice: string | null;
}
const queue = '/internal/reconciliations/differences';
/** Money that comes by itself, with what its payer has written, as the statement of today has it. */
async function transferred(amount: number, purpose: string): Promise<Difference> {
  const line = await scenario.bank.transfer(amount, purpose);
  await accountant.post('/internal/reconciliations', { day: today });
  const { items } = (await accountant.get(`${queue}?limit=100&filter[status]=open`)).body;
  return items.find((one: Difference) => one.statementId === line);
}
const decide = (id: number, body: object) => accountant.post(`${queue}/${id}/decision`, body);

test('a movement of the statement that names an invoice pays it', async () => {
  await charge(1_000_000, tenthAgo(3));
  const { id, number, amount } = (await issue(monthAgo(3))).body;
  const found = await transferred(amount, `Оплата по счёту ${number.replaceAll('-', ' - ')}, в т. ч. НДС`);
  expect(found).toMatchObject({ suggested: null, suggestedInvoice: number });
  expect(found.decisions).toContain('invoice');
  expect((await decide(found.id, { decision: 'invoice', invoice: 'СЧ-2020-000001' })).body.fields).toEqual({
    invoice: 'Такого счёта нет',
  });
  const [held, owed] = [await balanceOf(scenario, '1010'), await balanceOf(scenario, '1200')];
  expect((await decide(found.id, { decision: 'invoice', invoice: number })).body.status).toBe('decided');
  expect(await balanceOf(scenario, '1010')).toBe(held + amount);
  expect(await balanceOf(scenario, '1200')).toBe(owed - amount);
  expect(await card(id)).toMatchObject({ status: 'paid', payments: [{ amount, place: 'partner', valueDate: today }] });
  expect((await decide(found.id, { decision: 'invoice', invoice: number })).body.code).toBe('move.illegal');
  // Should the statement look otherwise later, the same money does not pay twice.
  await scenario.run(
    `update differences set status = 'open', decision = null, decided_by = null, decided_at = null where id = $1`,
    [found.id],
  );
  const again = await decide(found.id, { decision: 'invoice', invoice: number });
  expect([again.body.code, again.body.message]).toEqual(['move.illegal', expect.stringContaining('уже учтены')]);
  await decide(found.id, { decision: 'explained', comment: 'Оплата счёта' });
  await accountant.post('/internal/reconciliations', { day: today });
  const open = (await accountant.get(`${queue}?filter[status]=open`)).body.items;
  expect(open.map(({ id: other }: Difference) => other)).not.toContain(found.id);
  await expectTotals();
});

test('so does money that was held as nobody’s, also a part of what is asked for', async () => {
  await charge(600_000, tenthAgo(2));
  const { id, number } = (await issue(monthAgo(2))).body;
  const { id: difference } = await transferred(10_000, 'за услуги');
  await decide(difference, { decision: 'unmatched' });
  expect(await balanceOf(scenario, '2030')).toBe(10_000);
  // Its purpose names no invoice: a second person reads whose it is, and a cancelled one takes nothing.
  const taken = await decide(difference, { decision: 'invoice', invoice: number });
  expect([taken.status, taken.body.status, taken.body.waits]).toEqual([200, 'held', true]);
  expect((await decide(difference, { decision: 'invoice', invoice: number })).body.code).toBe('move.illegal');
  const { shortName } = (await accountant.get(`/api/legal-entities/${scenario.company}`)).body;
  const [{ reason }] = (await scenario.operator.get('/api/approvals?filter[status]=pending')).body.items;
  expect(reason).toContain('Назначение: «за услуги»');
  expect(reason).toContain(`${number}, плательщик ${shortName}, осталось оплатить`);
  expect(taken.body.byTwo).toMatchObject({ reason, status: 'pending' });
  expect(await card(id)).toMatchObject({ paid: 0 });
  expect((await decideApproval()).body.status).toBe('approved');
  expect(await balanceOf(scenario, '2030')).toBe(0);
  expect(await card(id)).toMatchObject({ status: 'issued', paid: 10_000, open: 20_000, payments: [{ place: 'held' }] });
  await expectTotals();
});

test('a fee reversed after it was invoiced is a correction of its invoice, with the papers of the next month', async () => {
  const steps = refundSteps(scenario);
  const settlement = await agree(scenario);
  const paymentId = await payFully(scenario, settlement, 800_000);
  await book(paymentId, tenthAgo(6));
  const invoice = (await issue(monthAgo(6))).body;
  expect(invoice).toMatchObject({ amount: 40_000, lines: [{ count: 1 }] });
  await steps.propose(paymentId, 400_000, true);
  expect((await steps.decide(paymentId)).body.status).toBe('approved');
  await expect.poll(async () => (await steps.card(paymentId)).refunds[0]?.status).toBe('succeeded');
  await book(paymentId, tenthAgo(5));
  const corrected = await issue(monthAgo(5));
  expect(corrected.status, corrected.text).toBe(201);
  expect(corrected.body).toMatchObject({
    id: invoice.id,
    corrected: 20_000,
    open: 0 + invoice.open - 20_000,
    corrections: [{ amount: 20_000, reason: 'Вознаграждение возвращено вместе с платежами заёмщиков' }],
  });
  expect((await issue(monthAgo(5))).body.code).toBe('move.illegal');
  await expectTotals();
});

test('a purpose that names the INN of somebody else is read by a second person, whatever number stands in it', async () => {
  await charge(100_000, tenthAgo(9));
  const { id, number } = (await issue(monthAgo(9))).body;
  const { inn } = (await accountant.get(`/api/legal-entities/${scenario.company}`)).body;
  const foreign = await transferred(2_000, `Оплата счёта ${number}, ИНН 500100732259`);
  expect((await decide(foreign.id, { decision: 'invoice', invoice: number })).body).toMatchObject({ waits: true });
  expect((await decideApproval()).body.status).toBe('approved');
  const both = await transferred(1_000, `ИНН/КПП 5001007322/500101001, за ИНН ${inn}. Оплата счёта ${number}`);
  expect((await decide(both.id, { decision: 'invoice', invoice: number })).body).toMatchObject({ waits: true });
  expect((await decideApproval()).body.status).toBe('approved');
  const own = await transferred(2_000, `ИНН/КПП ${inn}/770101001 Оплата счёта ${number}`);
  expect((await decide(own.id, { decision: 'invoice', invoice: number })).body.status).toBe('decided');
  expect(await card(id)).toMatchObject({ status: 'paid', paid: 5_000 });
});

test('money is not counted to an invoice that was cancelled, whatever its purpose names', async () => {
  await charge(700_000, tenthAgo(1));
  const { id, number } = (await issue(monthAgo(1))).body;
  const found = await transferred(35_000, `Оплата счёта ${number}`);
  await accountant.post(`/internal/invoices/${id}/cancel`, { reason: 'Указан не тот договор' });
  const cancelled = 'Этот счёт аннулирован';
  // Whoever has read it as a living one a moment before meets the lock behind which it is none.
  const money = { amount: kopecks(35_000), valueDate: today, place: 'partner', differenceId: found.id } as const;
  const taking = scenario.write((tx) =>
    takeInvoiceMoney({ db: tx, actor: null }, { ...money, invoiceId: id, reference: null, accountId: 1 }),
  );
  await expect(taking).rejects.toThrow('move.illegal');
  expect((await decide(found.id, { decision: 'invoice', invoice: number })).body.fields).toEqual({
    invoice: cancelled,
  });
  await decide(found.id, { decision: 'unmatched' });
  expect((await decide(found.id, { decision: 'invoice', invoice: number })).body.fields).toEqual({
    invoice: cancelled,
  });
  const again = (await issue(monthAgo(1))).body;
  expect((await decide(found.id, { decision: 'invoice', invoice: again.number })).body.waits).toBe(true);
  // It waits, and the invoice is cancelled meanwhile.
  await accountant.post(`/internal/invoices/${again.id}/cancel`, { reason: 'Указан не тот договор' });
  expect((await decideApproval()).body.fields).toEqual({ invoice: cancelled });
  await expectTotals();
});

test('the totals of a month are of one moment, whatever money comes in meanwhile', async () => {
  const before = (await accountant.get(`/internal/invoices/totals?month=${today}`)).body;
  const waits = `select from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = current_database() and l.relation = 'ledger_lines'::regclass and not l.granted`;
  const fee = { amount: kopecks(12_200), vat: kopecks(2_200) };
  const { company: legalEntityId } = scenario;
  let asked: Promise<Reply> | undefined;
  await scenario.run('grant truncate on ledger_lines to public');
  await scenario.write(async (tx) => {
    await sql`lock table ledger_lines in access exclusive mode`.execute(tx);
    asked = accountant.get(`/internal/invoices/totals?month=${today}`);
    await expect.poll(async () => (await scenario.run(waits)).length).toBe(1);
    await bookEvent(tx, { kind: 'fee_restored', legalEntityId, fee }, { valueDate: today });
  });
  await scenario.run('revoke truncate on ledger_lines from public');
  const { withheld, invoiced, onTop, turnover } = (await asked!).body;
  expect(withheld + invoiced + onTop).toBe(turnover);
  expect(turnover).toBe(before.turnover + 12_200);
  await scenario.write((tx) => bookEvent(tx, { kind: 'fee_lowered', legalEntityId, fee }, { valueDate: today }));
  await expectTotals();
});
