import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { requests } from '#contract/settlements/requests.ts';
import type { DesiredPlan } from '#domain/negotiation/request.ts';
import { REQUEST_GAPS, requestGaps } from '#domain/negotiation/request-form.ts';
import { demandLife } from '#server/modules/life-events/life-spans.queries.ts';
import { enqueueMatching } from '#server/modules/registries/invitations/matching.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { lockRequest, refusingRepeats } from './moves.ts';
import { seekCreditor } from './requests.commands.ts';

type DraftInput = Omit<Input<typeof requests.create>['body'], 'creditorInn'>;

/** Writes a request down as far as its author knows; a whole one goes on at once. @returns its id */
export async function createRequest(
  ctx: Writing,
  individualId: number,
  { creditorInn, ...form }: Input<typeof requests.create>['body'],
): Promise<number> {
  await demandLife(ctx.db, { individualId }, 'request', ctx.day);
  demandSense(ctx, form);
  const { id } = await refusingRepeats(() =>
    ctx.db
      .insertInto('requests')
      .values({ startedBy: 'individual', status: 'waiting', individualId, creditorInn, ...stored(form) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await seekCreditor(ctx, id);
  await enqueueMatching(ctx, { individualId });
  return id;
}

/**
 * Changes a draft. One that is saved alone stays with its author, whatever it lacks; one that has begun to look for its creditor must
 * stay whole, and goes on looking.
 */
export async function changeRequest(
  ctx: Writing,
  id: number,
  { version, send = true, ...form }: Input<typeof requests.update>['body'],
): Promise<void> {
  demandSense(ctx, form);
  const before = await lockRequest(ctx.db, id);
  await demandLife(ctx.db, { individualId: before.individualId }, 'request', ctx.day);
  const isOpen = before.status === 'waiting' || before.status === 'search';
  if (!isOpen || before.archivedAt !== null) {
    throw new Refusal('move.illegal', { detail: 'Заявку уже нельзя изменить: она у кредитора, закрыта или в архиве' });
  }
  const { creditorInn = before.creditorInn, contractNumber = before.contractNumber } = form;
  // Of another debt its creditor has said nothing yet.
  const isOther = creditorInn !== before.creditorInn || contractNumber !== before.contractNumber;
  const anew = isOther && { declinedAt: null, limitationAskedAt: null };
  await refusingRepeats(() => changeRow(ctx.db, 'requests', id, version, { ...stored(form), ...anew }));
  if (before.status === 'search') await demandWhole(ctx, id);
  if (!send && before.status !== 'search') return;
  await seekCreditor(ctx, id);
  await enqueueMatching(ctx, before);
}

async function demandWhole({ db }: Writing, id: number): Promise<void> {
  const form = await db
    .selectFrom('requests')
    .select(['creditorName', 'contractNumber', 'claimedDebt', 'debtReason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const gaps = requestGaps(form, true);
  const fields = Object.fromEntries(gaps.map((gap) => [gap, REQUEST_GAPS[gap]]));
  if (gaps.length > 0) throw new Refusal('input.invalid', { fields });
}

/** A contract cannot be of tomorrow. A desired day may grow old in a draft: the terms are bargained about later. */
function demandSense({ day }: Writing, { contractDate }: Pick<Partial<DraftInput>, 'contractDate'>): void {
  if (contractDate && contractDate > day) {
    throw new Refusal('input.invalid', { fields: { contractDate: 'Дата договора в будущем' } });
  }
}

export const stored = <Form extends { desiredPlan?: DesiredPlan | null | undefined }>({
  desiredPlan,
  ...form
}: Form) => ({
  ...form,
  ...(desiredPlan !== undefined && { desiredPlan: desiredPlan && jsonText(desiredPlan) }),
});
