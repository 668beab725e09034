import { describe, expect, test } from 'vitest';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import type { Client } from '../../helpers/client.ts';
import { MOSCOW_TODAY } from '../../helpers/moscow-today.ts';
import { agreed, propose, soon, three } from '../helpers/addenda.ts';
import {
  accept,
  bandWithPenalty,
  codeFor,
  offer,
  openBargaining,
  openParties,
  publish,
  readDraft,
} from '../helpers/bargaining.ts';
import { asKind } from '../helpers/scenario.ts';

const { scenario, debtor, creditor } = await openParties();
const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const annuity = (amount: number, rateBps: number, payments = 12) => ({
  ...three,
  kind: 'annuity',
  amount,
  rateBps,
  payments,
  firstDate: soon,
});

/** What lies there was offered on a day before; then the clock comes, once with what has changed since. */
async function judged(id: number, changed: (clock: () => Promise<void>) => Promise<void> = (clock) => clock()) {
  await change(id, `created_at = created_at - interval '2 days'`);
  await changed(() => runDeadlines(scenario.testApp.app));
  const { offers, proposals, number } = (await debtor.client.get(`/api/loans/${id}`)).body;
  const [{ status }] = [...proposals, ...offers];
  return { status, debtor: await newsOf(scenario.debtor, number), creditor: await newsOf(scenario.manager, number) };
}
/** What is never changed but by a test. */
async function change(id: number, set: string): Promise<void> {
  await scenario.run('alter table terms_offers disable trigger immutable');
  await scenario.run(`update terms_offers set ${set} where settlement_id = $1 and status = 'active'`, [id]);
  await scenario.run('alter table terms_offers enable trigger immutable');
}
async function newsOf(client: Client, number: string): Promise<string | null> {
  const { items } = (await client.get('/api/notifications?limit=100')).body;
  const found = items.find(({ title }: { title: string }) => title.includes(`Предложение по ${number} снято`));
  return found ? plain(found.detail) : null;
}
const passed = `rows = jsonb_set(rows, '{0,plannedDate}', to_jsonb((${MOSCOW_TODAY} - 1)::text))`;

const offered = async (plan: object, claim: Parameters<typeof openBargaining>[1] = {}) => {
  const { id } = await openBargaining(scenario, claim);
  const made = await offer(scenario, debtor, id, plan);
  expect(made.status, made.text).toBe(200);
  return id;
};
const proposed = async (inForce: object, plan: object) => {
  const id = await agreed(scenario, inForce);
  const made = await propose(scenario, debtor, id, plan);
  expect(made.status, made.text).toBe(200);
  return id;
};
/** A schedule in force asks for nothing but the debt while the work lasts. */
async function withoutInterest(id: number, work: () => Promise<void>): Promise<void> {
  const rows = await scenario.run('select id, interest from schedule_items where settlement_id = $1', [id]);
  const set = async (interestOf: (row: (typeof rows)[number]) => unknown) => {
    await scenario.run('alter table schedule_items disable trigger user');
    for (const row of rows) {
      const values = [row['id'], interestOf(row)];
      await scenario.run('update schedule_items set interest = $2, amount = principal + $2 where id = $1', values);
    }
    await scenario.run('alter table schedule_items enable trigger user');
  };
  await set(() => 0);
  try {
    await work();
  } finally {
    await set(({ interest }) => interest);
  }
}
/** The average of the quarter stands while an offer is made, and is not entered when the clock comes. */
async function withAverage<T>(work: () => Promise<T>): Promise<T> {
  await scenario.run(
    `insert into dated_rates (kind, key, valid_from, value, source, approved) values
      ('fullCostAverage', 'card', date_trunc('quarter', ${MOSCOW_TODAY}), '{"rateBps": 3000}', 'Среднее для проверки', true)`,
  );
  try {
    return await work();
  } finally {
    await scenario.run(`delete from dated_rates where source = 'Среднее для проверки'`);
  }
}
const ofCard = { contractKind: 'card', rate: 1000 };
const noInterest = 'Кредитор этого вида не выдаёт займов и процентов не берёт';
const late = 'Срок первого платежа уже прошёл';
const orOwn = '. Предложите свои или ждите новых';
const anew = '. Предложите условия заново';

