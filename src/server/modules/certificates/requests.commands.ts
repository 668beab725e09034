import { Refusal } from '#contract/kernel/errors.ts';
import { isCancelled } from '#domain/settlements/settlement.ts';
import { addDays, type Day, formatDay, moscowDay, parseDay } from '#domain/values/days.ts';
import { oweCertificate } from '#server/modules/settlements/owed.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { issueOrAsk } from './issue.commands.ts';
import { demandOwedAgain } from './papers.queries.ts';

/** So many statements of one settlement each side asks for in a day at most: each is a paper with a signature. */
const MOST_A_DAY = 10;

/**
 * Asks for a statement of the debt on a day: issued at once by the creditor's rule, else it waits for his signature. Whoever
 * asks again while it waits gets the same one.
 * @returns the id of the request
 * @throws Refusal `document.absent` without an agreement, `input.invalid` for a day that it does not cover, `move.illegal`
 */
export async function askForStatement(ctx: Writing, settlementId: number, asked: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('settlements')
    .select(['individualId', 'legalEntityId', 'status', 'signedAt', 'closedAt', 'closeReason'])
    .where('id', '=', settlementId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.signedAt === null || row.status === 'negotiation') throw new Refusal('document.absent');
  await demandOwedAgain(ctx.db, settlementId);
  const isTerminated = row.closeReason === 'breached' && row.closedAt !== null;
  // From the day on which nothing of it is owed any more the agreement has no debt to state.
  const last = isCancelled(row.closeReason) ? addDays(moscowDay(row.closedAt!), -1) : ctx.day;
  const on = demandDay(asked, moscowDay(isTerminated ? row.closedAt! : row.signedAt), last);
  const waiting = await ctx.db
    .selectFrom('certificateRequests')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where('debtOn', '=', on)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  if (waiting) return waiting.id;
  const { individualId, legalEntityId } = row;
  await demandFew(ctx, settlementId, individualId);
  const id = await oweCertificate(ctx.db, {
    settlementId,
    individualId,
    legalEntityId,
    kind: 'statement',
    since: ctx.day,
    debtOn: on,
    askedBy: ctx.actor.accountId,
  });
  await issueOrAsk(ctx, id);
  return id;
}

function demandDay(asked: string, first: Day, last: Day): Day {
  const on = parseDay(asked);
  if (on !== null && on >= first && on <= last) return on;
  const message = `Укажите день с ${formatDay(first)} по ${formatDay(last)}`;
  throw new Refusal('input.invalid', { fields: { on: message } });
}

/** What one side has asked for is not counted for the other. @throws Refusal `move.illegal` */
async function demandFew({ db, now, actor }: Writing, settlementId: number, individualId: number): Promise<void> {
  const { count } = await db
    .selectFrom('certificateRequests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('settlementId', '=', settlementId)
    .where('kind', '=', 'statement')
    .where((eb) => {
      const byDebtor = eb.exists(
        eb
          .selectFrom('individuals as i')
          .select('i.id')
          .whereRef('i.accountId', '=', 'certificateRequests.askedBy')
          .where('i.id', '=', individualId),
      );
      return actor.individualId === individualId ? byDebtor : eb.not(byDebtor);
    })
    .where('askedAt', '>', new Date(now.getTime() - 24 * 60 * 60 * 1000))
    .executeTakeFirstOrThrow();
  if (count >= MOST_A_DAY) throw new Refusal('move.illegal', { detail: 'Сегодня справок уже много: попросите завтра' });
}
