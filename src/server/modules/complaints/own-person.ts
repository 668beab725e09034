import { Refusal } from '#contract/kernel/errors.ts';
import { isActorOneOf } from '#server/platform/auth/same-person.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';

type Reader = Pick<Ctx, 'app' | 'db'> & { actor: Actor };

/** Whom a complaint concerns, as columns: who has complained, whose message it is, who has recorded the contact and who denies it. */
export const concernedColumns = [
  'k.accountId',
  'm.accountId as authorId',
  'r.accountId as recorderId',
  'r.failedBy as denierId',
] as const;

interface Concerned {
  accountId: number;
  authorId: number | null;
  recorderId: number | null;
  denierId: number | null;
}

/** What of a complaint is the reader's own, by whichever of his accounts: what it is of, and the complaint itself. */
export async function ownOf(
  ctx: Reader,
  { accountId, authorId, recorderId, denierId }: Concerned,
): Promise<{ isOfReader: boolean; isByReader: boolean }> {
  const of = [authorId, recorderId, denierId].filter((id) => id !== null);
  return { isOfReader: await isActorOneOf(ctx, of), isByReader: await isActorOneOf(ctx, [accountId]) };
}

/** @throws Refusal `move.illegal` of a complaint about himself, `approval.own` of one of his own */
export async function demandOthers(ctx: Reader, concerned: Concerned): Promise<void> {
  const { isOfReader, isByReader } = await ownOf(ctx, concerned);
  if (isOfReader)
    throw new Refusal('move.illegal', {
      detail: 'Решает другой оператор: пожаловались на вас или на того, у кого то же имя, телефон или браузер',
    });
  if (isByReader)
    throw new Refusal('approval.own', {
      detail: 'Решает другой оператор: у того, кто пожаловался, то же имя, телефон или браузер, что у вас',
    });
}
