import { Refusal } from '#contract/kernel/errors.ts';
import { isActorOneOf } from '#server/platform/auth/same-person.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';

type Reader = Pick<Ctx, 'app' | 'db'> & { actor: Actor };
/** Who has complained, and whose message it is. */
type Both = { accountId: number; authorId: number | null };

/** @throws Refusal `move.illegal` of a complaint about himself, `approval.own` of one of his own */
export async function demandOthers(ctx: Reader, { accountId, authorId }: Both): Promise<void> {
  if (authorId !== null && (await isActorOneOf(ctx, [authorId])))
    throw new Refusal('move.illegal', { detail: 'Пожаловались на вас: решить должен другой оператор' });
  if (await isActorOneOf(ctx, [accountId]))
    throw new Refusal('approval.own', {
      detail: 'Решает другой оператор: у того, кто пожаловался, то же имя, телефон или браузер, что у вас',
    });
}
