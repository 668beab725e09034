import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { simpleRegistries } from '#contract/registries/simple-registries.ts';
import type { LimitationStatus } from '#domain/registries/limitation.ts';
import { type RejectReason, recognizesDebt, rejectReasons } from '#domain/registries/registry-entry.ts';
import { demandLife } from '#server/modules/life-events/life-spans.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { transition } from '#server/platform/state/transition.ts';
import { postRegistryMessage } from '../messages.ts';
import { entryState } from '../stateful.ts';
import { answerDayOf } from './answer-deadlines.commands.ts';
import { demandFree, hasSigned } from './claims.commands.ts';
import { hasFullClaim } from './full-claims.ts';
import { claimLimitation, limitationShownAt, simpleLimitation } from './limitation.ts';
import { mayReconsider, ownSimple } from './simple-entries.ts';

const now = sql<Date>`now()`;

/** The debtor takes the debt on himself. A rejection may be taken back while the term lasts (docs/domain.md §7.6). */
export async function acceptEntry(
  ctx: Writing,
  who: number,
  id: number,
  { version, limitationShown }: { version?: number | undefined; limitationShown?: boolean | undefined },
): Promise<void> {
  const entry = await demandOwn(ctx, who, id);
  await demandLife(ctx.db, { individualId: who }, 'acknowledge', ctx.day);
  const settings = await settingsOf(ctx.db);
  if (entry.status === 'rejected_by_individual' && !mayReconsider(entry.decisionAt, ctx.now, settings)) {
    throw new Refusal('move.illegal', { detail: 'Срок, в который можно передумать, вышел' });
  }
  const shownAt = limitationShownAt(ctx, simpleLimitation(entry, ctx.day), limitationShown);
  const set = {
    acceptedAt: now,
    decisionAt: now,
    ...((await hasFullClaim(ctx.db, entry)) ? { answerBy: null } : await answerTerm(ctx, 'fullClaimDays')),
    limitationShownAt: shownAt,
    rejectReason: null,
    rejectComment: null,
  };
  await transition(ctx, entryState.simple(id), 'accept', { version, set });
  await postRegistryMessage(ctx.db, entry.registryId, 'accepted', {}, id);
}

/** The debtor rejects the claim, and says why. */
export async function rejectEntry(
  ctx: Writing,
  who: number,
  id: number,
  { reason, comment, version, limitationShown }: Rejection,
): Promise<void> {
  demandWords(reason, comment);
  const entry = await demandOwn(ctx, who, id);
  if (recognizesDebt(reason)) await demandLife(ctx.db, { individualId: who }, 'acknowledge', ctx.day);
  const set = {
    decisionAt: now,
    rejectReason: reason,
    rejectComment: comment ?? null,
    ...(await answerTerm(ctx, 'rejectionAnswerDays')),
    limitationShownAt: shownBefore(ctx, reason, simpleLimitation(entry, ctx.day), limitationShown),
  };
  await transition(ctx, entryState.simple(id), 'reject', { version, reason: rejectReasons[reason], set });
  await postRegistryMessage(ctx.db, entry.registryId, 'rejected', { reason }, id);
}

/**
 * The same of a claim of a full registry, while nobody bargains about it. It stays where it is: its creditor looks into it and withdraws
 * it or not; whoever asks him for a settlement takes the rejection back (`takeRejectionBack`). Who has signed for it, in an agreement
 * that was broken or an offer that came to nothing, has taken it for his own and does not call it foreign.
 */
export async function rejectClaim(
  ctx: Writing,
  who: number,
  id: number,
  { reason, comment, version, limitationShown }: Rejection,
): Promise<void> {
  demandWords(reason, comment);
  const claim = await ctx.db
    .selectFrom('registryEntries as e')
    .innerJoin('individuals as i', 'i.id', 'e.individualId')
    .select(['e.registryId', 'e.frozenAt', 'e.settledAt', 'e.debtorInn', 'i.inn', 'i.verificationStatus'])
    .select(hasSigned.as('hasSigned'))
    .where('e.id', '=', id)
    .where('e.individualId', '=', who)
    .where('e.withdrawnAt', 'is', null)
    .forUpdate('e')
    .executeTakeFirst();
  if (!claim) throw new Refusal('object.absent');
  demandVerified(claim);
  demandFree(claim);
  if (reason === 'not_mine' && claim.hasSigned) throw new Refusal('move.illegal', { detail: signedOnce });
  if (recognizesDebt(reason)) await demandLife(ctx.db, { individualId: who }, 'acknowledge', ctx.day);
  const set = {
    decisionAt: now,
    rejectReason: reason,
    rejectComment: comment ?? null,
    ...(await answerTerm(ctx, 'rejectionAnswerDays')),
    limitationShownAt: shownBefore(ctx, reason, await claimLimitation(ctx.db, id, ctx.day), limitationShown),
  };
  await transition(ctx, entryState.full(id), 'reject', { version, reason: rejectReasons[reason], set });
  await postRegistryMessage(ctx.db, claim.registryId, 'rejected', { reason }, id);
}

/** From now on the creditor has his time to answer, and is reminded of it. */
const answerTerm = async (ctx: Writing, term: Parameters<typeof answerDayOf>[2]) => ({
  answerBy: await answerDayOf(ctx.db, ctx.day, term),
  answerReminders: 0,
});

const signedOnce =
  'Вы уже подписывали условия по этому долгу, поэтому ответить «Это не мой долг» нельзя. Выберите другую причину';

type Rejection = Input<typeof simpleRegistries.reject>['body'];

/** @throws Refusal `input.invalid` for another reason without words */
function demandWords(reason: RejectReason, comment: string | undefined): void {
  if (reason !== 'other' || comment) return;
  throw new Refusal('input.invalid', { fields: { comment: 'Напишите, почему вы не согласны' } });
}

/** When he was shown that the term may have run out, where his reason takes the debt for his own. @throws Refusal `move.illegal` */
const shownBefore = (
  ctx: Writing,
  reason: RejectReason,
  limitation: LimitationStatus,
  isShown: boolean | undefined,
): Date | null => (recognizesDebt(reason) ? limitationShownAt(ctx, limitation, isShown) : null);

/**
 * The entry, if its ИНН is that of the person who answers and he is verified: nobody else may decide about it.
 * @throws Refusal `object.absent`, `move.illegal`
 */
async function demandOwn(ctx: Writing, who: number, id: number) {
  const entry = await ownSimple(ctx, who)
    .innerJoin('individuals as i', 'i.id', 'e.individualId')
    .select([
      'e.registryId',
      'e.legalEntityId',
      'e.contractNumber',
      'e.status',
      'e.decisionAt',
      'e.acceptedAt',
      'e.overdueFrom',
      'e.debtorInn',
      'i.inn',
      'i.verificationStatus',
    ])
    .where('e.id', '=', id)
    .executeTakeFirst();
  if (!entry) throw new Refusal('object.absent');
  demandVerified(entry);
  return entry;
}

/** @throws Refusal `move.illegal` to whom nobody has verified under the ИНН of the entry */
function demandVerified(of: { verificationStatus: string; inn: string | null; debtorInn: string }): void {
  if (of.verificationStatus === 'verified' && of.inn === of.debtorInn) return;
  throw new Refusal('move.illegal', { detail: 'Сначала пройдите проверку: она подтверждает, что ИНН ваш' });
}
