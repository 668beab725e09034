import { randomUUID } from 'node:crypto';
import { kopecks } from '#domain/money.ts';
import { takeAnswer } from '#server/modules/payments/settle.ts';
import { settleDeadlines } from '#server/modules/settlements/deadlines.acts.ts';
import { lockDeal, type MoneyDeal, openOfDeal } from '#server/modules/settlements/money.acts.ts';
import { keepAgreement } from '#server/modules/settlements/running-deadlines.acts.ts';
import type { PartnerPayment } from '#server/partners/payments/port.ts';
import type { Tx } from '#server/platform/db.ts';
import type { Reply } from '../client.ts';
import { codeFor, creditorOf, debtorOf, lump, type Party } from './bargaining.ts';
import type { Stage } from './stage.ts';
import { type Act, byClock, later, post } from './walk-act.ts';
import { amounts, bargains, end, fulfil, isBetter, isRunning, other, type Who } from './walk-model.ts';

/** What is done with a settlement: offers and answers, money, and the ends of an agreement. */
export function dealActs(stage: Stage): Record<string, Act> {
  const sides: Record<Who, Party> = { individual: debtorOf(stage), creditor: creditorOf(stage) };

  const offering = (who: Who, amount: number): Act => ({
    needs: 'deal',
    legal: (model) =>
      bargains(model) &&
      (model.offer === null || model.turn === who) &&
      model.round < 10 &&
      isBetter(who, model.last[who], amount),
    apply: (model) => {
      model.offer = who;
      model.turn = other(who);
      model.round += 1;
      model.last[who] = amount;
    },
    ask: async ({ deal }) => {
      const code = await codeOf(who, deal);
      return post(sides[who].client, `${sides[who].base}/offer-terms/${deal}`, { plan: lump(amount), code });
    },
  });

  /** A code is refused where there is nothing to sign; then any six digits show that the act itself is refused too. */
  const codeOf = (who: Who, deal: number): Promise<string> => codeFor(stage, sides[who], deal).catch(() => '000000');

  const answering = (who: Who, move: 'accept' | 'reject' | 'recall' | 'stop'): Act => ({
    needs: 'deal',
    legal: (model) => {
      if (move === 'stop') return bargains(model);
      return bargains(model) && model.offer === (move === 'recall' ? who : other(who));
    },
    apply: (model) => {
      if (move === 'accept') {
        model.deal = 'waiting_for_payment';
        model.request = 'waiting_for_payment';
      } else if (move === 'stop') end(model);
      else model.turn = model.offer!;
      model.offer = null;
    },
    ask: async ({ deal }) => {
      const { client, base } = sides[who];
      if (move !== 'accept')
        return post(client, `${base}/loans/${deal}/${move === 'stop' ? 'stop' : `${move}-terms`}`, reasonOf(move));
      const { offers } = (await client.get(`/api/loans/${deal}`)).body;
      const active = offers.find(({ status }: { status: string }) => status === 'active') ?? offers[0];
      const code = await codeOf(who, deal);
      return post(client, `${base}/accept-terms/${deal}`, { termsHash: active?.termsHash ?? '0'.repeat(64), code });
    },
  });
  const reasonOf = (move: string): object => (move === 'recall' ? {} : { reason: 'Не подходит по сумме' });

  const reason = 'Платежи не поступают';

  /** The clock looks at an agreement: whether it has warned of it or ended it, the row tells. */
  async function looking(deal: number, now: Date): Promise<boolean> {
    const seen = () => stage.run('select status, cure_notice_on from settlements where id = $1', [deal]);
    const before = await seen();
    await stage.write((tx) => keepAgreement(stage.house.app, tx, deal, now));
    return JSON.stringify(await seen()) !== JSON.stringify(before);
  }

  /** Money of the partner, or the debtor's attempt to pay where there is nothing to pay. */
  const paying = (deal: number, isOpen: boolean, amountOf: (of: MoneyDeal) => number): Promise<Reply | boolean> =>
    isOpen
      ? stage.write((tx) => receive(tx, deal, amountOf))
      : post(stage.debtor, `/api/individuals/${stage.debtorId}/loans/${deal}/pay`, { amount: 100, channel: 'sbp' });

  /** The partner tells that money has come. */
  async function receive(tx: Tx, settlementId: number, amountOf: (of: MoneyDeal) => number): Promise<boolean> {
    const amount = kopecks(amountOf(await lockDeal(tx, settlementId)));
    const partnerId = randomUUID();
    const { id } = await tx
      .insertInto('payments')
      .values({
        settlementId,
        individualId: stage.debtorId,
        legalEntityId: stage.company,
        channel: 'sbp',
        amount,
        status: 'processing',
        partnerId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const told = { id: partnerId, amount, status: 'succeeded', payUrl: null, reason: null } as const;
    return takeAnswer(tx, id, { ...told, succeededAt: new Date() } as PartnerPayment);
  }

  return {
    ...Object.fromEntries(
      (['individual', 'creditor'] as const).flatMap((who) => [
        ...amounts[who].map((amount) => [`${who} offers ${amount}`, offering(who, amount)]),
        ...(['accept', 'reject', 'recall', 'stop'] as const).map((move) => [`${who} ${move}s`, answering(who, move)]),
      ]),
    ),
    'offer runs out': {
      needs: 'deal',
      legal: (model) => bargains(model) && model.offer !== null,
      apply: (model) => {
        model.turn = model.offer!;
        model.offer = null;
      },
      ask: ({ deal }) =>
        byClock(stage, 'settlements', deal, () => stage.write((tx) => settleDeadlines(tx, deal, later(9)))),
    },
    'both are silent for a month': {
      needs: 'deal',
      // An offer that lies there so long has run out before.
      legal: bargains,
      apply: (model) => {
        end(model);
        model.offer = null;
      },
      ask: async ({ deal }) =>
        byClock(stage, 'settlements', deal, () => stage.write((tx) => settleDeadlines(tx, deal, later(40)))),
    },
    'a part is paid': {
      needs: 'deal',
      legal: (model) => isRunning(model) && !model.part,
      apply: (model) => void (model.part = true),
      ask: ({ deal }, model) => paying(deal, isRunning(model) && !model.part, () => 100_000),
    },
    'all is paid': {
      needs: 'deal',
      legal: isRunning,
      apply: (model) => Object.assign(model, { deal: 'paid', request: 'paid' }),
      ask: ({ deal }, model) => paying(deal, isRunning(model), openOfDeal),
    },
    'creditor confirms': {
      needs: 'deal',
      legal: ({ deal }) => deal === 'paid',
      apply: fulfil,
      ask: ({ deal }) => post(stage.head, `/api/legal-entities/${stage.company}/loans/${deal}/fulfil`),
    },
    'clock finds it late': {
      needs: 'deal',
      legal: (model) => isRunning(model) && !model.warned,
      apply: (model) => void (model.warned = true),
      ask: async ({ deal }) => {
        await stage.run('update schedule_items set due_date = current_date - 60 where settlement_id = $1', [deal]);
        return looking(deal, later(0));
      },
    },
    'a month passes': {
      needs: 'deal',
      legal: (model) => model.deal === 'paid' || (isRunning(model) && model.warned),
      apply: (model) => (model.deal === 'paid' ? fulfil(model) : end(model)),
      ask: ({ deal }) => looking(deal, later(30)),
    },
    'head ends it': {
      needs: 'deal',
      legal: (model) => isRunning(model) && model.warned,
      apply: end,
      ask: ({ deal }) => post(stage.head, `/api/legal-entities/${stage.company}/loans/${deal}/breach`, { reason }),
    },
  };
}