describe('what nobody may sign any more is withdrawn: both read why, its author alone what to do', () => {
  test('terms of a price above the law', async () => {
    const id = await offered(annuity(3_500_000, 1000));
    expect(await judged(id, (clock) => asKind(scenario, 'Связь', clock))).toEqual({
      status: 'withdrawn',
      debtor: `${noInterest}: предложите график без них`,
      creditor: `${noInterest}${orOwn}`,
    });
  });

  test('terms whose first payment has passed', async () => {
    const id = await offered(annuity(3_500_000, 1000));
    await change(id, passed);
    expect(await judged(id)).toEqual({ status: 'withdrawn', debtor: `${late}${anew}`, creditor: `${late}${orOwn}` });
  });

  test('terms whose fee is another one', async () => {
    const id = await offered(three);
    await scenario.run(
      `insert into tariffs (name, payer, base, rate_bps, fixed, vat_mode, vat_bps, collect, valid_from)
       values ('Для проверки', 'individual', 'paid_amount', 100, 0, 'none', 0, 'invoice', '2026-01-01')`,
    );
    const fee = 'Вознаграждение платформы теперь считается иначе, чем сказано в предложении';
    try {
      expect(await judged(id)).toEqual({ status: 'withdrawn', debtor: `${fee}${anew}`, creditor: `${fee}${orOwn}` });
    } finally {
      await scenario.run(`delete from tariffs where name = 'Для проверки'`);
    }
  });

  test('a new schedule whose first payment has passed', async () => {
    const id = await proposed(annuity(3_500_000, 1000), annuity(3_500_000, 500));
    await change(id, passed);
    expect(await judged(id)).toMatchObject({ status: 'withdrawn', debtor: `${late}${anew}` });
  });

  test('a new schedule that makes the agreement dearer', async () => {
    const id = await proposed(annuity(3_500_000, 1000), annuity(3_500_000, 500));
    const { status, debtor: author, creditor: other } = await judged(id, (clock) => withoutInterest(id, clock));
    expect(status).toBe('withdrawn');
    expect(author).toMatch(/^По новому графику .* не делает соглашение дороже\. Уменьшите ставку или срок$/);
    expect(other).toMatch(/не делает соглашение дороже\. Предложите свои или ждите новых$/);
  });
});

describe('what may still turn out right, and what no ceiling asks of, stays', () => {
  const stays = { status: 'active', debtor: null, creditor: null };

  test('terms while the average of the new quarter is not entered', async () => {
    const id = await withAverage(() => offered(annuity(3_500_000, 2400), ofCard));
    expect(await judged(id)).toEqual(stays);
  });

  test('a new schedule meanwhile', async () => {
    const id = await withAverage(async () => {
      const { id: other } = await openBargaining(scenario, ofCard);
      await offer(scenario, debtor, other, annuity(3_500_000, 2400, 6));
      expect((await accept(scenario, creditor, other)).status).toBe(200);
      const made = await propose(scenario, debtor, other, annuity(3_500_000, 2000, 6));
      expect(made.status, made.text).toBe(200);
      return other;
    });
    expect(await judged(id)).toEqual(stays);
  });

  test('an annulment', async () => {
    const id = await agreed(scenario, annuity(3_500_000, 1000));
    const reason = 'Ошиблись в сумме';
    const textHash = await readDraft(debtor, id, { reason });
    const code = await codeFor(scenario, debtor, id, textHash);
    const made = await debtor.client.post(`${debtor.base}/loans/${id}/reopen`, { reason, textHash, code });
    expect(made.status, made.text).toBe(200);
    expect(await judged(id, (clock) => asKind(scenario, 'Связь', clock))).toEqual(stays);
  });
});

test('the round of withdrawn terms is given back: where it was the last, one offer more is made', async () => {
  const published = await publish(scenario, [{ ...bandWithPenalty, maxRounds: 1 }], 0);
  expect(published.status, published.text).toBe(200);
  const id = await offered(three);
  await change(id, passed);
  expect(await judged(id)).toMatchObject({ status: 'withdrawn' });
  const { round, maxRounds } = (await debtor.client.get(`/api/loans/${id}`)).body;
  expect([round, maxRounds]).toEqual([0, 1]);
  const made = await offer(scenario, debtor, id, three);
  expect(made.status, made.text).toBe(200);
  await debtor.client.post(`${debtor.base}/loans/${id}/recall-terms`);
  expect((await offer(scenario, debtor, id, three)).status).toBe(409);
});
