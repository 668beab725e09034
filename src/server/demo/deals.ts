import { addDays, addMonths } from '#domain/values/days.ts';
import { createRequest } from '../modules/requests/drafts.ts';
import type { App } from '../platform/app.ts';
import { endSessions } from '../platform/auth/sessions.ts';
import { inSystemTransaction } from '../platform/state/write.ts';
import { fillCards } from './cards.ts';
import { inThePast } from './past.ts';
import { policies, publishes } from './policies.ts';
import { ask, Deal, Stage } from './stage.ts';

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
export async function fillDeals(app: App, stopping: AbortSignal = new AbortController().signal): Promise<void> {
  const { db } = app.database;
  if (await db.selectFrom('requests').select('id').limit(1).executeTakeFirst()) return;
  await inSystemTransaction(db, 'system.demo', async (tx) => {
    await inThePast(tx, async (setMoment) => {
      const stage = new Stage(app, tx, setMoment);
      await fillCards(stage);
      for (const story of stories) {
        stopping.throwIfAborted();
        await story(stage);
      }
    });
    const people = await tx.selectFrom('accounts').select('id').execute();
    for (const { id } of people) await endSessions(tx, id, 'signed_out');
    // What is old has been read long ago.
    await tx
      .updateTable('notifications')
      .set((row) => ({ readAt: row.ref('createdAt') }))
      .where('createdAt', '<', new Date(Date.now() - 3 * 86_400_000))
      .execute();
    await tx.updateTable('demonstration').set({ wholeAt: new Date() }).execute();
  });
}

type Story = (stage: Stage) => Promise<void>;

/** Paid in three parts, each in its time; closed by the clock with a certificate, the opinion about it waits to be read. */
const keptByInstalments: Story = async (stage) => {
  await stage.on(126);
  const deal = await Deal.open(stage, ivanov, gamma, 'Готов закрыть долг за три месяца');
  const plan = { kind: 'equal' as const, payments: 3, periodMonths: 1, firstDate: addDays(stage.today, -115) };
  await deal.offers('individual', { ...plan, amount: deal.less(40) });
  await stage.on(125);
  await deal.offers('creditor', { ...plan, amount: deal.less(25) }, 'Согласны на рассрочку, но скидка меньше');
  await stage.on(124);
  await deal.accepts('individual');
  for (const daysAgo of [116, 86, 56]) {
    await stage.on(daysAgo);
    await deal.pays('next');
  }
  await stage.on(47);
  await deal.passes();
  await stage.on(45);
  await deal.rates(4, 'Договорились за три дня, звонков больше не было');
};

/** One payment with a discount, confirmed by the creditor; the opinion about it is published. */
const keptAtOnce: Story = async (stage) => {
  await stage.on(48);
  const deal = await Deal.open(stage, orlova, alpha, 'Могу заплатить сразу, если уменьшите долг');
  const plan = { kind: 'at_once' as const, amount: deal.less(45), firstDate: addDays(stage.today, -35) };
  await deal.offers('individual', plan, 'Деньги есть, заплачу в день подписания');
  await stage.on(46);
  await deal.accepts('creditor');
  await stage.on(44);
  await deal.pays('all');
  await stage.on(42);
  await deal.fulfils();
  await stage.on(41);
  await deal.rates(5, 'Спасибо, всё понятно и без давления');
  await stage.on(40);
  await deal.isPublishedBy('manager@demo.test');
};

/** Never paid: warned, then ended by the clock. */
const breached: Story = async (stage) => {
  await stage.on(80);
  const deal = await Deal.open(stage, belyaev, alpha);
  const firstDate = addDays(stage.today, -66);
  await deal.offers('creditor', { kind: 'equal', amount: deal.less(20), payments: 4, periodMonths: 1, firstDate });
  await stage.on(78);
  await deal.accepts('individual');
  for (const daysAgo of [63, 52, 40]) {
    await stage.on(daysAgo);
    await deal.passes();
  }
};

/** Two payments have come, between them both sides have agreed to a longer schedule; the third is due in a fortnight. */
const running: Story = async (stage) => {
  await stage.on(62);
  const deal = await Deal.open(stage, ivanov, alpha, 'Смогу платить частями с каждой зарплаты');
  const plan = {
    kind: 'equal' as const,
    payments: 6,
    periodMonths: 1,
    firstDate: addMonths(addDays(stage.today, 14), -2),
  };
  await deal.offers('individual', { ...plan, amount: deal.less(35) }, 'Первый платёж — со следующей зарплаты');
  await stage.on(61);
  await deal.rejects('creditor', 'Скидка больше той, на которую мы готовы');
  await deal.offers('creditor', { ...plan, amount: deal.less(15) });
  await stage.on(60);
  await deal.offers('individual', { ...plan, amount: deal.less(20) }, 'Больше платить не смогу');
  await stage.on(59);
  await deal.accepts('creditor');
  await stage.on(48);
  await deal.pays('next');
  await stage.on(30);
  const later = { kind: 'equal' as const, payments: 7, periodMonths: 1, firstDate: addMonths(plan.firstDate, 1) };
  await deal.reschedules('individual', later, 'Меня перевели на полставки: смогу платить меньше, но дольше');
  await stage.on(29);
  await deal.accepts('creditor');
  await stage.on(18);
  await deal.pays('next');
};

