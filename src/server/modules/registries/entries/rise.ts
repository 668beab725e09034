import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import type { registries } from '#contract/registries/registries.ts';
import { mostExplained } from '#domain/negotiation/explained-rise.ts';
import { toDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { interestRightOf } from '#server/modules/legal-entities/legal-entities.queries.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { enforcementOf, isProved } from '../papers/enforcement.queries.ts';
import { claimStateColumns, withColumns } from './entries.ts';
import { growingClaim, growingColumns } from './growing-claim.ts';

/**
 * The creditor says up to which sum, and why, he will state more than a terminated agreement has left of the claim. Its debtor is told
 * both; only then a load may bring the sum (docs/decisions/0147).
 * @throws Refusal `move.illegal` where no agreement has left anything, `entry.frozen` while there is another one, `input.invalid` for
 * a sum that is none more, or more than the debt can have grown to
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
      'e.legalEntityId',
      'e.registryId',
      'i.accountId',
      'le.shortName',
      'e.contractNumber',
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
  await demandPlausible(ctx, id, total);
  await ctx.db
    .updateTable('registryEntries')
    .set({ explainedTotal: total, explainedWhy: why, explainedAt: ctx.now })
    .where('id', '=', id)
    .execute();
  if (claim.accountId === null) return;
  await notify(ctx.db, [claim.accountId], {
    event: 'claim.changed',
    creditorId: claim.legalEntityId,
    title: `${claim.shortName}, договор № ${claim.contractNumber}: долг может стать больше, чем осталось по соглашению`,
    detail: `До ${formatMoney(kopecks(total))}. Объяснение кредитора: ${why}`,
    // Of what was withdrawn its debtor has no page: what is loaded anew goes on with this explanation.
    ...(claim.withdrawnAt === null && {
      link: pagePath('/registry-entry-{$key}', { key: [claim.legalEntityId, claim.registryId, id] }),
    }),
  });
}

/**
 * A debt has not grown above what its contract, the law and a court can have added since, unless a writ that its debtor can open says so
 * (docs/decisions/0153).
 * @throws Refusal `input.invalid`
 */
async function demandPlausible(ctx: Writing, id: number, total: number): Promise<void> {
  const enforcement = await enforcementOf(ctx.db, id);
  if (enforcement !== null && isProved(enforcement)) return;
  const row = await withColumns(ctx.db.selectFrom('registryEntries as e'))
    .select([...claimStateColumns, ...growingColumns])
    .select(['e.restoredTotal', 'e.restoredOn'])
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow();
  const claim = {
    ...growingClaim(row, await interestRightOf(ctx.db, row.legalEntityId)),
    left: kopecks(row.restoredTotal!),
    leftOn: toDay(row.restoredOn!),
    total: kopecks(row.totalAmount),
  };
  const most = mostExplained(claim, await ratesOf(ctx.db), ctx.day);
  if (total <= most) return;
  const words = `Не больше ${formatMoney(most)}: проценты и неустойка на полгода вперёд и судебные расходы. Больше — по решению суда: загрузите стадию «Исполнительное производство» и приложите здесь исполнительный документ`;
  throw new Refusal('input.invalid', { fields: { total: words } });
}
