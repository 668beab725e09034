import { sql } from 'kysely';
import { addDays, addMonths } from '#domain/values/days.ts';
import { createRequest } from '../modules/requests/drafts.ts';
import type { App } from '../platform/app.ts';
import { endSessions } from '../platform/auth/sessions.ts';
import { startTimeouts } from '../platform/database/db.ts';
import { inSystemTransaction } from '../platform/state/write.ts';
import { inThePast } from './backdating.ts';
import { fillCards } from './cards.ts';
import { complained } from './complaints.ts';
import { invoiced } from './invoices.ts';
import { pausedByIllness, stoppedByBankruptcy } from './life.ts';
import { policies, publishesPolicy, signsCertificateRule } from './policies.ts';
import { ask, DemoScenario, Settlement } from './scenario.ts';

const ivanov = 'ivanov@demo.test';
const petrova = 'petrova@demo.test';
const orlova = 'orlova@demo.test';
const belyaev = 'belyaev@demo.test';
const kuznetsova = 'kuznetsova@demo.test';
const alpha = 'manager@alpha.test';
const beta = 'head@beta.test';
const gamma = 'head@gamma.test';

/**
 * Settlements of the demonstration in all states that there are, in one transaction together with the mark that it is whole;
 * a database that knows any request is left as it is.
 * @throws between two of them when `stopping` is set off; then nothing stays
 */
