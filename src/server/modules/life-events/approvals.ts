import { pagePath } from '#contract/kernel/page-path.ts';
import { lifeEventApprovalRights, lifeEvents } from '#contract/parties/life-events.ts';
import type { ApprovalRules, Outcome, Proposed } from '#server/platform/approvals.ts';
import { behindIndividual } from '#server/platform/auth/accounts-behind.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { endLifeEvent } from './ends.commands.ts';
import { confirmLifeEvent, refuseEntered } from './life-events.commands.ts';
import { reopenGround } from './reopened.commands.ts';

const shared = {
  by: 'operators',
  about: {
    individuals: {
      type: 'individual',
      card: (id: number) => pagePath('/individual-{$id}', { id }),
      behind: behindIndividual,
    },
  },
  decides: lifeEventApprovalRights.lifeEvent,
} as const;

const ownOutcomes = {
  approve: 'Оператор подтвердил то, что вы сообщили',
  reject: 'Оператор не подтвердил то, что вы сообщили',
};

/** A person who has told what has happened to himself reads what came of it; an operator and a creditor read the usual words. */
async function toPerson(
  { db }: Pick<Writing, 'db'>,
  { objectId: id }: Proposed<'lifeEvent.confirm'>,
  makerId: number,
  outcome: Outcome,
) {
  const himself = await db
    .selectFrom('individuals')
    .select('id')
    .where('id', '=', id)
    .where('accountId', '=', makerId)
    .executeTakeFirst();
  return himself ? { title: ownOutcomes[outcome], link: pagePath('/individual-{$id}', { id, tab: 'life' }) } : null;
}

export const lifeEventApprovals = {
  'lifeEvent.confirm': {
    ...shared,
    title: 'Подтвердить обстоятельство заёмщика',
    proposes: [lifeEvents.enter],
    approved: confirmLifeEvent,
    refused: refuseEntered,
    toMaker: toPerson,
  },
  'lifeEvent.end': {
    ...shared,
    title: 'Завершить обстоятельство заёмщика',
    proposes: [lifeEvents.end],
    approved: endLifeEvent,
  },
  'lifeEvent.reopen': {
    ...shared,
    title: 'Снова открыть основание каникул',
    proposes: [lifeEvents.reopen],
    approved: reopenGround,
  },
} satisfies ApprovalRules;
