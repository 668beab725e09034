import { sql } from 'kysely';
import type { Kind } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { nameToStrangers } from '#domain/values/company-name.ts';
import type { App } from '#server/platform/app.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { findByEmail } from './accounts.ts';
import { mayBeSentToday } from './inviters.ts';
import { demandInvitation, demandMayWriteTo } from './letter-limits.ts';
import { authLetters } from './letters.ts';
import { makeRegistration } from './tokens.ts';

/**
 * Invites somebody to a company by a letter; an earlier invitation of the same person there dies.
 * @throws Refusal `rate.limited` when the address has had its letters of this hour, or the company has sent its
 *   invitations of this day
 */
export async function sendInvitation(
  ctx: Writing,
  filters: { email: string; legalEntityId: number; roleId: number; position: string | null },
): Promise<{ id: number; expiresAt: Date }> {
  const { email, legalEntityId, roleId, position } = filters;
  const company = await ctx.db
    .selectFrom('legalEntities')
    .select(['id', 'shortName', 'inn', 'verificationStatus'])
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  await demandInvitation(ctx, email, company);
  const { id, token, expiresAt } = await makeRegistration(ctx.db, {
    kind: 'employee',
    email,
    payloadSealed: null,
    legalEntityId,
    roleId,
    position,
    createdBy: ctx.actor.accountId,
  });
  const link = pageUrl(ctx.app, '/signup', { invitation: token });
  await queueLetter(ctx, authLetters.invitation, email, { company: nameToStrangers(company), link });
  return { id, expiresAt };
}

/**
 * Invites somebody to the platform's own people by a letter; an earlier invitation of his dies. Who has an account of
 * another kind needs another address.
 * @param invitedBy whose invitation it is: of one that somebody else sends again, whoever has invited him first (docs/decisions/0120)
 * @throws Refusal `operator.exists`, `input.invalid` at `email`
 */
export async function sendOperatorInvitation(
  ctx: Writing,
  { email, roleId }: { email: string; roleId: number },
  invitedBy = ctx.actor.accountId,
): Promise<{ id: number; expiresAt: Date }> {
  const known = await findByEmail(ctx.db, email, everyKind);
  if (known?.kind === 'operator') throw new Refusal('operator.exists');
  if (known) throw new Refusal('input.invalid', { fields: { email: 'Эта почта занята: укажите другую' } });
  await demandMayWriteTo(ctx, email);
  const input = { kind: 'operator', email, payloadSealed: null, roleId, createdBy: invitedBy } as const;
  const { id, token, expiresAt } = await makeRegistration(ctx.db, input);
  const link = pageUrl(ctx.app, '/signup', { invitation: token });
  await queueLetter(ctx, authLetters.operatorInvitation, email, { link });
  return { id, expiresAt };
}

/** Revokes what this account has sent and might not send any more: it was dismissed, or has another role. */
export async function revokeInvitationsOf(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('registrationTokens')
    .set({ revokedAt: sql<Date>`now()` })
    .where('createdBy', '=', accountId)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.not(mayBeSentToday))
    .execute();
}

/** An invitation of a debtor lives for 30 days (docs/domain.md §7.6). */
const debtorHours = 30 * 24;
const everyKind: readonly Kind[] = ['individual', 'employee', 'operator'];

/**
 * Where the letter to a debtor leads: to his own sign-up, which the link confirms, or to the entrance when somebody with
 * this address is here already. Only the owner of the address learns which of the two it is.
 */
export async function debtorLink(
  app: App,
  db: Tx,
  { email, legalEntityId }: { email: string; legalEntityId: number },
): Promise<string> {
  if (await findByEmail(db, email, everyKind)) return pageUrl(app, '/signin');
  const input = { kind: 'individual', email, payloadSealed: null, legalEntityId } as const;
  const { token } = await makeRegistration(db, input, { hours: debtorHours });
  return pageUrl(app, '/signup', { invitation: token });
}
