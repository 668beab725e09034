import { individualRights, type individuals } from '#contract/individuals.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { checkBirth } from '#domain/person-dates.ts';
import {
  applyForVerification,
  demandOpenForm,
  refusingDuplicates,
  reopen,
  touches,
  withEditor,
} from '#server/modules/verification/verification.acts.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { changeRow } from '#server/platform/write.ts';
import { papers, subjectOf } from './people.ts';

type Writing = Ctx<Actor, Tx>;
type Change = Input<typeof individuals.update>['body'];

/** A verified person who changes one of these is to be verified anew. */
const critical = ['lastName', 'firstName', 'middleName', 'birthDate', 'inn', 'snils', 'passport'] as const;
const empty = 'Поле должно быть заполнено';

/** Changes a person's data. While an application waits its data stand still; the verifier sees what was sent. */
export async function changePerson(
  ctx: Writing,
  id: number,
  { version, code, snils, passport, ...plain }: Change,
): Promise<void> {
  const problem = plain.birthDate && checkBirth(plain.birthDate, ctx.day);
  if (problem) throw new Refusal('input.invalid', { fields: { birthDate: problem } });
  const reopened = await reopenIfCritical(ctx, id, { version, code, snils, passport, ...plain });
  await refusingDuplicates(() =>
    changeRow(ctx.db, 'individuals', id, reopened ? version + 1 : version, {
      ...plain,
      ...papers.seal(ctx.app.secrets, { snils, passport }),
      editors: withEditor(ctx),
    }),
  );
}

/**
 * A verified person who changes critical data of his own leaves the verified before the change is written: what he
 * types must not tell him whether somebody else is verified under that ИНН.
 */
async function reopenIfCritical(ctx: Writing, id: number, { version, code, ...change }: Change): Promise<boolean> {
  const status = await demandOpenForm(ctx, subjectOf(id));
  if (ctx.actor.kind !== 'individual' || status !== 'verified') return false;
  const before = await ctx.db
    .selectFrom('individuals')
    .select(['lastName', 'firstName', 'middleName', 'birthDate', 'inn'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!touches(before, change, critical)) return false;
  await reopen(ctx, subjectOf(id), { code, version, verify: individualRights.verify });
  return true;
}

/** Sends the person's data to the verifiers, once all that they need is there. */
export async function applyPerson(ctx: Writing, id: number, version: number): Promise<void> {
  const row = await ctx.db
    .selectFrom('individuals')
    .select(['birthDate', 'inn', 'passportSealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const fields = {
    ...(row.birthDate === null && { birthDate: empty }),
    ...(row.inn === null && { inn: empty }),
    ...(row.passportSealed === null && { passport: empty }),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('input.invalid', { fields });
  await applyForVerification(ctx, subjectOf(id), { version, verify: individualRights.verify });
}
