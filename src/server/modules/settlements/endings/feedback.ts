import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { endings } from '#contract/settlements/endings.ts';
import { formatValue } from '#domain/settings/setting.ts';
import { SETTINGS, type SettingValues } from '#domain/settings/settings.ts';
import { type FeedbackStatus } from '#domain/settlements/feedback.ts';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { behindSidesOf } from '#server/platform/auth/accounts-behind.ts';
import { demandNotBehind } from '#server/platform/auth/same-person.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { transition } from '#server/platform/state/transition.ts';
import { notifySides } from '../money/money.commands.ts';
import { sideNames } from '../rows.ts';
import { feedbackState } from '../stateful.ts';

/** Whether a debtor may say what he thinks: from the last payment on, and for some days after the end (docs/domain.md §7.3). */
export function mayRate(
  { status, closeReason, closedAt }: { status: string; closeReason: string | null; closedAt: Date | null },
  now: Date,
  { feedbackDays }: SettingValues,
): boolean {
  if (status === 'paid') return true;
  const endedWell = closeReason === 'fulfilled' || closeReason === 'paid_outside';
  return endedWell && closedAt !== null && moscowDay(now) <= addDays(moscowDay(closedAt), feedbackDays);
}

/** Keeps a rating; its text is published when somebody has read it. @throws Refusal `move.illegal` */
export async function rateSettlement(
  ctx: Writing,
  id: number,
  { rating, text }: Input<typeof endings.rate>['body'],
): Promise<void> {
  const row = await ctx.db
    .selectFrom('settlements')
    .select(['status', 'closeReason', 'closedAt', 'feedbackStatus'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const settings = await settingsOf(ctx.db);
  if (!mayRate(row, ctx.now, settings)) {
    throw new Refusal('move.illegal', {
      detail: `Оценить можно оплаченное урегулирование. Время после закрытия: ${formatValue(SETTINGS.feedbackDays, settings.feedbackDays)}`,
    });
  }
  const move = row.feedbackStatus === 'none' ? 'write' : 'edit';
  await transition(ctx, feedbackState(id), move, {
    set: { rating, feedbackText: text === '' ? null : (text ?? null), feedbackReason: null, feedbackAt: ctx.now },
  });
}

/** Publishes an opinion or refuses it with a reason, which its author reads. @throws Refusal `move.illegal`, `input.invalid`, `approval.own` of a party by another account */
export async function judgeFeedback(
  ctx: Writing,
  id: number,
  { move, reason }: Input<typeof endings.moderate>['body'],
): Promise<Answer<typeof endings.moderate>> {
  if (move === 'reject' && !reason) {
    throw new Refusal('input.invalid', { fields: { reason: 'Назовите причину: её прочтёт автор отзыва' } });
  }
  await demandNotBehind(ctx, behindSidesOf('settlements'), id);
  const feedbackReason = move === 'reject' ? (reason ?? null) : null;
  await transition(ctx, feedbackState(id), move, {
    set: { feedbackReason },
    ...(reason && { reason }),
  });
  const row = await rows(ctx).select(columns).where('s.id', '=', id).executeTakeFirstOrThrow();
  const title = move === 'publish' ? 'Ваш отзыв опубликован' : 'Ваш отзыв не опубликован';
  await notifySides(ctx.db, row, { event: 'settlement.feedback', title, ...(reason && { detail: reason }) }, [
    'individual',
  ]);
  return shown(row);
}

const rows = (ctx: Ctx) => ctx.db.selectFrom('settlements as s').where('s.feedbackStatus', '<>', 'none');

const columns = [
  's.id',
  's.number',
  's.individualId',
  's.legalEntityId',
  's.rating',
  's.feedbackText as text',
  's.feedbackStatus',
  's.feedbackReason as reason',
  's.feedbackAt',
  ...sideNames,
] as const;

interface SelectedRow {
  id: number;
  number: string;
  debtor: string;
  creditor: string;
  rating: number | null;
  text: string | null;
  feedbackStatus: string;
  reason: string | null;
  feedbackAt: Date | null;
}

const shown = ({ rating, feedbackStatus, feedbackAt, ...row }: SelectedRow): Answer<typeof endings.moderate> => ({
  ...row,
  rating: rating ?? 0,
  status: feedbackStatus as FeedbackStatus,
  at: feedbackAt ?? new Date(0),
});

/** Opinions by the time they were written. */
export const feedbackList = defineList({
  rows: (ctx: Ctx, { filter }: Pick<Input<typeof endings.feedbacks>['query'], 'filter'>) =>
    filter?.status ? rows(ctx).where('s.feedbackStatus', 'in', filter.status) : rows(ctx),
  columns: (rows) => rows.select(columns),
  orders: { at: { columns: ['s.feedbackAt', 's.id'], direction: -1 } },
  shown: (row) => shown(row),
});
