import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import type { registries } from '#contract/registries/registries.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';

/**
 * The creditor says up to which sum, and why, he will state more than a terminated agreement has left of the claim. Its debtor is told
 * both; only then a load may bring the sum (docs/decisions/0147).
 * @throws Refusal `move.illegal` where no agreement has left anything, `entry.frozen` while there is another one, `input.invalid` for
 * a sum that is none more
 */
export async function explainRise(
  ctx: Writing,
  id: number,
  { total, why }: Input<typeof registries.explainRise>['body'],
): Promise<void> {
  const claim = await ctx.db
    .selectFrom('registryEntries as e')
    .leftJoin('individuals as i', 'i.id', 'e.individualId')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .select([
      'e.restoredTotal',
      'e.settledAt',
      'e.frozenAt',
      'e.withdrawnAt',
      'e.individualId',
      'i.accountId',
      'le.shortName',
    ])
    .where('e.id', '=', id)
    .forUpdate('e')
    .executeTakeFirstOrThrow();
  if (claim.restoredTotal === null || claim.settledAt !== null) {
    throw new Refusal('move.illegal', { detail: 'Расторгнутого соглашения об этом долге нет: объяснять нечего' });
  }
  if (claim.frozenAt !== null) throw new Refusal('entry.frozen');
  if (total <= claim.restoredTotal) {
    throw new Refusal('input.invalid', {
      fields: { total: `По соглашению осталось ${formatMoney(kopecks(claim.restoredTotal))}: это не больше` },
    });
  }
  await ctx.db
    .updateTable('registryEntries')
    .set({ explainedTotal: total, explainedWhy: why, explainedAt: ctx.now })
    .where('id', '=', id)
    .execute();
  if (claim.accountId === null || claim.individualId === null) return;
  await notify(ctx.db, [claim.accountId], {
    title: `${claim.shortName}: долг может стать больше, чем осталось по соглашению`,
    detail: `До ${formatMoney(kopecks(total))}. Объяснение кредитора: ${why}`,
    // Of what was withdrawn its debtor has no page: what is loaded anew goes on with this explanation.
    ...(claim.withdrawnAt === null && { link: pagePath('/registry-entry-{$key}', { key: [claim.individualId, id] }) }),
  });
}
