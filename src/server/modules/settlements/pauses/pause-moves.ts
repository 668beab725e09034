import type { Answer } from '#contract/kernel/op.ts';
import { pauses } from '#contract/settlements/pauses.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import type { LifeSpan } from '#domain/parties/life-event.ts';
import { forbiddenBy } from '#domain/parties/life-moves.ts';
import { HOLIDAY_KIND, mayHaveHolidays } from '#domain/settlements/holidays.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import type { Day } from '#domain/values/days.ts';
import type { Ctx } from '#server/platform/ctx.ts';

type Card = Answer<typeof settlements.get>;

/** What may be done about pauses and holidays of an agreement in force. */
export function pauseMoves(
  { actor, day }: Ctx,
  { status, individualId, legalEntityId }: Pick<Card, 'status' | 'individualId' | 'legalEntityId'>,
  { life, grounds }: Pick<Card, 'life' | 'grounds'>,
): Card['moves'] {
  if (!settlementMachine.canMove(status, 'reschedule')) return [];
  const ofAgreement = life.filter(({ settlementId }) => settlementId !== null);
  const asked = ofAgreement.find((event) => event.status === 'waiting' && event.side === 'individual');
  // Its days are known as soon as the creditor has agreed: then it is his proposal that is signed or rejected.
  const isUnanswered = asked !== undefined && asked.until === null;
  const holidays = ofAgreement.find(
    (event) => event.ground !== null && event.status === 'in_force' && (event.until ?? day) >= day,
  );
  // What is confirmed of his life counts by its days, the last one too, as the command counts it.
  const confirmed = life.filter(({ status }) => status === 'in_force' || status === 'over');
  // Whoever serves has them already, by all his debts or by this one.
  const isServing = confirmed.some(
    ({ kind, until }) => HOLIDAY_KIND.service === kind && (until === null || until >= day),
  );
  const isStill = forbiddenBy(confirmed.map(spanOf), 'askPause', day) !== null;
  const isDebtor = actor?.individualId === individualId;
  const membership = actor?.memberships.find((one) => one.legalEntityId === legalEntityId);
  const isCreditor = membership?.permissions.has(pauses.agree.code) === true;
  const mayRefuse = membership?.permissions.has(pauses.refuse.code) === true;
  const moves: [Card['moves'][number], boolean][] = [
    ['takeHolidays', isDebtor && holidays === undefined && !isServing && mayHaveHolidays(grounds.contractKind)],
    ['askPause', isDebtor && !asked && !isStill],
    ['recallPause', isDebtor && isUnanswered],
    ['agreePause', isCreditor && isUnanswered],
    ['refusePause', mayRefuse && isUnanswered],
    ['objectHolidays', isCreditor && holidays !== undefined && holidays.objectedAt === null],
  ];
  return moves.filter(([, isOpen]) => isOpen).map(([move]) => move);
}

const spanOf = ({ kind, since, until }: Card['life'][number]): LifeSpan => ({
  kind,
  since: since as Day,
  until: until as Day | null,
});
