import { operators } from '#contract/access/operators.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import { isActorOneOf, ofSamePerson } from '#server/platform/auth/same-person.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { changeRow } from '#server/platform/state/write.ts';

/**
 * Tells those who may vouch for an invited operator that he waits for it, until one of them has: all whom nothing ties to him
 * (docs/decisions/0120). For whom nobody need vouch this does nothing.
 */
export async function askForVoucher(ctx: Pick<Ctx, 'app'> & { db: Tx }, id: number): Promise<void> {
  const { accountId, isWaiting } = await ctx.db
    .selectFrom('operators')
    .select((eb) => [
      'accountId',
      eb.and([eb('active', '=', true), eb('invitedBy', 'is not', null), eb('vouchedBy', 'is', null)]).as('isWaiting'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!isWaiting) return;
  const able = await operatorsWith(ctx.db, operators.vouch);
  const tied = await ofSamePerson({ ...ctx, actor: { accountId } }, able);
  await notify(
    ctx.db,
    able.filter((one) => !tied.has(one)),
    {
      event: 'operator.voucher',
      title: 'Оператор ждёт поручительства',
      detail:
        'Если знаете этого человека и это не вторая учётная запись того, кто его пригласил, вернул или дал ему роль, поручитесь в его карточке. До этого он не меняет доступ людей, деньги и настройки',
      link: pagePath('/dashboard/old/operators', { preview: id }),
      about: { table: 'operators', id },
      topic: 'operator.voucher',
    },
  );
}

/**
 * Whoever gives an operator more to decide stands as whoever invites one: until somebody else vouches again, the two are one person
 * (docs/decisions/0192). Nobody is tied to himself. Who is tied to another already gets no more: he would be tied to one of the two alone.
 * @throws Refusal `move.illegal`
 */
export async function tieToGiver(ctx: Writing, ids: readonly number[]): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('operators')
    .select('id')
    .where('id', 'in', ids)
    .where('invitedBy', '<>', ctx.actor.accountId)
    .where('vouchedBy', 'is', null)
    .executeTakeFirst();
  if (waiting) throw new Refusal('move.illegal', { detail: stillTied });
  const tied = await ctx.db
    .updateTable('operators')
    .set({ invitedBy: ctx.actor.accountId, vouchedBy: null })
    .where('id', 'in', ids)
    .where('accountId', '<>', ctx.actor.accountId)
    .returning('id')
    .execute();
  for (const { id } of tied) {
    await endQuestionOfVoucher(ctx.db, id);
    await askForVoucher(ctx, id);
  }
}

const stillTied =
  'Сначала за оператора должен поручиться другой администратор, потом его можно вернуть или дать ему решать больше';

/** Nobody is asked to vouch for him any more. */
export const endQuestionOfVoucher = (tx: Tx, id: number): Promise<void> =>
  settleNotifications(tx, { table: 'operators', id }, 'operator.voucher');

/**
 * Says that a person of his own stands behind an invited account (docs/decisions/0120).
 * @throws Refusal `move.illegal` when nobody needs to, `approval.own` to his inviter and to all who are taken for one with him
 */
export async function vouch(ctx: Writing, id: number, version: number): Promise<void> {
  const { accountId, invitedBy, vouchedBy } = await ctx.db
    .selectFrom('operators')
    .select(['accountId', 'invitedBy', 'vouchedBy'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (invitedBy === null || vouchedBy !== null)
    throw new Refusal('move.illegal', { detail: 'Поручительство не нужно' });
  if (await isActorOneOf(ctx, [accountId])) throw new Refusal('approval.own', { detail: notByInviter });
  await changeRow(ctx.db, 'operators', id, version, { vouchedBy: ctx.actor.accountId });
  await endQuestionOfVoucher(ctx.db, id);
}

/**
 * Whoever runs the machine says so, where nobody inside may: nothing ties the operator to his inviter any more, and the audit keeps
 * who that was. @throws Error, in words for him, when there is no such operator or nobody need vouch
 */
export async function vouchFromOutside(tx: Tx, email: string): Promise<void> {
  const found = await tx
    .selectFrom('operators as o')
    .innerJoin('accounts as a', 'a.id', 'o.accountId')
    .select(['o.id', 'o.version', 'o.invitedBy', 'o.vouchedBy'])
    .where('a.email', '=', email)
    .executeTakeFirst();
  if (!found) throw new Error(`Оператора с почтой ${email} нет.`);
  if (found.invitedBy === null || found.vouchedBy !== null) throw new Error('Поручительство не нужно.');
  await changeRow(tx, 'operators', found.id, found.version, { invitedBy: null });
  await endQuestionOfVoucher(tx, found.id);
}

const notByInviter =
  'Поручиться должен другой администратор: не тот, кто пригласил этого оператора, вернул его или дал ему роль, и не тот, за кого самого ещё не поручились';
