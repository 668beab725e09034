import { afterEach, describe, expect, test } from 'vitest';
import { addDays, addMonths, moscowDay } from '#domain/values/days.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import type { Reply } from '../../helpers/client.ts';
import { lettersTo } from '../../helpers/mail/letters.ts';
import { agreeToPause, forget, lateAgreement, sendPaper } from '../../life-events/helpers/life.ts';
import { openPaymentScenario, payFully, seenSettlement } from '../../payments/helpers/scenario.ts';
import { resetLimits } from '../../security/helpers/limits.ts';
import { agree, propose } from '../helpers/addenda.ts';
import {
  accept,
  bandWithPenalty,
  codeFor,
  creditorOf,
  debtorOf,
  firstDate,
  headOf,
  offer,
  publish,
  readDraft,
} from '../helpers/bargaining.ts';
import { pauseSteps } from '../helpers/pauses.ts';
import { asKind } from '../helpers/scenario.ts';

/** The pause of goodwill (docs/decisions/0101); holidays are in holidays.test.ts. */
const scenario = await openPaymentScenario();
const [debtor, manager] = [debtorOf(scenario), creditorOf(scenario)];
const today = moscowDay(new Date());
expect((await publish(scenario, [bandWithPenalty], 0)).status).toBe(200);
afterEach(async () => {
  await forget(scenario);
  await resetLimits(scenario.testApp);
});

const { tick, accrued, take, addenda, plannedRow } = pauseSteps(scenario);
const ask = (id: number, form: object): Promise<Reply> =>
  sendPaper(debtor.client, `${debtor.base}/loans/${id}/pause`, form);

