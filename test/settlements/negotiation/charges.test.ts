import { describe, expect, test } from 'vitest';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { liveDay } from '#test/helpers/live-day.ts';
import { MOSCOW_TODAY } from '../../helpers/moscow-today.ts';
import { lateAgreement } from '../../life-events/helpers/life.ts';
import { soon } from '../helpers/addenda.ts';
import { accept, bandWithPenalty, lump, offer, openBargaining, openParties, publish } from '../helpers/bargaining.ts';
import { attachWrit } from '../helpers/claims.ts';
import { asKind } from '../helpers/scenario.ts';

// What is demanded above 353-ФЗ, ст. 5, ч. 24 nobody acknowledges here, and no later word of a creditor takes a ceiling away (docs/decisions/0214).
const { scenario, debtor, creditor } = await openParties();
const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const equal = (amount: number) => ({ kind: 'equal', amount, payments: 12, firstDate: soon, downPayment: 0 });
const annuity = (amount: number, rateBps: number) => ({ ...equal(amount), kind: 'annuity', rateBps });
/** A microloan of 10 000,00 of 01.05.2026 for 30 days, of which 45 000,00 are demanded. */
const SHORT = {
  contractDate: '2026-05-01',
  contractEnd: '2026-05-31',
  issuedAmount: 1_000_000,
  principal: 1_000_000,
  interest: 2_500_000,
  penalty: 1_000_000,
};
const entryOf = async (id: number): Promise<number> =>
  Number((await scenario.run('select registry_entry_id as id from settlements where id = $1', [id]))[0]!['id']);
/** What is said at the sum of an offer that is refused; null where it is made. */
async function refused(party: typeof debtor, plan: object, claim: object = SHORT): Promise<string | null> {
  const { id } = await openBargaining(scenario, claim);
  const { status, body } = await offer(scenario, party, id, plan);
  return status === 200 ? null : plain(body.fields['plan.amount']);
}
describe('charges above the limit of the law', () => {
  test('are agreed on by neither side, and the page of the claim says how much may be disputed', async () => {
    const said = /^Процентов, неустойки и комиссий здесь 35 000,00 ₽; .* прощают не меньше 25 000,00 ₽$/;
    for (const party of [debtor, creditor]) {
      expect(await refused(party, equal(4_500_000))).toMatch(said);
      expect(await refused(party, equal(2_000_001))).toContain('договоритесь не больше чем о 20 000,00 ₽');
      expect(await refused(party, equal(2_000_000))).toBeNull();
    }
    const id = await scenario.claim(SHORT);
    const { growth } = (await scenario.debtor.get(`/api/individuals/${scenario.debtorId}/registry-entries/${id}`)).body;
    expect(plain(growth[0])).toContain('заявлено 35 000,00 ₽, это на 25 000,00 ₽ больше, чем закон разрешает');
  });

  test('are concluded by no acceptance either, where the claim was known otherwise when the offer was made', async () => {
    const { id } = await openBargaining(scenario, { ...SHORT, issuedAmount: null });
    expect((await offer(scenario, debtor, id, equal(4_500_000))).status).toBe(200);
    await scenario.run('update registry_entries set issued_amount = 1000000 where id = $1', [await entryOf(id)]);
    const { status, body } = await accept(scenario, creditor, id);
    expect([status, body.code]).toEqual([409, 'move.illegal']);
    expect(body.message).toContain('ст. 5, ч. 24');
  });

  test('that a court has awarded are, once the writ can be opened', async () => {
    const { id } = await openBargaining(scenario, { ...SHORT, stage: 'enforcement', caseNo: '1', court: 'ОСП' });
    expect((await offer(scenario, creditor, id, equal(4_500_000))).status).toBe(400);
    const entryId = await entryOf(id);
    await scenario.write((tx) => attachWrit(tx, entryId));
    expect((await offer(scenario, creditor, id, equal(4_500_000))).status).toBe(200);
  });

  test('leave no penalty in terms that reach the limit', async () => {
    expect((await asKind(scenario, 'Другое', () => publish(scenario, [bandWithPenalty], 0))).status).toBe(200);
    const penaltyOf = async (amount: number) => {
      const { id } = await openBargaining(scenario, SHORT);
      return (await offer(scenario, debtor, id, equal(amount))).body.offers[0].penalty;
    };
    expect(await penaltyOf(2_000_000)).toBeNull();
    expect(await penaltyOf(1_999_999)).toEqual({ per: 'day', rateBps: 10 });
  });
});

