import type { Answer } from '#contract/kernel/op.ts';
import { pauses } from '#contract/settlements/pauses.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import type { LifeSpan } from '#domain/parties/life-event.ts';
import { forbiddenBy } from '#domain/parties/life-moves.ts';
import { mayHaveHolidays } from '#domain/settlements/holidays.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import type { Day } from '#domain/values/days.ts';
import type { Ctx } from '#server/platform/ctx.ts';

type Card = Answer<typeof settlements.get>;

/** What may be done about pauses and holidays of an agreement in force. */
export function pauseMoves(
  { actor, day }: Ctx,
  { status, individualId, legalEntityId }: Pick<Card, 'status' | 'individualId' | 'legalEntityId'>,
  { life, proposals, grounds }: Pick<Card, 'life' | 'proposals' | 'grounds'>,
): Card['moves'] {
  if (!settlementMachine.canMove(status, 'reschedule')) return [];
  const ofAgreement = life.filter(({ settlementId }) => settlementId !== null);
  const asked = ofAgreement.some((event) => event.status === 'waiting' && event.side === 'individual');
  const holidays = ofAgreement.find(
    (event) => event.ground !== null && event.status === 'in_force' && (event.until ?? day) >= day,
  );
  // What is confirmed of his life counts by its days, as the command counts it.
  const isStill = forbiddenBy(life.filter(({ status }) => status === 'in_force').map(spanOf), 'askPause', day) !== null;
  const isDebtor = actor?.individualId === individualId;
  const membership = actor?.memberships.find((one) => one.legalEntityId === legalEntityId);
  const isCreditor = membership?.permissions.has(pauses.agree.code) === true;
  const isOffered = proposals.some((one) => one.status === 'active');
  const moves: [Card['moves'][number], boolean][] = [
    ['takeHolidays', isDebtor && holidays === undefined && mayHaveHolidays(grounds.contractKind)],
    ['askPause', isDebtor && !asked && !isStill],
    ['recallPause', isDebtor && asked && !isOffered],
    ['answerPause', isCreditor && asked && !isOffered],
    ['objectHolidays', isCreditor && holidays !== undefined && holidays.objectedAt === null],
  ];
  return moves.filter(([, isOpen]) => isOpen).map(([move]) => move);
}

const spanOf = ({ kind, since, until }: Card['life'][number]): LifeSpan => ({
  kind,
  since: since as Day,
  until: until as Day | null,
});