/** The second payment is a week late, and its debtor asks for another schedule. */
const overdue: Story = async (stage) => {
  await stage.on(47);
  const deal = await Deal.open(stage, petrova, alpha, 'Готова платить частями, если уменьшите пени');
  const firstDate = addMonths(addDays(stage.today, -8), -1);
  const plan = { kind: 'differentiated' as const, payments: 5, periodMonths: 1, rateBps: 1_200, firstDate };
  await deal.offers('creditor', { ...plan, amount: deal.less(30) }, 'Скидка больше, проценты небольшие');
  await stage.on(46);
  await deal.accepts('individual');
  await stage.on(39);
  await deal.pays('next');
  await stage.on(0);
  await deal.passes();
  const later = { ...plan, payments: 6, firstDate: addDays(stage.today, 10) };
  await deal.reschedules('individual', later, 'Была на больничном, зарплату задержали');
};

/** All is paid since yesterday; the creditor has not confirmed yet. */
const paid: Story = async (stage) => {
  await stage.on(6);
  const deal = await Deal.open(stage, kuznetsova, alpha);
  const firstDate = addDays(stage.today, 2);
  await deal.offers('creditor', { kind: 'at_once', amount: deal.less(50), firstDate }, 'Только до конца месяца');
  await stage.on(5);
  await deal.accepts('individual');
  await stage.on(1);
  await deal.pays('all');
};

/** Signed yesterday about a claim that was ceded; nothing is to be paid yet. */
const signed: Story = async (stage) => {
  await stage.on(3);
  const deal = await Deal.open(stage, kuznetsova, gamma, 'Хочу договориться с новым кредитором');
  const plan = {
    kind: 'annuity' as const,
    payments: 12,
    periodMonths: 1,
    rateBps: 900,
    firstDate: addDays(stage.today, 20),
  };
  await deal.offers('individual', { ...plan, amount: deal.less(30) });
  await stage.on(1);
  await deal.accepts('creditor');
};

/** The debtor has broken the bargaining off. */
const stopped: Story = async (stage) => {
  await stage.on(21);
  const deal = await Deal.open(stage, orlova, alpha);
  const firstDate = addDays(stage.today, -5);
  await deal.offers('creditor', { kind: 'at_once', amount: deal.less(5), firstDate });
  await stage.on(19);
  await deal.stops('individual', 'Скидка слишком мала, подожду решения суда');
};

/** Nobody has offered anything for a month. */
const silent: Story = async (stage) => {
  await stage.on(39);
  const deal = await Deal.open(stage, belyaev, alpha);
  const firstDate = addDays(stage.today, -5);
  await deal.offers('individual', { kind: 'at_once', amount: deal.less(60), firstDate });
  for (const daysAgo of [31, 15, 9, 8]) {
    await stage.on(daysAgo);
    await deal.passes();
  }
};

/** The conditions by which the creditors of the demonstration answer; what began before goes on by hand. */
const conditions: Story = async (stage) => {
  await stage.on(2);
  for (const [head, bands] of Object.entries(policies)) await publishes(stage, head, bands);
};

/** The debtor's first offer lies on the table: four fifths of the debt in six parts. */
const offered: Story = async (stage) => {
  await stage.on(1);
  const deal = await Deal.open(stage, petrova, beta, 'Готова платить частями, если уменьшите пени');
  const firstDate = addDays(stage.today, 14);
  const plan = { kind: 'equal' as const, amount: deal.less(20), payments: 6, periodMonths: 1, firstDate };
  await deal.offers('individual', plan, 'Первый платёж — со следующей зарплаты');
};

/** The creditor has answered; it is the debtor's turn. */
const answered: Story = async (stage) => {
  await stage.on(4);
  const deal = await Deal.open(stage, kuznetsova, alpha, 'Есть договорённость с работодателем о премии');
  const plan = { kind: 'equal' as const, payments: 8, periodMonths: 1, firstDate: addDays(stage.today, 12) };
  await deal.offers('individual', { ...plan, amount: deal.less(40) });
  await stage.on(2);
  await deal.offers('creditor', { ...plan, payments: 5, amount: deal.less(25) }, 'Пять платежей вместо восьми');
};

/** Nothing has been offered yet: the creditor moves first. */
const opened: Story = async (stage) => {
  await stage.on(2);
  await Deal.open(stage, belyaev, gamma);
};

/** Requests without a settlement: one just handed over, one that looks for its creditor, one not complete. */
const requested: Story = async (stage) => {
  await stage.on(0);
  await ask(stage, ivanov, beta, 'Готов платить частями, если уменьшите пени');
  const known = { contractNumber: '2024/118-К', claimedDebt: 8_450_000, debtReason: 'illness' as const };
  const searcher = await stage.by(orlova);
  const away = { creditorInn: '7710140679', creditorName: 'АО «Т Банк»' };
  await createRequest(searcher, searcher.actor.individualId!, { ...away, ...known });
  const beginner = await stage.by('sidorov@demo.test');
  await createRequest(beginner, beginner.actor.individualId!, away);
};

/** In the order in which they began. */
const stories: readonly Story[] = [
  keptByInstalments,
  breached,
  running,
  silent,
  keptAtOnce,
  overdue,
  stopped,
  paid,
  answered,
  signed,
  opened,
  conditions,
  offered,
  requested,
];