test('the penalty of an agreement about a short loan stops at what the law lets its contract bear', async () => {
  const id = await lateAgreement(scenario, 30);
  const counted = async () => {
    await liveDay(scenario.testApp.app);
    return (await scenario.debtor.get(`/api/loans/${id}`)).body.penaltyOpen;
  };
  expect(await counted()).toBeGreaterThan(13_000);
  await scenario.run(`update registry_entries set contract_end = '2025-01-01', issued_amount = 10000 where id = $1`, [
    await entryOf(id),
  ]);
  expect(await counted()).toBe(13_000);
  expect(await brokenLedger(scenario.testApp.app.database.db)).toEqual([]);
});

describe('what was stated of a contract before', () => {
  const stated = (entryId: number, content: object) =>
    scenario.run(
      `insert into registry_entry_versions (entry_id, version, registry_id, content, created_at, replaced_at)
       select id, 0, registry_id, $2, now() - interval '30 days', now() - interval '10 days' from registry_entries where id = $1`,
      [entryId, JSON.stringify(content)],
    );

  test.each([
    ['the end', { contractEnd: '2027-07-05' }, { contract_end: '2026-05-31' }],
    ['the sum issued', { issuedAmount: 9_000_000 }, { issued_amount: 1_000_000 }],
    ['the day', { contractDate: '2015-05-01' }, { contract_date: '2026-05-01' }],
  ])('keeps the limit whatever a later load says of %s', async (_, now, before) => {
    const { id } = await openBargaining(scenario, { ...SHORT, ...now });
    await stated(await entryOf(id), before);
    const { status, body } = await offer(scenario, creditor, id, equal(2_000_001));
    expect([status, plain(body.fields?.['plan.amount'] ?? '')]).toEqual([
      400,
      expect.stringContaining(`не больше ${plain(formatMoney(kopecks(1_000_000)))}`),
    ]);
  });

  test('keeps the rate of a buyer of debts, also by the claim of whom he has it from', () =>
    asKind(scenario, 'ПКО', async () => {
      const { id } = await openBargaining(scenario, { rate: 20_000, basis: 'cession' });
      await stated(await entryOf(id), { rate: 1800 });
      const { body } = await offer(scenario, creditor, id, annuity(3_500_000, 1801));
      expect(plain(body.fields['plan.rateBps'])).toMatch(/^Не больше ставки договора, 18 % годовых/);
      expect((await offer(scenario, creditor, id, annuity(3_500_000, 1800))).status).toBe(200);

      const seller = await scenario.testApp.company({ inn: '7728168971' });
      const bought = await openBargaining(scenario, { rate: 20_000, basis: 'cession', contractNumber: 'Уступка-1' });
      expect((await offer(scenario, creditor, bought.id, annuity(3_500_000, 1801))).status).toBe(200);
      const sold = { rate: 1800, contractNumber: 'Уступка-1', legalEntityId: seller };
      const { id: other } = await openBargaining(scenario, {
        rate: 20_000,
        basis: 'cession',
        contractNumber: 'Уступка-2',
      });
      await scenario.claim({ ...sold, contractNumber: 'Уступка-2' });
      expect((await offer(scenario, creditor, other, annuity(3_500_000, 1801))).status).toBe(400);
    }));
});

test('an offer that the platform took off the table binds nobody, one that its author took back does', async () => {
  const { id } = await openBargaining(scenario);
  expect((await offer(scenario, debtor, id, annuity(4_000_000, 2000))).status).toBe(200);
  await scenario.run('alter table terms_offers disable trigger immutable');
  await scenario.run(
    `update terms_offers set created_at = created_at - interval '2 days',
       rows = jsonb_set(rows, '{0,plannedDate}', to_jsonb((${MOSCOW_TODAY} - 1)::text)) where settlement_id = $1`,
    [id],
  );
  await scenario.run('alter table terms_offers enable trigger immutable');
  await runDeadlines(scenario.testApp.app);
  const { offers } = (await scenario.debtor.get(`/api/loans/${id}`)).body;
  expect(offers).toMatchObject([{ status: 'withdrawn', returned: true }]);
  const anew = await offer(scenario, debtor, id, equal(3_000_000));
  expect(anew.status, anew.text).toBe(200);
  await scenario.debtor.post(`${debtor.base}/loans/${id}/recall-terms`);
  expect((await offer(scenario, debtor, id, lump(2_999_999))).status).toBe(400);
});

test('a debtor who has offered interest may offer all of the debt without it', async () => {
  const { id } = await openBargaining(scenario);
  expect((await offer(scenario, debtor, id, annuity(4_000_000, 2000))).status).toBe(200);
  const low = await offer(scenario, creditor, id, equal(4_000_000));
  expect(low.status, low.text).toBe(200);
  expect((await offer(scenario, debtor, id, equal(3_999_999))).status).toBe(400);
  expect((await offer(scenario, debtor, id, equal(4_000_000))).status).toBe(200);
});
