import type { Answer } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements.ts';
import { restOf } from '#domain/addendum.ts';
import type { Day } from '#domain/days.ts';
import type { Side } from '#domain/machine.ts';
import type { Plan } from '#domain/plan.ts';
import { type ScheduleRow, scheduleTotal } from '#domain/schedule.ts';
import { type SettlementStatus, settlement } from '#domain/settlement.ts';
import type { OfferKind, TermsOfferStatus } from '#domain/terms-offer.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { agreedRate } from './addendum.ts';
import { openOf } from './money.acts.ts';

type Card = Answer<typeof settlements.get>;
type Proposal = Card['proposals'][number];

/** What was proposed about an agreement in force, the newest first. One whose time is over counts as ended. */
export async function proposalsOf({ db, now }: Ctx, settlementId: number): Promise<Proposal[]> {
  const rows = await db
    .selectFrom('termsOffers')
    .selectAll()
    .where('settlementId', '=', settlementId)
    .where('kind', '<>', 'terms')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ plan, rows: kept, ...row }) => {
    const schedule = kept as unknown as ScheduleRow[];
    const isOver = row.status === 'active' && row.expiresAt <= now;
    return {
      ...row,
      kind: row.kind as Exclude<OfferKind, 'terms'>,
      side: row.side as Side,
      planKind: (plan as Partial<Plan>).kind ?? null,
      rows: schedule,
      total: scheduleTotal(schedule),
      status: isOver ? 'expired' : (row.status as TermsOfferStatus),
    };
  });
}

/** The rows that have been replaced, in the order of their days. */
export async function replacedRows({ db }: Ctx, settlementId: number): Promise<Card['replaced']> {
  const rows = await db
    .selectFrom('scheduleItems')
    .select(['no', 'plannedDate', 'dueDate', 'principal', 'interest', 'amount', 'paid', 'replacedOn'])
    .where('settlementId', '=', settlementId)
    .where('replacedOn', 'is not', null)
    .orderBy('replacedOn', 'desc')
    .orderBy('no')
    .execute();
  return rows.map(({ replacedOn, ...row }) => ({ ...row, replacedOn: replacedOn! }));
}

/** What a new schedule would be for; null when nothing can be changed. */
export async function restFor(
  { db, day }: Ctx,
  { id, status }: { id: number; status: SettlementStatus },
  schedule: Card['schedule'],
): Promise<Card['rest']> {
  if (!settlement.canMove(status, 'reschedule')) return null;
  const open = schedule
    .filter((row) => row.status !== 'cancelled')
    .map((row) => ({ ...openOf(row), dueDate: row.dueDate as Day }));
  return { ...restOf(open, day), rateBps: await agreedRate(db, id) };
}

/** What a side may do about an agreement in force. */
export function changingMoves(
  { actor }: Ctx,
  row: { status: SettlementStatus; legalEntityId: number; paidAmount: number },
  side: Side | null,
  proposals: readonly Proposal[],
): Card['moves'] {
  if (side === null || !settlement.canMove(row.status, 'reschedule')) return [];
  const onTable = proposals.find(({ status }) => status === 'active');
  const place = actor?.memberships.find(({ legalEntityId }) => legalEntityId === row.legalEntityId);
  const mayReopen = side === 'individual' || place?.permissions.has(settlements.reopenByCreditor.code) === true;
  const isTheirs = onTable !== undefined && onTable.side !== side;
  const moves: [Card['moves'][number], boolean][] = [
    ['reschedule', true],
    ['reopen', mayReopen && row.paidAmount === 0],
    ['acceptProposal', isTheirs && (onTable.kind === 'addendum' || mayReopen)],
    ['rejectProposal', isTheirs],
    ['recallProposal', onTable?.side === side],
  ];
  return moves.filter(([, isOpen]) => isOpen).map(([move]) => move);
}
