import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { type RejectReason, rejectReasons } from '#domain/registries/registry-entry.ts';
import { demandLife } from '#server/modules/life-events/life-events.queries.ts';
import { settingsOf } from '#server/modules/settings/settings.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { transition } from '#server/platform/state/transition.ts';
import { postRegistryMessage } from '../messages.ts';
import { entryState } from '../stateful.ts';
import { limitationShownAt, simpleLimitation } from './limitation.ts';
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
  { reason, comment, version }: { reason: RejectReason; comment?: string | undefined; version?: number | undefined },
): Promise<void> {
  if (reason === 'other' && !comment) {
    throw new Refusal('input.invalid', { fields: { comment: 'Напишите, почему вы не согласны' } });
  }
  const entry = await demandOwn(ctx, who, id);
  const set = { decisionAt: now, rejectReason: reason, rejectComment: comment ?? null };
  await transition(ctx, entryState.simple(id), 'reject', { version, reason: rejectReasons[reason], set });
  await postRegistryMessage(ctx.db, entry.registryId, 'rejected', { reason }, id);
}

/**
 * The entry, if its ИНН is that of the person who answers and he is verified: nobody else may decide about it.
 * @throws Refusal `object.absent`, `move.illegal`
 */
async function demandOwn(ctx: Writing, who: number, id: number) {
  const entry = await ownSimple(ctx, who)
    .innerJoin('individuals as i', 'i.id', 'e.individualId')
    .select([
      'e.registryId',
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
  if (entry.verificationStatus !== 'verified' || entry.inn !== entry.debtorInn) {
    throw new Refusal('move.illegal', { detail: 'Сначала пройдите проверку: она подтверждает, что ИНН ваш' });
  }
  return entry;
}
