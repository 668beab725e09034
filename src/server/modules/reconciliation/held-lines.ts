import { pagePath } from '#contract/kernel/page-path.ts';
import { reconciliation } from '#contract/money/reconciliation.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { endProposals } from '#server/modules/approvals/approvals.commands.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** Money that waits for whose it is. */
interface Held {
  id: number;
  day: string;
  theirs: number | null;
  bookedSum: number | null;
}

/**
 * Held money has the sum that its line has now: by that it will be counted, and what the books lack of it is booked then. Those who count it
 * are told (docs/decisions/0195).
 * @param amount kopecks; a line of what has left is no money that waits
 */
export async function takeHeldSum(tx: Tx, { id, day, theirs, bookedSum }: Held, amount: number): Promise<void> {
  if (amount <= 0 || amount === theirs) return;
  await tx
    .updateTable('differences')
    .set({ theirs: amount, bookedSum: bookedSum ?? theirs })
    .where('id', '=', id)
    .execute();
  // Whoever decides as the second has read another sum.
  await endProposals(tx, { table: 'differences', id });
  const about = { table: 'differences' as const, id };
  await settleNotifications(tx, about, 'difference.sum');
  const [before, now] = [theirs ?? 0, amount].map((sum) => formatMoney(kopecks(sum)));
  await notify(tx, await operatorsWith(tx, reconciliation.decide), {
    event: 'money.unclear',
    title: `Сумма невыясненного поступления изменилась: было ${before}, стало ${now}`,
    detail: `Партнёр исправил строку выписки за ${formatDay(day as Day)}. При зачёте учтётся новая сумма`,
    link: pagePath('/reconciliation', { preview: id }),
    about,
    topic: 'difference.sum',
  });
}
