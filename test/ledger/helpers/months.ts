import { expect, vi } from 'vitest';
import { addMonths, type Day, moscowDay } from '#domain/values/days.ts';
import { monthOf } from '#domain/values/months.ts';
import type { Client } from '../../helpers/client.ts';
import type { Scenario } from '../../settlements/helpers/scenario.ts';

export const months = '/internal/ledger/months';
export const today = (): Day => moscowDay(new Date());
/** The first day of the month that was so many months ago. */
export const monthAgo = (count: number): Day => addMonths(monthOf(today()), -count);

/** Lets each day since the one that is told be sealed, and today be open. */
export async function sealSince(scenario: Pick<Scenario, 'run'>, first: Day): Promise<void> {
  await scenario.run(`update business_days set day = $1 where status <> 'sealed'`, [today()]);
  await scenario.run(
    `insert into business_days (day, status, hash, sealed_at)
     select d::date, 'sealed', sha256(d::text::bytea), now() from generate_series($1::date, $2::date - 1, interval '1 day') d
     on conflict (day) do nothing`,
    [first, today()],
  );
}

/** A month as the desk shows it. */
export const monthShown = async (client: Client, month: Day) =>
  (await client.get(months)).body.items.find((one: { month: string }) => one.month === month);

/** One proposes to close a month, another agrees; its balances come a moment later. */
export async function closeMonth(scenario: Scenario, maker: Client, month: Day): Promise<void> {
  await agreeToClose(scenario, maker, month);
  await vi.waitFor(async () => expect((await monthShown(maker, month)).status).toBe('closed'), {
    timeout: 90_000,
    interval: 50,
  });
}

/** The same without waiting for its end. */
export async function agreeToClose({ operator }: Scenario, maker: Client, month: Day): Promise<void> {
  const proposed = await maker.post(months, { month });
  expect([proposed.status, proposed.text]).toEqual([200, expect.any(String)]);
  const [{ id }] = proposed.body.pendingApprovals;
  const decided = await operator.post(`/api/approvals/${id}/decision`, { decision: 'approve' });
  expect([decided.status, decided.body.status]).toEqual([200, 'approved']);
}
