import { bringToMorning } from '#server/modules/settlements/agreement/sub-jobs.ts';
import {
  type LockedSettlement,
  lockSettlement,
  totalOutstanding,
} from '#server/modules/settlements/money/money.commands.ts';
import { settleDeadlines } from '#server/modules/settlements/negotiation/deadlines.commands.ts';
import { MOSCOW_TODAY } from '#test/helpers/moscow-today.ts';
import type { Reply } from '../../helpers/client.ts';
import { codeFor, creditorOf, debtorOf, headOf, lump, noText, type Party, readDraft } from './bargaining.ts';
import { receive } from './money.ts';
import type { Scenario } from './scenario.ts';
import { type Act, byClock, later, post } from './walk-act.ts';
import {
  amounts,
  bargains,
  end,
  fulfil,
  isBetter,
  isProposed,
  isRunning,
  other,
  reopen,
  type Who,
} from './walk-model.ts';

/** What is done with a settlement: offers and answers, money, and the ends of an agreement. */
export function settlementMoves(scenario: Scenario): Record<string, Act> {
  const sides: Record<Who, Party> = { individual: debtorOf(scenario), creditor: creditorOf(scenario) };

  const offering = (who: Who, amount: number): Act => ({
    needs: 'settlement',
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
    ask: async ({ settlement }) => {
      const plan = lump(amount);
      const textHash = await readDraft(sides[who], settlement, { plan });
      const code = await codeOf(who, settlement, textHash);
      return post(sides[who].client, `${sides[who].base}/offer-terms/${settlement}`, { plan, textHash, code });
    },
  });

  /** A code is refused where there is nothing to sign; then any six digits show that the act itself is refused too. */
  const codeOf = (who: Who, settlement: number, textHash?: string): Promise<string> =>
    codeFor(scenario, sides[who], settlement, textHash).catch(() => '000000');

  const answering = (who: Who, move: 'accept' | 'reject' | 'recall' | 'stop'): Act => ({
    needs: 'settlement',
    legal: (model) => {
      if (move === 'stop') return bargains(model);
      const author = move === 'recall' ? who : other(who);
      // An annulment is agreed to by an act of its own.
      if (isProposed(model, author)) return move !== 'accept' || model.proposal?.kind === 'addendum';
      return bargains(model) && model.offer === author;
    },
    apply: (model) => {
      if (isRunning(model)) {
        model.proposal = null;
        if (move === 'accept') model.warned = false;
      } else if (move === 'accept') {
        model.settlement = 'waiting_for_payment';
        model.request = 'waiting_for_payment';
      } else if (move === 'stop') end(model);
      else model.turn = model.offer!;
      model.offer = null;
    },
    ask: async ({ settlement }) => {
      const { client, base } = sides[who];
      if (move !== 'accept')
        return post(
          client,
          `${base}/loans/${settlement}/${move === 'stop' ? 'stop' : `${move}-terms`}`,
          reasonOf(move),
        );
      const { offers, proposals } = (await client.get(`/api/loans/${settlement}`)).body;
      const active = [...offers, ...proposals].find(({ status }) => status === 'active') ?? offers[0];
      const code = await codeOf(who, settlement);
      return post(client, `${base}/accept-terms/${settlement}`, {
        termsHash: active?.termsHash ?? noText,
        code,
      });
    },
  });
  const reasonOf = (move: string): object => (move === 'recall' ? {} : { reason: 'Не подходит по сумме' });

  /** A schedule in the place of the one in force: all that is left, at once. */
  const proposing = (who: Who): Act => ({
    needs: 'settlement',
    legal: isRunning,
    apply: (model) => void (model.proposal = { kind: 'addendum', by: who }),
    ask: async ({ settlement }) => {
      const { client, base } = sides[who];
      const { rest } = (await client.get(`/api/loans/${settlement}`)).body;
      const plan = lump(rest?.principal ?? 100);
      const textHash = await readDraft(sides[who], settlement, { plan });
      const code = await codeOf(who, settlement, textHash);
      return post(client, `${base}/loans/${settlement}/reschedule`, { plan, textHash, code });
    },
  });

  /** Only the head gives an agreement of his company up. */
  const givers: Record<Who, Party> = { individual: sides.individual, creditor: headOf(scenario) };
  const giving = (who: Who, agrees: boolean): Act => ({
    needs: 'settlement',
    legal: (model) =>
      isRunning(model) &&
      !model.part &&
      (!agrees || (isProposed(model, other(who)) && model.proposal?.kind === 'annulment')),
    apply: (model) => (agrees ? reopen(model) : void (model.proposal = { kind: 'annulment', by: who })),
    ask: async ({ settlement }) => {
      const { client, base } = givers[who];
      const { proposals } = (await client.get(`/api/loans/${settlement}`)).body;
      const termsHash = proposals.find(({ status }: { status: string }) => status === 'active')?.termsHash;
      const reason = 'Договоримся о другом';
      const body = agrees
        ? { termsHash: termsHash ?? noText }
        : { reason, textHash: await readDraft(givers[who], settlement, { reason }) };
      const signed = 'textHash' in body ? body.textHash : body.termsHash;
      const code = await codeFor(scenario, givers[who], settlement, signed).catch(() => '000000');
      return post(client, `${base}/loans/${settlement}/reopen`, { ...body, code });
    },
  });

  const reason = 'Платежи не поступают';

  /** A new day comes to an agreement: whether it has warned of it or ended it, the row tells. */
  async function looking(settlement: number, now: Date): Promise<boolean> {
    const seen = () =>
      scenario.run(
        `select status, (select count(*) from notices n where n.settlement_id = s.id and n.about_due is not null) as warned
         from settlements s where id = $1`,
        [settlement],
      );
    const before = await seen();
    await scenario.write((tx) => bringToMorning(scenario.testApp.app, tx, settlement, now));
    return JSON.stringify(await seen()) !== JSON.stringify(before);
  }

  /** Money of the partner, or the debtor's attempt to pay where there is nothing to pay. */
  const paying = (
    settlement: number,
    isOpen: boolean,
    amountOf: (of: LockedSettlement) => number,
  ): Promise<Reply | boolean> =>
    isOpen
      ? scenario.write(async (tx) => receive(scenario, tx, settlement, amountOf(await lockSettlement(tx, settlement))))
      : post(scenario.debtor, `/api/individuals/${scenario.debtorId}/loans/${settlement}/pay`, {
          amount: 100,
          channel: 'sbp',
        });

  return {
    ...Object.fromEntries(
      (['individual', 'creditor'] as const).flatMap((who) => [
        ...amounts[who].map((amount) => [`${who} offers ${amount}`, offering(who, amount)]),
        ...(['accept', 'reject', 'recall', 'stop'] as const).map((move) => [`${who} ${move}s`, answering(who, move)]),
        [`${who} proposes a schedule`, proposing(who)],
        [`${who} gives up`, giving(who, false)],
        [`${who} agrees to give up`, giving(who, true)],
      ]),
    ),
    'offer runs out': {
      needs: 'settlement',
      legal: (model) => (bargains(model) && model.offer !== null) || (isRunning(model) && model.proposal !== null),
      apply: (model) => {
        model.proposal = null;
        if (!bargains(model)) return;
        model.turn = model.offer!;
        model.offer = null;
      },
      ask: ({ settlement }) =>
        byClock(scenario, 'settlements', settlement, () =>
          scenario.write((tx) => settleDeadlines(tx, settlement, later(9))),
        ),
    },
    'both are silent for a month': {
      needs: 'settlement',
      // An offer that lies there so long has run out before.
      legal: (model) => bargains(model) || (isRunning(model) && model.proposal !== null),
      apply: (model) => {
        if (bargains(model)) end(model);
        model.proposal = null;
        model.offer = null;
      },
      ask: async ({ settlement }) =>
        byClock(scenario, 'settlements', settlement, () =>
          scenario.write((tx) => settleDeadlines(tx, settlement, later(40))),
        ),
    },
    'a part is paid': {
      needs: 'settlement',
      legal: (model) => isRunning(model) && !model.part,
      apply: (model) => Object.assign(model, { part: true, proposal: null }),
      ask: ({ settlement }, model) => paying(settlement, isRunning(model) && !model.part, () => 100_000),
    },
    'all is paid': {
      needs: 'settlement',
      legal: isRunning,
      apply: (model) => Object.assign(model, { settlement: 'paid', request: 'paid', proposal: null }),
      ask: ({ settlement }, model) => paying(settlement, isRunning(model), totalOutstanding),
    },
    'creditor confirms': {
      needs: 'settlement',
      legal: ({ settlement }) => settlement === 'paid',
      apply: fulfil,
      ask: ({ settlement }) =>
        post(scenario.head, `/api/legal-entities/${scenario.company}/loans/${settlement}/fulfil`),
    },
    'clock finds it late': {
      needs: 'settlement',
      legal: (model) => isRunning(model) && !model.warned,
      apply: (model) => void (model.warned = true),
      ask: async ({ settlement }) => {
        await scenario.run(`update schedule_items set due_date = ${MOSCOW_TODAY} - 61 where settlement_id = $1`, [
          settlement,
        ]);
        const isTold = await looking(settlement, later(0));
        // The notice has come long ago: its time is over, and the head may decide.
        const long = `update notices set delivered_at = now() - interval '45 days' where settlement_id = $1`;
        await scenario.run(long, [settlement]);
        return isTold;
      },
    },
    'a month passes': {
      needs: 'settlement',
      // The clock ends nothing that its creditor has not decided.
      legal: ({ settlement }) => settlement === 'paid',
      apply: fulfil,
      ask: ({ settlement }) => looking(settlement, later(30)),
    },
    'head ends it': {
      needs: 'settlement',
      legal: (model) => isRunning(model) && model.warned,
      apply: end,
      ask: ({ settlement }) =>
        post(scenario.head, `/api/legal-entities/${scenario.company}/loans/${settlement}/breach`, { reason }),
    },
  };
}
