import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { allRequests, requests } from '#contract/settlements/requests.ts';
import { ARCHIVABLE, type DeclineReason, type RequestStatus, requestMachine } from '#domain/negotiation/request.ts';
import { type DebtReason, requestGaps } from '#domain/negotiation/request-form.ts';
import { refusalWords } from '#domain/parties/life-moves.ts';
import { forbiddingEventOf } from '#server/modules/life-events/life-spans.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { mayAnswer, requestRow, rowColumns, type Where } from './request-rows.ts';
import { limitationOfFound } from './requests.commands.ts';

type Card = Answer<typeof requests.get>;
/** Where a request waits for what comes next; later its settlement says what stands still. */
const OPEN: ReadonlySet<string> = new Set<RequestStatus>(['waiting', 'search', 'pending']);
/** What leads to new terms, and is closed where nothing new may be agreed on. */
const BEGINNING: ReadonlySet<Card['moves'][number]> = new Set(['edit', 'handOver', 'negotiate']);

/** A request within the viewer's reach. @throws Refusal `object.absent` */
export async function findCard(ctx: Ctx, id: number, where: Where = {}): Promise<Card> {
  let rows = ctx.db
    .selectFrom('requests as q')
    .innerJoin('individuals as i', 'i.id', 'q.individualId')
    .where(ctx.within('request', 'q'))
    .where('q.id', '=', id);
  if (where.individualId !== undefined) rows = rows.where('q.individualId', '=', where.individualId);
  if (where.legalEntityId !== undefined) rows = rows.where('q.legalEntityId', '=', where.legalEntityId);
  const row = await rows
    .select([
      ...rowColumns,
      'q.issuedAmount',
      'q.debtReason',
      'q.desiredPlan',
      'q.comment',
      'q.declineReason',
      'q.declineComment',
      'q.suggestedInn',
      'q.version',
      'q.updatedAt',
      'i.verificationStatus',
    ])
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const { verificationStatus, ...found } = row;
  const { individualId } = found;
  const stopped = await forbiddingEventOf(ctx.db, { individualId }, 'request', ctx.day);
  const isOwn = ctx.actor?.individualId === individualId;
  const isDraft = found.status === 'waiting' || found.status === 'search';
  return {
    ...requestRow(ctx, found),
    debtReason: found.debtReason as DebtReason | null,
    declineReason: found.declineReason as DeclineReason | null,
    stopped: stopped && OPEN.has(found.status) ? refusalWords(stopped, 'agree') : null,
    limitation: isOwn && found.status === 'search' ? await limitationOfFound(ctx.db, id, ctx.day) : null,
    gaps: isDraft ? requestGaps(found, verificationStatus === 'verified') : [],
    moves: movesFor(ctx, found).filter((move) => stopped === null || !BEGINNING.has(move)),
  };
}

/** The buttons of the viewer. */
function movesFor(
  { actor, may }: Ctx,
  request: { status: string; individualId: number; legalEntityId: number | null; archivedAt: Date | null },
): Card['moves'] {
  const status = request.status as RequestStatus;
  const isOwn = actor?.individualId === request.individualId;
  const isPut = request.archivedAt !== null;
  const moves: [Card['moves'][number], boolean][] = [
    ['edit', isOwn && !isPut && (status === 'waiting' || status === 'search')],
    ['handOver', isOwn && !isPut && status === 'search'],
    ['withdraw', (isOwn || may(allRequests.withdraw)) && !isPut && requestMachine.canMove(status, 'withdraw')],
    ['negotiate', mayAnswer(actor, request.legalEntityId) && status === 'pending'],
    ['decline', mayAnswer(actor, request.legalEntityId) && status === 'pending'],
    ['archive', may(allRequests.archive) && !isPut && ARCHIVABLE.includes(status)],
    ['restore', may(allRequests.restore) && isPut],
  ];
  return moves.filter(([, isOpen]) => isOpen).map(([move]) => move);
}
