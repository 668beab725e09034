import { Refusal } from '#contract/kernel/errors.ts';
import { contactFlagNow } from '#server/modules/life-events/life-events.queries.ts';
import { demandFree } from '#server/modules/registries/entries/claims.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type Publisher, publish } from '#server/platform/events.ts';
import { freezeClaim, type LockedRequest, moveRequest, refusingRepeats } from './moves.ts';
import { notifyDebtor } from './notify.ts';
import { claimConfirmed } from './requests.events.ts';

/** Persons with whom nothing may be agreed: their debts go through the court. */
const beyondBargain = ['bankrupt', 'incapacitated', 'deceased'];

/**
 * The creditor confirms the claim: the request and a claim of his registry are joined, and the bargaining opens
 * (docs/domain.md §7.2).
 * @param named the claim that the creditor says the request is about; needed when none is known yet
 * @throws Refusal `request.impossible`, `entry.frozen`, `entry.settled`, `move.illegal`, `version.stale`
 */
export async function confirmClaim(
  publisher: Publisher,
  of: LockedRequest,
  { named, version }: { named: number | undefined; version: number },
): Promise<void> {
  const entry = await lockNamedClaim(publisher.db, of, named);
  const set = { registryEntryId: entry.id, registryId: entry.registryId, answerBy: null };
  await moveRequest(publisher, of, 'confirm', { version, set });
  if (of.registryEntryId === null) await freezeClaim(publisher, entry.id);
  const { individualId, legalEntityId } = of;
  await refusingRepeats(() =>
    publish(publisher, claimConfirmed, {
      requestId: of.id,
      registryEntryId: entry.id,
      individualId,
      legalEntityId: legalEntityId as number,
    }),
  );
  await notifyDebtor(publisher.db, of, { event: 'request.moved', title: `Заявка ${of.number}: торги открыты` });
}

/**
 * A claim that a request is to be about must be one of this creditor, and a person names only his own.
 * @throws Refusal `object.absent`
 */
export async function demandNamed(
  tx: Tx,
  entryId: number,
  { legalEntityId, individualId }: { legalEntityId: number; individualId?: number | null | undefined },
): Promise<{ id: number; registryId: number; frozenAt: Date | null; settledAt: Date | null }> {
  let found = tx
    .selectFrom('registryEntries')
    .select(['id', 'registryId', 'frozenAt', 'settledAt'])
    .where('id', '=', entryId)
    .where('legalEntityId', '=', legalEntityId)
    .where('withdrawnAt', 'is', null);
  if (individualId) found = found.where('individualId', '=', individualId);
  const entry = await found.forUpdate().executeTakeFirst();
  if (!entry) throw new Refusal('object.absent');
  return entry;
}

async function lockNamedClaim(tx: Tx, of: LockedRequest, named: number | undefined) {
  const id = of.registryEntryId ?? named;
  if (id === undefined) throw new Refusal('request.impossible', { detail: 'Укажите запись реестра, о которой заявка' });
  if (named !== undefined && named !== id) {
    throw new Refusal('request.impossible', { detail: 'Эта заявка о другой записи реестра' });
  }
  const entry = await tx
    .selectFrom('registryEntries')
    .select(['id', 'registryId', 'frozenAt', 'settledAt'])
    .select(contactFlagNow('registryEntries.individualId', 'registryEntries.contactFlag').as('contactFlag'))
    .where('id', '=', id)
    .where('legalEntityId', '=', of.legalEntityId)
    .where('individualId', '=', of.individualId)
    .where('withdrawnAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw new Refusal('request.impossible', { detail: 'Такой записи об этом заёмщике в ваших реестрах нет' });
  if (of.registryEntryId === null) demandFree(entry);
  if (beyondBargain.includes(entry.contactFlag)) {
    throw new Refusal('request.impossible', {
      detail:
        'С этим заёмщиком сейчас нельзя договориться: долг решается в деле о банкротстве, с опекуном или с наследниками',
    });
  }
  return entry;
}
