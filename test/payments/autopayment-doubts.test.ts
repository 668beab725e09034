import { expect, test } from 'vitest';
import { tellOfHanging, warnOfDoubted } from '#server/modules/payments/autopayments/doubted.commands.ts';
import { openAutopayments, today } from './helpers/autopayments.ts';

/** What a payer learns of a charge that was refused, while the partner's last word about it is awaited (docs/decisions/0180). */
const scene = await openAutopayments();
await scene.consent();
const { bank, debtor, testApp, run } = scene;
const { app } = testApp;

const warn = (days: number, hour = 12) => warnOfDoubted(app, scene.at(days, hour));
const silenceOf = async (paymentId: number) =>
  (await run('select status, partner_silent as silent from payments where id = $1', [paymentId]))[0];
/** The statements of the day and of the next one are compared, with nothing in them. */
const compare = () =>
  run(
    `insert into reconciliations (day, movements, matched, differences, closing, own_closing, created_at)
      select d::date, 0, 0, 0, 0, 0, now() + interval '3 days' from generate_series($1::date, $1::date + 1, interval '1 day') d`,
    [today],
  );
const forgetStatements = async () => {
  await run('alter table reconciliations disable trigger append_only');
  await run('delete from reconciliations');
  await run('alter table reconciliations enable trigger append_only');
};
async function refused(): Promise<{ id: number; paymentId: number }> {
  const id = await scene.agreement();
  await scene.bind(id);
  await scene.announce();
  await bank.behave('refusing');
  await scene.charge();
  const paymentId = await scene.paymentOf(id);
  await expect.poll(() => silenceOf(paymentId)).toEqual({ status: 'cancelled', silent: true });
  await bank.behave('ok');
  return { id, paymentId };
}
const rowOf = async (client: typeof debtor, id: number) =>
  (await client.get(`/api/payments?filter[settlementId]=${id}`)).body.items[0];

test('a refusal is told on its day with what may still come; the next attempt is made on the next day once nothing may', async () => {
  const { id, paymentId } = await refused();
  expect((await rowOf(debtor, id)).mayStillCome).toBe(true);
  expect((await rowOf(scene.head, id)).mayStillCome).toBe(false);
  const before = await scene.told(id);
  await warn(1, 23);
  expect(await scene.told(id)).toEqual(before);
  await warn(1);
  await warn(1);
  expect(await scene.told(id)).toEqual(['Списание не подтвердилось', ...before]);
  const [letter] = await scene.lettersOf(id);
  expect(letter).toContain('Заплатить можно и самостоятельно');
  expect(letter).toContain('ещё может пройти');
  expect(letter).not.toContain('Партнёр отказал');
  expect(await scene.attemptsOf(id)).toMatchObject([
    { attempt: 1, status: 'sent' },
    { attempt: 2, status: 'planned' },
  ]);
  await scene.charge(2);
  expect((await scene.attemptsOf(id))[1]).toMatchObject({ status: 'planned' });
  await compare();
  await scene.ask(paymentId);
  await scene.finish(2);
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'failed' }, { status: 'planned' }]);
  expect((await rowOf(debtor, id)).mayStillCome).toBe(false);
  // What follows was told with the refusal.
  expect((await scene.told(id))[0]).toBe('Списание не подтвердилось');
  await forgetStatements();
  await scene.chargeToTheEnd(id, 2);
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'failed' }, { status: 'succeeded' }]);
  expect((await scene.takenOf(id)).filter(({ status }) => status === 'succeeded')).toHaveLength(1);
});

test('the next attempt that this one keeps from being made promises nobody that nothing is taken twice', async () => {
  const { id, paymentId } = await refused();
  await warn(1);
  await scene.charge(2, 21);
  expect(await scene.attemptsOf(id)).toMatchObject([{ status: 'sent' }, { status: 'skipped' }]);
  const [letter] = await scene.lettersOf(id);
  expect(letter).toContain('Автоплатёж не прошёл');
  expect(letter).toContain('Прежнее списание ещё может пройти');
  expect(letter).not.toContain('второй раз ничего не спишется');
  await compare();
  await scene.ask(paymentId);
  await scene.finish(2);
  expect((await scene.lettersOf(id))[0]).toContain('второй раз ничего не спишется');
  await forgetStatements();
});

test('who has switched the order off, or may not be asked to pay, is told nothing of it before the end', async () => {
  const [off, blocked] = [await refused(), await refused()];
  await debtor.post(`${scene.pathOf(off.id)}/off`);
  const letters = [await scene.told(off.id), await scene.told(blocked.id)];
  const block = (status: string) =>
    run('update individuals set verification_status = $2 where id = $1', [scene.debtorId, status]);
  await block('blocked');
  await warn(1);
  await block('verified');
  expect([await scene.told(off.id), await scene.told(blocked.id)]).toEqual(letters);
  for (const { id } of [off, blocked]) expect(await scene.attemptsOf(id)).toHaveLength(1);
});

test('a charge that has no end for days is told to operators once', async () => {
  const { paymentId } = await refused();
  const told = async () =>
    run(
      `select account_id from notifications where about_id = $1 and title like '%так и не закончено' and decided_at is null`,
      [paymentId],
    );
  await tellOfHanging(app, scene.at(3, 9));
  expect(await told()).toEqual([]);
  await tellOfHanging(app, scene.at(4, 9));
  const first = await told();
  expect(first.length).toBeGreaterThan(0);
  await tellOfHanging(app, scene.at(5, 9));
  expect(await told()).toEqual(first);
  // With the partner's last word nobody need look any more.
  await compare();
  await scene.ask(paymentId);
  await scene.finish(5);
  expect(await told()).toEqual([]);
  await forgetStatements();
});
