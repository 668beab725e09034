import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { individualRights, type individuals } from '#contract/parties/individuals.ts';
import { criticalFields } from '#domain/parties/verification.ts';
import { checkBirth } from '#domain/values/person-dates.ts';
import {
  applyForVerification,
  demandOpenForm,
  refusingDuplicates,
  reopen,
  touches,
  withEditor,
} from '#server/modules/verification/verification.commands.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { papers, subjectOf } from './people.ts';

type Writing = Ctx<Actor, Tx>;
type Change = Input<typeof individuals.update>['body'];

const empty = 'Поле должно быть заполнено';

/** Changes a person's data. While an application waits its data stand still; the verifier sees what was sent. */
export async function changePerson(
  ctx: Writing,
  id: number,
  { version, code, snils, passport, ...plain }: Change,
): Promise<void> {
  const problem = plain.birthDate && checkBirth(plain.birthDate, ctx.day);
  if (problem) throw new Refusal('input.invalid', { fields: { birthDate: problem } });
  const reopens = await isReopening(ctx, id, { snils, passport, ...plain });
  const reopening = { code, verify: individualRights.verify };
  // What the owner types must not tell him whether somebody else is verified under that ИНН: he leaves the verified
  // before the change is written. An operator is told.
  const isFirst = reopens && ctx.actor.kind !== 'operator';
  if (isFirst) await reopen(ctx, subjectOf(id), { ...reopening, version });
  await refusingDuplicates(() =>
    changeRow(ctx.db, 'individuals', id, isFirst ? version + 1 : version, {
      ...plain,
      ...papers.seal(ctx.app.secrets, { snils, passport }),
      editors: withEditor(ctx),
    }),
  );
  if (reopens && !isFirst) await reopen(ctx, subjectOf(id), reopening);
}

/** Whether the change touches what the person is verified by. He stays locked until it is written. */
async function isReopening(ctx: Writing, id: number, change: Omit<Change, 'version' | 'code'>): Promise<boolean> {
  const status = await demandOpenForm(ctx, subjectOf(id));
  if (status !== 'verified') return false;
  const before = await ctx.db
    .selectFrom('individuals')
    .select(['lastName', 'firstName', 'middleName', 'birthDate', 'inn'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return touches(before, change, criticalFields.individuals);
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
