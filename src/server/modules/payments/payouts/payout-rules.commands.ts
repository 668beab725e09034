import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { payouts } from '#contract/money/payouts.ts';
import { PAYOUT_EVERY } from '#domain/money/payout.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { changeRow } from '#server/platform/state/write.ts';

type Rule = Input<typeof payouts.setRule>['body'];

/** Sets when and from which sum a creditor is paid out; the others who keep its money are told. @throws Refusal `version.stale` */
export async function setPayoutRule({ db, actor }: Writing, legalEntityId: number, rule: Rule): Promise<void> {
  await writeRule(db, legalEntityId, rule);
  const keepers = await employeesWith(db, legalEntityId, payouts.setRule);
  const others = keepers.map(({ accountId }) => accountId).filter((id) => id !== actor.accountId);
  await notify(db, others, {
    event: 'details.changed',
    title: actor.kind === 'operator' ? 'Оператор платформы изменил порядок выплат' : 'Порядок выплат изменён',
    detail: `${PAYOUT_EVERY[rule.every]}, с суммы ${formatMoney(kopecks(rule.least))}`,
    link: pagePath('/legal-entity-{$id}', { id: legalEntityId, tab: 'money' }),
    about: { table: 'legalEntities', id: legalEntityId },
  });
}

async function writeRule(db: Tx, legalEntityId: number, { version, every, least }: Rule): Promise<void> {
  if (version === null) {
    const made = await db
      .insertInto('payoutRules')
      .values({ legalEntityId, every, least })
      .onConflict((same) => same.column('legalEntityId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new Refusal('version.stale');
    return;
  }
  const row = await db
    .selectFrom('payoutRules')
    .select('id')
    .where('legalEntityId', '=', legalEntityId)
    .executeTakeFirst();
  if (!row) throw new Refusal('version.stale');
  await changeRow(db, 'payoutRules', row.id, version, { every, least });
}
