import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { queueLetter } from '#server/platform/letters.ts';
import { authLetters } from './letters.ts';
import { makeRegistration } from './tokens.ts';

/** Invites somebody to a company by a letter; an earlier invitation of the same person there dies. */
export async function sendInvitation(
  ctx: Ctx<Actor, Tx>,
  wish: { email: string; legalEntityId: number; roleId: number; position: string | null },
): Promise<{ id: number; expiresAt: Date }> {
  const { email, legalEntityId, roleId, position } = wish;
  const { shortName } = await ctx.db
    .selectFrom('legalEntities')
    .select('shortName')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  const { id, token, expiresAt } = await makeRegistration(ctx.db, {
    kind: 'employee',
    email,
    payloadSealed: null,
    legalEntityId,
    roleId,
    position,
    createdBy: ctx.actor.accountId,
  });
  const link = `${ctx.app.config.publicUrl}/signup?invitation=${token}`;
  await queueLetter(ctx, authLetters.invitation, email, { company: shortName, link });
  return { id, expiresAt };
}
