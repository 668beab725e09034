import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Named } from './life-events.commands.ts';
import { closesGround } from './life-events.queries.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'lifeEvent.reopen': { about: 'individuals'; details: Named };
  }
}

/**
 * One operator proposes that holidays may be taken anew for a ground that an objection has closed: a new drop of income, a service that has begun.
 * Another one decides (docs/decisions/0212). @throws Refusal `move.illegal` where nothing is closed
 */
export async function proposeReopening(ctx: Writing, eventId: number, reason: string): Promise<void> {
  const { individualId } = await demandClosed(ctx.db, eventId);
  await proposeApproval(ctx, 'lifeEvent.reopen', { table: 'individuals', id: individualId }, reason, { eventId });
}

/** The second person has agreed: the debtor may take them as if he never had, and reads so. */
export async function reopenGround(
  ctx: Writing,
  { details: { eventId } }: Proposed<'lifeEvent.reopen'>,
): Promise<void> {
  const { accountId, settlementId, number } = await demandClosed(ctx.db, eventId);
  await ctx.db
    .updateTable('lifeEvents')
    .set({ reopenedAt: ctx.now, version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', eventId)
    .execute();
  if (accountId === null) return;
  await notify(ctx.db, [accountId], {
    event: 'settlement.life',
    title: `${number}. Кредитные каникулы по прежнему основанию снова можно взять`,
    detail: 'Приложите документ, который показывает это основание сейчас',
    link: pagePath('/settlement-{$id}', { id: settlementId }),
  });
}

async function demandClosed(tx: Tx, eventId: number) {
  const found = await tx
    .selectFrom('lifeEvents as l')
    .innerJoin('individuals as i', 'i.id', 'l.individualId')
    .innerJoin('settlements as s', 's.id', 'l.settlementId')
    .select(['l.individualId', 'i.accountId', 's.id as settlementId', 's.number'])
    .where('l.id', '=', eventId)
    .where(closesGround)
    .forUpdate('l')
    .executeTakeFirst();
  if (!found) throw new Refusal('move.illegal', { detail: 'По этому обстоятельству каникулы не закрыты' });
  return found;
}