describe('a pause of goodwill', () => {
  test('moves what is owed with interest, too, and is asked of no price of the day on which it is signed', async () => {
    const interest = { kind: 'annuity', amount: 3_500_000, rateBps: 1000, payments: 3, firstDate, downPayment: 0 };
    const id = await lateAgreement(scenario, 3, interest);
    await scenario.run('update schedule_items set due_date = $2 where settlement_id = $1 and no = 2', [id, today]);
    await ask(id, { kind: 'illness', months: 2 });
    const offered = await agreeToPause(scenario, manager, id);
    expect(offered.status, offered.text).toBe(200);
    const signed = await asKind(scenario, 'Связь', () => agree(scenario, debtor, id));
    expect(signed.status, signed.text).toBe(200);
  });

  test('is agreed to as it was read: another one asked for meanwhile is not signed', async () => {
    const id = await lateAgreement(scenario, 3);
    await ask(id, { kind: 'illness', months: 1 });
    const path = `${manager.base}/loans/${id}/pause`;
    const { sha256: textHash } = (await manager.client.post(`${path}/agreement-text`, {})).body;
    const code = await codeFor(scenario, manager, id, textHash);
    await debtor.client.delete(`${debtor.base}/loans/${id}/pause`);
    await ask(id, { kind: 'illness', months: 6 });
    const refused = await manager.client.post(`${path}/agreement`, { textHash, code });
    expect([refused.status, refused.body.code]).toEqual([409, 'offer.replaced']);
    expect((await manager.client.post(`${path}/agreement`, { code })).body.fields).toHaveProperty('textHash');
    expect((await seenSettlement(scenario, id)).proposals).toEqual([]);
  });

  test('is asked for with a paper, agreed to by the creditor, and begins when the debtor signs the addendum', async () => {
    const id = await lateAgreement(scenario, 3);
    await plannedRow(id);
    const asked = await ask(id, { kind: 'illness', months: 2, comment: 'Перелом' });
    expect(asked.status, asked.text).toBe(200);
    expect(asked.body.life[0]).toMatchObject({ kind: 'illness', status: 'waiting', months: 2 });
    expect((await ask(id, { kind: 'job_loss', months: 1 })).status).toBe(409);
    const offered = await agreeToPause(scenario, manager, id);
    expect(offered.status, offered.text).toBe(200);
    expect(offered.body.proposals[0]).toMatchObject({ kind: 'addendum', side: 'creditor', status: 'active' });
    expect(offered.body.life[0].status).toBe('waiting');
    const signed = await agree(scenario, debtor, id);
    expect(signed.status, signed.text).toBe(200);
    const until = addDays(addMonths(today, 2), -1);
    expect(signed.body.life[0]).toMatchObject({ kind: 'illness', status: 'in_force', since: today, until });
    expect(signed.body.nextDueDate > until).toBe(true);
    expect(await addenda(id)).toEqual([{ count: 1 }]);
    const before = await accrued(id);
    await tick(40);
    expect(await accrued(id)).toBe(before);
    expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
  });

  test('by illness wants a consent of its own, and its paper is open to the creditor while he answers', async () => {
    const id = await lateAgreement(scenario, 3);
    const { items } = (await debtor.client.get('/api/auth/consents')).body;
    const held = items.find(
      (one: { kind: string; revokedAt: unknown }) => one.kind === 'health-data' && !one.revokedAt,
    );
    expect((await debtor.client.post(`/api/auth/consents/${held.id}/withdraw`)).status).toBe(200);
    const refused = await ask(id, { kind: 'illness', months: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, 'consent.needed']);
    const work = await ask(id, { kind: 'job_loss', months: 1 });
    expect(work.status, work.text).toBe(200);
    expect((await debtor.client.delete(`${debtor.base}/loans/${id}/pause`)).status).toBe(200);
    const offered = (await debtor.client.get('/api/auth/consents')).body.offered.find(
      (one: { kind: string }) => one.kind === 'health-data',
    );
    expect(offered.body).toContain('Диагноз в документе можно закрыть');
    await debtor.client.post('/api/auth/consents', { documentId: offered.documentId });
    const asked = await ask(id, { kind: 'illness', months: 1, comment: 'Перелом' });
    expect(asked.status, asked.text).toBe(200);

    const event = asked.body.life[0].id;
    const proof = async ({ client }: typeof debtor) => (await client.get(`/api/life-events/${event}/proof`)).status;
    const shown = async () => (await seenSettlement(scenario, id)).life.find((one: { id: number }) => one.id === event);
    const seenBy = async () =>
      (await manager.client.get(`/api/loans/${id}`)).body.life.find((one: { id: number }) => one.id === event);
    expect([await proof(manager), await proof(debtor)]).toEqual([200, 200]);
    expect(await seenBy()).toMatchObject({ hasProof: true, comment: 'Перелом' });
    await manager.client.post(`${manager.base}/loans/${id}/pause/refusal`, { reason: 'Документ не о нём самом' });
    expect([await proof(manager), await proof(debtor)]).toEqual([404, 200]);
    expect(await seenBy()).toMatchObject({ hasProof: false, comment: null, reason: null });
    expect(await shown()).toMatchObject({
      hasProof: true,
      comment: 'Перелом',
      reason: 'Документ не о нём самом',
    });
  });

  const consents = async () => (await debtor.client.get('/api/auth/consents')).body;
  const heldHealth = async () =>
    (await consents()).items.find((one: Record<string, unknown>) => one['kind'] === 'health-data' && !one['revokedAt']);
  const withdrawHealth = async () => debtor.client.post(`/api/auth/consents/${(await heldHealth()).id}/withdraw`);
  const giveHealth = async () => {
    const offered = (await consents()).offered.find(({ kind }: { kind: string }) => kind === 'health-data');
    expect((await debtor.client.post('/api/auth/consents', { documentId: offered.documentId })).status).toBe(200);
  };
  test.each(['asked for', 'agreed to by the creditor'])('by illness that is %s ends with the consent', async (how) => {
    const id = await lateAgreement(scenario, 3);
    const asked = await ask(id, { kind: 'illness', months: 1 });
    const event = asked.body.life[0].id;
    if (how !== 'asked for') expect((await agreeToPause(scenario, manager, id)).status).toBe(200);
    expect((await withdrawHealth()).status).toBe(200);
    for (const { client } of [debtor, manager]) {
      const { life, proposals, turn, number } = (await client.get(`/api/loans/${id}`)).body;
      expect(life[0]).toMatchObject({ status: 'refused', reason: expect.stringContaining('отозвал согласие') });
      expect(proposals.filter(({ status }: { status: string }) => status === 'active')).toEqual([]);
      expect(turn).toBeNull();
      const { items } = (await client.get('/api/notifications?limit=100')).body;
      const told = items.filter(({ title }: { title: string }) => title === `${number}. Пауза не началась`);
      expect(told).toMatchObject([{ detail: expect.stringContaining('отозвал согласие на данные о здоровье') }]);
    }
    expect((await manager.client.get(`/api/life-events/${event}/proof`)).status).toBe(404);
    // One by the loss of work stands on no such paper.
    expect((await ask(id, { kind: 'job_loss', months: 1 })).status).toBe(200);
    await giveHealth();
    await withdrawHealth();
    expect((await seenSettlement(scenario, id)).life[0]).toMatchObject({ kind: 'job_loss', status: 'waiting' });
    await giveHealth();
  });

  test('by illness that both have signed goes on without the consent', async () => {
    const id = await lateAgreement(scenario, 3);
    await ask(id, { kind: 'illness', months: 1 });
    await agreeToPause(scenario, manager, id);
    expect((await agree(scenario, debtor, id)).status).toBe(200);
    await withdrawHealth();
    expect((await seenSettlement(scenario, id)).life[0]).toMatchObject({ kind: 'illness', status: 'in_force' });
    await giveHealth();
  });

  test('ends with its agreement: the next one knows nothing of it, nor of what was asked for', async () => {
    const id = await lateAgreement(scenario, 3);
    await ask(id, { kind: 'illness', months: 6 });
    await agreeToPause(scenario, manager, id);
    expect((await agree(scenario, debtor, id)).status).toBe(200);
    await scenario.run('update life_events set since = since - 200, until = until - 190 where settlement_id = $1', [
      id,
    ]);
    await ask(id, { kind: 'job_loss', months: 2 });
    const [head, base] = [headOf(scenario), `loans/${id}/reopen`];
    const reason = 'Пересчитаем долг вместе заново';
    const textHash = await readDraft(debtor, id, { reason });
    const given = await debtor.client.post(`${debtor.base}/${base}`, {
      reason,
      textHash,
      code: await codeFor(scenario, debtor, id, textHash),
    });
    expect(given.status, given.text).toBe(200);
    await scenario.run('update life_events set until = $2 where settlement_id = $1 and status = $3', [
      id,
      addDays(today, 100),
      'in_force',
    ]);
    const { termsHash } = given.body.proposals[0];
    const code = await codeFor(scenario, head, id);
    const annulled = await head.client.post(`${head.base}/${base}`, { termsHash, code });
    expect(annulled.status, annulled.text).toBe(200);
    const lifeOf = async () =>
      (await seenSettlement(scenario, id)).life.map((one: Record<string, string>) => [one['kind'], one['status']]);
    const over = [
      ['job_loss', 'refused'],
      ['illness', 'over'],
    ];
    expect(await lifeOf()).toEqual(over);
    await offer(scenario, debtor, id, { kind: 'equal', amount: 3_500_000, payments: 3, firstDate, downPayment: 0 });
    expect((await accept(scenario, manager, id)).status).toBe(200);
    expect(await lifeOf()).toEqual(over);
    expect((await ask(id, { kind: 'illness', months: 1 })).status).toBe(200);
  });

  test('is the creditor’s turn in the list and on the card until he has answered, then the debtor’s', async () => {
    const id = await lateAgreement(scenario, 3);
    const card = async () => (await manager.client.get(`/api/loans/${id}`)).body;
    const awaited = async (turn: string) => {
      const { items } = (await manager.client.get(`/api/loans?filter[turn]=${turn}`)).body;
      return items.find((row: { id: number }) => row.id === id)?.turn;
    };
    expect([(await card()).turn, await awaited('creditor')]).toEqual([null, undefined]);
    await ask(id, { kind: 'illness', months: 2 });
    expect([(await card()).turn, await awaited('creditor')]).toEqual(['creditor', 'creditor']);
    expect((await agreeToPause(scenario, manager, id)).status).toBe(200);
    expect([(await card()).turn, await awaited('individual')]).toEqual(['individual', 'individual']);
    expect(await awaited('creditor')).toBeUndefined();
  });

  test('is refused with a reason that the debtor reads, and may be asked for again', async () => {
    const id = await lateAgreement(scenario, 3);
    await ask(id, { kind: 'job_loss', months: 1 });
    const refusal = `${manager.base}/loans/${id}/pause/refusal`;
    const refused = await manager.client.post(refusal, { reason: 'Справка выдана год назад' });
    expect(refused.body.life[0]).toMatchObject({
      status: 'refused',
      notBegun: null,
      reason: 'Справка выдана год назад',
    });
    expect((await manager.client.post(refusal, { reason: 'Справка выдана год назад' })).status).toBe(409);
    expect((await ask(id, { kind: 'job_loss', months: 1 })).status).toBe(200);
  });

  test.each(['unverified', 'pending'])('is refused, not agreed to, while its debtor is %s', async (status) => {
    const id = await lateAgreement(scenario, 3);
    await ask(id, { kind: 'job_loss', months: 1 });
    const moves = async () => (await manager.client.get(`/api/loans/${id}`)).body.moves;
    expect(await moves()).toEqual(expect.arrayContaining(['agreePause', 'refusePause']));
    const stand = (to: string) =>
      scenario.run('update individuals set verification_status = $1 where id = $2', [to, scenario.debtorId]);
    await stand(status);
    expect(await moves()).toContain('refusePause');
    expect(await moves()).not.toContain('agreePause');
    const reason = 'Справка выдана год назад';
    const refused = await manager.client.post(`${manager.base}/loans/${id}/pause/refusal`, { reason });
    await stand('verified');
    expect([refused.status, refused.body.life?.[0]]).toMatchObject([200, { status: 'refused', reason }]);
  });

  test('asked for, refused, taken back: each side gets a letter that does not say what has happened', async () => {
    const id = await lateAgreement(scenario, 3);
    const [row] = await scenario.run('select number from settlements where id = $1', [id]);
    const letters = async (to: string) =>
      (await lettersTo(scenario.testApp, to)).filter(
        ({ subject }) => subject === `Просьба или ответ по ${row!['number'] as string}`,
      );
    const counts = async () => [
      (await letters(scenario.debtorEmail)).length,
      (await letters(scenario.managerEmail)).length,
    ];
    await ask(id, { kind: 'illness', months: 1, comment: 'Перелом' });
    expect(await counts()).toEqual([1, 1]);
    await manager.client.post(`${manager.base}/loans/${id}/pause/refusal`, { reason: 'Справка выдана год назад' });
    expect(await counts()).toEqual([2, 2]);
    await ask(id, { kind: 'job_loss', months: 1 });
    await debtor.client.delete(`${debtor.base}/loans/${id}/pause`);
    expect(await counts()).toEqual([4, 4]);
    const [letter] = await letters(scenario.managerEmail);
    expect(letter!.link).toContain(`/settlement-${id}`);
    expect(letter!.text).not.toMatch(/болез|работ|пауз|справк|перелом/i);
  });

  test('is taken back by the debtor until the creditor has agreed, and asked for anew', async () => {
    const id = await lateAgreement(scenario, 3);
    const path = `${debtor.base}/loans/${id}/pause`;
    expect((await debtor.client.delete(path)).status).toBe(409);
    const asked = await ask(id, { kind: 'illness', months: 2 });
    expect(asked.body.moves).toContain('recallPause');
    const recalled = await debtor.client.delete(path);
    for (const who of [debtor.client, manager.client, scenario.operator]) {
      // Nobody has refused it, and so it reads to nobody.
      const { life } = (await who.get(`/api/loans/${id}`)).body;
      expect(life[0]).toMatchObject({ status: 'refused', notBegun: 'recalled', reason: 'Заёмщик отозвал просьбу' });
    }
    expect(recalled.body.moves).toContain('askPause');
    await ask(id, { kind: 'illness', months: 1 });
    const offered = await agreeToPause(scenario, manager, id);
    expect(offered.status, offered.text).toBe(200);
    expect((await seenSettlement(scenario, id)).moves).not.toContain('recallPause');
    expect((await debtor.client.delete(path)).body.message).toContain('отклоните');
  });

  test('is taken back also by whoever may ask no more this hour', async () => {
    const id = await lateAgreement(scenario, 3);
    const [of] = await scenario.run('select account_id as account from individuals where id = $1', [scenario.debtorId]);
    await ask(id, { kind: 'job_loss', months: 1 });
    while (await scenario.testApp.app.limits.allows('markAccount', `${of!['account'] as string} pause`));
    const recalled = await debtor.client.delete(`${debtor.base}/loans/${id}/pause`);
    expect(recalled.status, recalled.text).toBe(200);
    expect((await ask(id, { kind: 'job_loss', months: 1 })).body.code).toBe('rate.limited');
  });

  test.each(['refused by the debtor', 'not signed in its time'])('whose addendum is %s waits no more', async (how) => {
    const id = await lateAgreement(scenario, 3);
    await ask(id, { kind: 'illness', months: 2 });
    await agreeToPause(scenario, manager, id);
    if (how === 'refused by the debtor') {
      const said = await debtor.client.post(`${debtor.base}/loans/${id}/reject-terms`, {
        reason: 'Передумал, уже здоров',
      });
      expect(said.status, said.text).toBe(200);
    } else {
      await scenario.run('alter table terms_offers disable trigger immutable');
      await scenario.run(
        `update terms_offers set expires_at = now() - interval '1 second' where settlement_id = $1 and status = 'active'`,
        [id],
      );
      await scenario.run('alter table terms_offers enable trigger immutable');
      await runDeadlines(scenario.testApp.app);
    }
    expect((await seenSettlement(scenario, id)).life[0].status).toBe('refused');
    expect((await ask(id, { kind: 'job_loss', months: 1 })).status).toBe(200);
  });

  test.each(['superseded by the debtor', 'recalled by the creditor', 'dropped by a payment'] as const)(
    'whose addendum is %s ends with it, both read why, and it may be asked for again',
    async (how) => {
      const id = await lateAgreement(scenario, 3);
      await ask(id, { kind: 'illness', months: 2 });
      await agreeToPause(scenario, manager, id);
      const twice = await agreeToPause(scenario, manager, id);
      expect(twice.body.message).toContain('ждём подписи заёмщика');
      if (how === 'superseded by the debtor') {
        const plan = { kind: 'equal', amount: 3_500_000, payments: 2, firstDate: addMonths(today, 1), downPayment: 0 };
        const proposed = await propose(scenario, debtor, id, plan);
        expect(proposed.status, proposed.text).toBe(200);
      } else if (how === 'recalled by the creditor') {
        const recalled = await manager.client.post(`${manager.base}/loans/${id}/recall-terms`);
        expect(recalled.status, recalled.text).toBe(200);
      } else await payFully(scenario, id, 100_000);
      const reason = {
        'superseded by the debtor': 'Вместо графика с паузой предложено другое',
        'recalled by the creditor': 'Кредитор отозвал новый график',
        'dropped by a payment': 'Поступил платёж: остаток изменился',
      }[how];
      for (const { client } of [debtor, manager]) {
        const { life } = (await client.get(`/api/loans/${id}`)).body;
        expect(life[0]).toMatchObject({ status: 'refused', notBegun: 'dropped', reason });
        const [news] = (await client.get('/api/notifications')).body.items.filter(({ title }: { title: string }) =>
          title.endsWith('Пауза не началась'),
        );
        expect(news.detail).toBe(reason);
      }
      expect((await seenSettlement(scenario, id)).moves).toContain('askPause');
      expect((await ask(id, { kind: 'job_loss', months: 1 })).status).toBe(200);
    },
  );

  test('is not asked for while payments stand still, and a new schedule begins after it', async () => {
    const id = await lateAgreement(scenario, 1);
    await ask(id, { kind: 'illness', months: 2 });
    const taken = await take(id, { ground: 'emergency', months: 3 });
    expect(taken.status, taken.text).toBe(200);
    expect(taken.body.life.map(({ kind, status }: Record<string, string>) => [kind, status])).toEqual([
      ['holidays', 'in_force'],
      ['illness', 'refused'],
    ]);
    expect(taken.body.moves).not.toContain('askPause');
    const again = await ask(id, { kind: 'job_loss', months: 1 });
    expect([again.status, again.body.code]).toEqual([409, 'move.illegal']);
    expect(again.body.message).toContain('Дождитесь конца каникул');
    const { rest } = taken.body;
    const plan = { kind: 'equal', amount: rest.principal, payments: 2, downPayment: 0 };
    const inside = await propose(scenario, debtor, id, { ...plan, firstDate: addMonths(today, 2) });
    expect(inside.body.fields).toEqual({ 'plan.firstDate': expect.stringContaining('Первый платёж — после') });
    const after = await propose(scenario, debtor, id, { ...plan, firstDate: addMonths(today, 4) });
    expect(after.status, after.text).toBe(200);
  });

  test('waits no more once there is no agreement', async () => {
    const id = await lateAgreement(scenario, 3);
    await ask(id, { kind: 'job_loss', months: 1 });
    await payFully(scenario, id, (await seenSettlement(scenario, id)).penaltyOpen + 3_500_000);
    const { status, life } = await seenSettlement(scenario, id);
    expect([status, life[0].status]).toEqual(['paid', 'refused']);
  });
});
