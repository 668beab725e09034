import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { requests } from '#contract/settlements/requests.ts';
import { REQUEST_GAPS } from '#domain/negotiation/request-form.ts';
import { demandLife } from '#server/modules/life-events/life-spans.queries.ts';
import { demandFree } from '#server/modules/registries/entries/claims.commands.ts';
import { claimLimitation, limitationShownAt } from '#server/modules/registries/registries.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { stored } from './drafts.ts';
import { answerDay, freezeClaim, notifyBoth, refusingRepeats } from './moves.ts';

/**
 * A request about a claim that a creditor's registry holds: it is with him from the first moment, and the claim is
 * still from now on (docs/domain.md §7.2).
 */
export async function createByEntry(
  ctx: Writing,
  { id: individualId, leId: legalEntityId, entryId }: Input<typeof requests.createByEntry>['params'],
  { limitationShown, ...form }: Input<typeof requests.createByEntry>['body'],
): Promise<number> {
  const entry = await openEntry(ctx, individualId, entryId);
  await demandLife(ctx.db, { individualId }, 'request', ctx.day);
  const limitation = await claimLimitation(ctx.db, entryId, ctx.day);
  const answerBy = await answerDay(ctx.db, ctx.day);
  const { id, number } = await refusingRepeats(() =>
    ctx.db
      .insertInto('requests')
      .values({
        startedBy: 'creditor',
        status: 'pending',
        individualId,
        legalEntityId,
        registryEntryId: entryId,
        registryId: entry.registryId,
        creditorInn: entry.creditorInn,
        creditorName: entry.creditorName,
        contractNumber: entry.contractNumber,
        contractDate: entry.contractDate,
        issuedAmount: entry.issuedAmount,
        answerBy,
        limitationShownAt: limitationShownAt(ctx, limitation, limitationShown),
        ...stored(form),
      })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow(),
  );
  await freezeClaim(ctx, entryId);
  await notifyBoth(ctx.db, { id, individualId, legalEntityId, number }, answerBy);
  return id;
}

/** The claim, if this person may ask about it now. @throws Refusal `object.absent`, `request.impossible`, `entry.frozen`, `entry.settled` */
async function openEntry({ db }: Writing, individualId: number, entryId: number) {
  const entry = await db
    .selectFrom('registryEntries as e')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .innerJoin('individuals as i', 'i.id', 'e.individualId')
    .select([
      'e.registryId',
      'e.contractNumber',
      'e.contractDate',
      'e.issuedAmount',
      'e.frozenAt',
      'e.settledAt',
      'e.withdrawnAt',
    ])
    .select(['e.debtorInn', 'le.inn as creditorInn', 'le.shortName as creditorName', 'i.inn'])
    .select(['le.verificationStatus as creditorStatus', 'i.verificationStatus'])
    .where('e.id', '=', entryId)
    .where('e.individualId', '=', individualId)
    .forUpdate('e')
    .executeTakeFirst();
  if (!entry) throw new Refusal('object.absent');
  if (entry.verificationStatus !== 'verified' || entry.inn !== entry.debtorInn) {
    throw new Refusal('request.impossible', { detail: REQUEST_GAPS.verification });
  }
  if (entry.withdrawnAt !== null)
    throw new Refusal('request.impossible', { detail: 'Кредитор отозвал это требование' });
  if (entry.creditorStatus !== 'verified') throw new Refusal('request.impossible', { detail: creditorIsAway });
  demandFree(entry);
  return entry;
}

/** Said where a creditor is not verified, or blocked. */
export const creditorIsAway = 'Этот кредитор сейчас не принимает заявки';
