import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { type RequestMove, requestMachine } from '#domain/negotiation/request.ts';
import { type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import { takeRejectionBack } from '#server/modules/registries/entries/claims.commands.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import { settingsOf } from '#server/platform/settings.ts';
import {
  stateful,
  type TransitionContext,
  type TransitionOptions,
  transition,
} from '#server/platform/state/transition.ts';
import { askForAnswer, notifyCreditor, notifyDebtor } from './notify.ts';

const requestState = stateful(requestMachine, { table: 'requests', column: 'status' });

/** A request as its moves need it. */
export interface LockedRequest {
  id: number;
  individualId: number;
  legalEntityId: number | null;
  registryEntryId: number | null;
  archivedAt: Date | null;
  status: string;
  number: string;
  creditorInn: string;
  contractNumber: string | null;
}

const locked = [
  'id',
  'individualId',
  'legalEntityId',
  'registryEntryId',
  'archivedAt',
  'status',
  'number',
  'creditorInn',
  'contractNumber',
] as const;

/** Locks a request, so that what is decided about it stays true until the end of the transaction. */
export async function lockRequest(tx: Tx, id: number): Promise<LockedRequest> {
  return tx.selectFrom('requests').select(locked).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** One move of a request, which answers whatever was asked of it. A request that has been put away does not move. */
export async function moveRequest(
  ctx: TransitionContext,
  { id, archivedAt }: LockedRequest,
  move: RequestMove,
  step: TransitionOptions<'requests'>,
): Promise<void> {
  if (archivedAt !== null) throw new Refusal('move.illegal', { detail: 'Заявка в архиве: сначала её нужно вернуть' });
  await refusingRepeats(() => transition(ctx, requestState(id), move, step));
  await settleNotifications(ctx.db, { table: 'requests', id }, 'request.answer', 'request.limitation');
}

/** Two active requests for one debt there may not be; which of the two comes first, the database decides. */
export async function refusingRepeats<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken === 'requests_active') throw new Refusal('request.exists');
    throw broken === 'requests_entry' ? new Refusal('entry.frozen') : error;
  }
}

/** From now on loads leave the claim alone, and nobody calls it rejected. */
export async function freezeClaim(ctx: TransitionContext, entryId: number): Promise<void> {
  const { status } = await ctx.db
    .updateTable('registryEntries')
    .set({ frozenAt: sql<Date>`now()` })
    .where('id', '=', entryId)
    .returning('status')
    .executeTakeFirstOrThrow();
  await takeRejectionBack(ctx, entryId, status);
}

/** From now on loads may change the claim again; null names none. */
export async function unfreezeClaim(tx: Tx, entryId: number | null): Promise<void> {
  if (entryId !== null) {
    await tx.updateTable('registryEntries').set({ frozenAt: null }).where('id', '=', entryId).execute();
  }
}

/** By when a creditor has to answer what he is given today. */
export async function answerDay(db: Tx, today: Day): Promise<Day> {
  const { creditorAnswerDays } = await settingsOf(db);
  return (await calendarIn(db)).addWorkingDays(today, creditorAnswerDays);
}

interface Creditor {
  legalEntityId: number;
  /** The claim that the request is about, where the creditor's registry has it already. */
  entry: { id: number; registryId: number } | null;
  /** When the debtor was shown that the limitation of the claim may have run out. */
  limitationShownAt?: Date | null;
}

/** Gives a request that has been looking for its creditor to him. */
export async function handOver(
  ctx: TransitionContext,
  of: LockedRequest,
  { legalEntityId, entry, limitationShownAt = null }: Creditor,
  version?: number,
) {
  if (entry) await freezeClaim(ctx, entry.id);
  const answerBy = await answerDay(ctx.db, moscowDay(new Date()));
  await moveRequest(ctx, of, 'match', {
    version,
    set: {
      legalEntityId,
      registryEntryId: entry?.id ?? null,
      registryId: entry?.registryId ?? null,
      answerBy,
      limitationShownAt,
      limitationAskedAt: null,
      declinedAt: null,
      declineReason: null,
      declineComment: null,
      suggestedInn: null,
    },
  });
  await notifyBoth(ctx.db, { ...of, legalEntityId }, answerBy);
}

/** Tells both sides that a request is with its creditor. */
export async function notifyBoth(
  tx: Tx,
  of: Pick<LockedRequest, 'id' | 'individualId' | 'legalEntityId' | 'number'>,
  answerBy: Day,
) {
  await notifyDebtor(tx, of, { event: 'request.moved', title: `Заявка ${of.number} передана кредитору` });
  await askForAnswer(tx, of, `Новая заявка ${of.number}: ответьте до ${formatDay(answerBy)}`);
}

/** The end of a request before any settlement; its claim is free again. */
export async function closeRequest(
  ctx: TransitionContext,
  of: LockedRequest,
  step: TransitionOptions<'requests'>,
): Promise<void> {
  await moveRequest(ctx, of, 'withdraw', { ...step, set: { closeReason: 'withdrawn', answerBy: null } });
  await unfreezeClaim(ctx.db, of.registryEntryId);
  if (of.legalEntityId !== null)
    await notifyCreditor(ctx.db, of, { event: 'request.moved', title: `Заявка ${of.number} отозвана` });
}

/** The creditor gives the request back: it is not his debtor, or not any more. He is not told of it again by what he had said so of. */
export async function declineRequest(
  ctx: TransitionContext,
  of: LockedRequest,
  { version, reason, comment, newCreditorInn, title }: Decline,
): Promise<void> {
  await moveRequest(ctx, of, 'decline', {
    version,
    reason: title,
    set: {
      legalEntityId: null,
      registryEntryId: null,
      registryId: null,
      answerBy: null,
      declinedAt: sql<Date>`now()`,
      declineReason: reason,
      declineComment: comment ?? null,
      suggestedInn: reason === 'ceded' ? (newCreditorInn ?? null) : null,
    },
  });
  await unfreezeClaim(ctx.db, of.registryEntryId);
  await notifyDebtor(ctx.db, of, {
    event: 'request.moved',
    title: `Кредитор отклонил заявку ${of.number}`,
    detail: title,
  });
}
interface Decline {
  version: number;
  reason: string;
  /** The reason in Russian. */
  title: string;
  comment?: string | undefined;
  newCreditorInn?: string | undefined;
}