export async function fillSettlements(app: App, stopping: AbortSignal = new AbortController().signal): Promise<void> {
  const { db } = app.database;
  if (await db.selectFrom('requests').select('id').limit(1).executeTakeFirst()) return;
  await inSystemTransaction(db, 'system.demo', async (tx) => {
    const { statement_timeout: limit } = startTimeouts;
    // On a slow machine a story takes long between two statements, too.
    await sql`set local statement_timeout = ${sql.lit(limit)}`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(limit)}`.execute(tx);
    await inThePast(tx, async (setMoment) => {
      const scenario = new DemoScenario(app, tx, setMoment);
      await fillCards(scenario);
      for (const story of stories) {
        stopping.throwIfAborted();
        await story(scenario);
      }
    });
    const people = await tx.selectFrom('accounts').select('id').execute();
    for (const { id } of people) await endSessions(tx, id, 'signed_out');
    // Of what has happened in the stories nobody is told anew.
    await tx.deleteFrom('deliveries').execute();
    await sql`update chats c set last_at = m.at
      from (select chat_id, max(created_at) as at from chat_messages group by chat_id) m where m.chat_id = c.id`.execute(
      tx,
    );
    // What is old has been read long ago.
    await tx
      .updateTable('notifications')
      .set((row) => ({ readAt: row.ref('createdAt') }))
      .where('createdAt', '<', new Date(Date.now() - 3 * 86_400_000))
      .execute();
    await tx
      .updateTable('letters')
      .set((row) => ({ status: 'sent', attempts: 1, sendingAt: row.ref('createdAt'), sentAt: row.ref('createdAt') }))
      .where('status', '=', 'queued')
      .where('createdAt', '<', new Date(Date.now() - 86_400_000))
      .execute();
    await tx.updateTable('demonstration').set({ wholeAt: new Date() }).execute();
  });
}

type Story = (scenario: DemoScenario) => Promise<void>;

/** Whose certificates are signed by themselves; of the bank its head signs each by a code. */
const certificateRules: Story = async (scenario) => {
  await scenario.on(131);
  for (const head of ['head@alpha.test', gamma]) await signsCertificateRule(scenario, head);
};

/** Paid in three parts, each in its time; closed by the clock with a certificate, the opinion about it waits to be read. */
const paidByInstalments: Story = async (scenario) => {
  await scenario.on(126);
  const settlement = await Settlement.open(scenario, ivanov, gamma, 'Готов закрыть долг за три месяца');
  const plan = { kind: 'equal' as const, payments: 3, periodMonths: 1, firstDate: addDays(scenario.today, -115) };
  await settlement.offers('individual', { ...plan, amount: settlement.less(40) });
  await scenario.on(125);
  await settlement.offers(
    'creditor',
    { ...plan, amount: settlement.less(25) },
    'Согласны на рассрочку, но скидка меньше',
  );
  await scenario.on(124);
  await settlement.accepts('individual');
  for (const daysAgo of [116, 86, 56]) {
    await scenario.on(daysAgo);
    await settlement.pays('next');
  }
  // The clock looks at it every day: after three working days, however long the holidays are, it is closed.
  for (let daysAgo = 55; daysAgo >= 40; daysAgo--) {
    await scenario.on(daysAgo);
    await settlement.passes();
  }
  await scenario.on(39);
  await settlement.rates(4, 'Договорились за три дня, звонков больше не было');
};

/** One payment with a discount, confirmed by the creditor; the opinion about it is published. */
const paidAtOnce: Story = async (scenario) => {
  await scenario.on(48);
  const settlement = await Settlement.open(scenario, orlova, alpha, 'Могу заплатить сразу, если уменьшите долг');
  const plan = { kind: 'at_once' as const, amount: settlement.less(45), firstDate: addDays(scenario.today, -35) };
  await settlement.offers('individual', plan, 'Деньги есть, заплачу в день подписания');
  await scenario.on(46);
  await settlement.accepts('creditor');
  await scenario.on(44);
  await settlement.pays('all');
  await scenario.on(42);
  await settlement.isFulfilledBy('accountant@alpha.test');
  await scenario.on(41);
  await settlement.rates(5, 'Спасибо, всё понятно и без давления');
  await scenario.on(40);
  await settlement.isPublishedBy('manager@demo.test');
};

/** Never paid: the notice has come by letter and was read, its time has passed, and the head has ended the agreement. */
const breached: Story = async (scenario) => {
  await scenario.on(130);
  const settlement = await Settlement.open(scenario, belyaev, alpha);
  const firstDate = addDays(scenario.today, -116);
  await settlement.offers('creditor', {
    kind: 'equal',
    amount: settlement.less(20),
    payments: 4,
    periodMonths: 1,
    firstDate,
  });
  await scenario.on(128);
  await settlement.accepts('individual');
  for (const daysAgo of [113, 52]) {
    await scenario.on(daysAgo);
    await settlement.passes();
  }
  await scenario.on(51);
  await settlement.isWritten();
  await scenario.on(50);
  await settlement.readsNotices();
  await scenario.on(18);
  await settlement.passes();
  await scenario.on(17);
  await settlement.isEndedBy('head@alpha.test', 'Платежей не было ни разу, на уведомление ответа нет');
  await scenario.on(16);
  await settlement.isWritten();
};

/** Two payments have come, between them both sides have agreed to a longer schedule; the third is due in a fortnight. */
const running: Story = async (scenario) => {
  await scenario.on(62);
  const settlement = await Settlement.open(scenario, ivanov, alpha, 'Смогу платить частями с каждой зарплаты');
  const plan = {
    kind: 'equal' as const,
    payments: 6,
    periodMonths: 1,
    firstDate: addMonths(addDays(scenario.today, 14), -2),
  };
  await settlement.offers(
    'individual',
    { ...plan, amount: settlement.less(35) },
    'Первый платёж — со следующей зарплаты',
  );
  await scenario.on(61);
  await settlement.rejects('creditor', 'Скидка больше той, на которую мы готовы');
  await settlement.offers('creditor', { ...plan, amount: settlement.less(15) });
  await scenario.on(60);
  await settlement.offers('individual', { ...plan, amount: settlement.less(20) }, 'Больше платить не смогу');
  await scenario.on(59);
  await settlement.accepts('creditor');
  await scenario.on(48);
  await settlement.pays('next');
  await scenario.on(30);
  const later = { kind: 'equal' as const, payments: 7, periodMonths: 1, firstDate: addMonths(plan.firstDate, 1) };
  await settlement.reschedules('individual', later, 'Меня перевели на полставки: смогу платить меньше, но дольше');
  await scenario.on(29);
  await settlement.accepts('creditor');
  await scenario.on(18);
  await settlement.pays('next');
  await scenario.on(4);
  await settlement.asksForStatement();
};

/** About a debt that is in court; the second payment is a week late, and its debtor asks for another schedule. */
const overdue: Story = async (scenario) => {
  await scenario.on(47);
  const settlement = await Settlement.open(scenario, petrova, alpha, 'Готова платить частями, если уменьшите пени');
  await settlement.goesTo('court', '2-1187/2026', 'Мировой судья судебного участка № 12');
  const firstDate = addMonths(addDays(scenario.today, -8), -1);
  const plan = { kind: 'equal' as const, payments: 5, periodMonths: 1, firstDate };
  await settlement.offers('creditor', { ...plan, amount: settlement.less(30) }, 'Скидка больше, без процентов');
  await scenario.on(46);
  await settlement.accepts('individual');
  await scenario.on(39);
  await settlement.pays('next');
  await scenario.on(0);
  await settlement.passes();
  const later = { ...plan, payments: 6, firstDate: addDays(scenario.today, 10) };
  await settlement.reschedules('individual', later, 'Была на больничном, зарплату задержали');
};

/** All is paid since yesterday; the creditor has not confirmed yet. */
const paid: Story = async (scenario) => {
  await scenario.on(6);
  const settlement = await Settlement.open(scenario, kuznetsova, alpha);
  const firstDate = addDays(scenario.today, 2);
  await settlement.offers(
    'creditor',
    { kind: 'at_once', amount: settlement.less(50), firstDate },
    'Только до конца месяца',
  );
  await scenario.on(5);
  await settlement.accepts('individual');
  await scenario.on(1);
  await settlement.pays('all');
};

/** Signed yesterday about a claim that was ceded and that bailiffs collect; nothing is to be paid yet. */
const signed: Story = async (scenario) => {
  await scenario.on(3);
  const settlement = await Settlement.open(scenario, kuznetsova, gamma, 'Хочу договориться с новым кредитором');
  await settlement.goesTo('enforcement', '48215/26/77011-ИП', 'Центральный ОСП № 3');
  const plan = { kind: 'equal' as const, payments: 12, periodMonths: 1, firstDate: addDays(scenario.today, 20) };
  await settlement.offers('individual', { ...plan, amount: settlement.less(30) });
  await scenario.on(1);
  await settlement.accepts('creditor');
};

/** The debtor has broken the bargaining off. */
const stopped: Story = async (scenario) => {
  await scenario.on(21);
  const settlement = await Settlement.open(scenario, orlova, alpha);
  const firstDate = addDays(scenario.today, -5);
  await settlement.offers('creditor', { kind: 'at_once', amount: settlement.less(5), firstDate });
  await scenario.on(19);
  await settlement.stops('individual', 'Скидка слишком мала, подожду решения суда');
};

/** Nobody has offered anything for a month after the only offer had ended. */
const silent: Story = async (scenario) => {
  await scenario.on(49);
  const settlement = await Settlement.open(scenario, belyaev, alpha);
  const firstDate = addDays(scenario.today, -5);
  await settlement.offers('individual', { kind: 'at_once', amount: settlement.less(60), firstDate });
  // The offer ends after a week, and silence counts from there: two warnings, then the end. The day may have changed since the offer began.
  for (const daysAgo of [40, 17, 12, 10]) {
    await scenario.on(daysAgo);
    await settlement.passes();
  }
};

/** The conditions by which the creditors of the demonstration answer; what began before goes on by hand. */
const conditions: Story = async (scenario) => {
  await scenario.on(2);
  for (const [head, bands] of Object.entries(policies)) await publishesPolicy(scenario, head, bands);
};

/** The debtor's first offer waits for an answer: four fifths of the debt in six parts. */
const offered: Story = async (scenario) => {
  await scenario.on(1);
  const settlement = await Settlement.open(scenario, petrova, beta, 'Готова платить частями, если уменьшите пени');
  const firstDate = addDays(scenario.today, 14);
  const plan = { kind: 'equal' as const, amount: settlement.less(20), payments: 6, periodMonths: 1, firstDate };
  await settlement.offers('individual', plan, 'Первый платёж — со следующей зарплаты');
};

/** The creditor has answered; it is the debtor's turn. */
const answered: Story = async (scenario) => {
  await scenario.on(4);
  const settlement = await Settlement.open(scenario, kuznetsova, alpha, 'Есть договорённость с работодателем о премии');
  const plan = { kind: 'equal' as const, payments: 8, periodMonths: 1, firstDate: addDays(scenario.today, 12) };
  await settlement.offers('individual', { ...plan, amount: settlement.less(40) });
  await scenario.on(2);
  await settlement.offers(
    'creditor',
    { ...plan, payments: 5, amount: settlement.less(25) },
    'Пять платежей вместо восьми',
  );
};

/** A bank asks for interest on what is left of the principal; it is the debtor's turn. */
const priced: Story = async (scenario) => {
  await scenario.on(1);
  const settlement = await Settlement.open(scenario, kuznetsova, beta, 'Смогу платить, если платежи будут небольшими');
  const firstDate = addDays(addMonths(scenario.today, 1), 5);
  const plan = { kind: 'annuity' as const, payments: 12, periodMonths: 1, rateBps: 900, firstDate };
  await settlement.offers(
    'creditor',
    { ...plan, amount: settlement.less(15) },
    'Платежи равные, ставка вдвое ниже договора',
  );
};

/** Nothing has been offered yet: the creditor moves first. */
const opened: Story = async (scenario) => {
  await scenario.on(2);
  await Settlement.open(scenario, belyaev, gamma);
};

/** Requests without a settlement: one just handed over, one that looks for its creditor, one not complete. */
const requested: Story = async (scenario) => {
  await scenario.on(0);
  await ask(scenario, ivanov, beta, 'Готов платить частями, если уменьшите пени');
  const known = { contractNumber: '2024/118-К', claimedDebt: 8_450_000, debtReason: 'illness' as const };
  const searcher = await scenario.by(belyaev);
  const away = { creditorInn: '7710140679', creditorName: 'АО «Т Банк»' };
  await createRequest(searcher, searcher.actor.individualId!, { ...away, ...known });
  const beginner = await scenario.by('sidorov@demo.test');
  await createRequest(beginner, beginner.actor.individualId!, away);
};

/** In the order in which they began; what befalls people comes after what they have agreed on, and before conditions answer. */
const stories: readonly Story[] = [
  certificateRules,
  paidByInstalments,
  breached,
  running,
  silent,
  paidAtOnce,
  overdue,
  stopped,
  paid,
  answered,
  priced,
  signed,
  opened,
  pausedByIllness,
  stoppedByBankruptcy,
  complained,
  conditions,
  offered,
  requested,
  invoiced,
];
