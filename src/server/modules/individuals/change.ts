import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { individualRights, type individuals } from '#contract/parties/individuals.ts';
import { criticalFields, type VerificationStatus } from '#domain/parties/verification.ts';
import { type Day, toDay } from '#domain/values/days.ts';
import { checkBirth, checkPassportIssued } from '#domain/values/person-dates.ts';
import {
  applyForVerification,
  demandCodeOfVerifiedOnce,
  demandFilled,
  demandOpenForm,
  emptyOf,
  refusingDuplicates,
  reopen,
  touchesFields,
  withEditor,
} from '#server/modules/verification/verification.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { applicationFields, missingOf, papers, subjectOf } from './people.ts';

type Change = Input<typeof individuals.update>['body'];

/** Changes a person's data. While an application waits its data stand still; the verifier sees what was sent. */
export async function changePerson(ctx: Writing, id: number, { version, code, ...change }: Change): Promise<void> {
  await demandDays(ctx, id, change);
  const changed = { code, form: { version, ...change } };
  const { snils, passport, passportIssuedAt, passportIssuedBy, passportDepartment, regAddress, ...plain } = change;
  const sealed = { snils, passport, passportIssuedAt, passportIssuedBy, passportDepartment, regAddress };
  const status = await touchedIn(ctx, id, change);
  const reopens = status === 'verified';
  if (reopens) demandFilled(emptyOf(change, applicationFields));
  if (status === 'unverified') await demandCodeOfVerifiedOnce(ctx, subjectOf(id), changed);
  const reopening = { change: changed, verify: individualRights.verify };
  // What the owner types must not tell him whether somebody else is verified under that ИНН: he leaves the verified
  // before the change is written. An operator is told.
  const isFirst = reopens && ctx.actor.kind !== 'operator';
  if (isFirst) await reopen(ctx, subjectOf(id), { ...reopening, version });
  await refusingDuplicates(() =>
    changeRow(ctx.db, 'individuals', id, isFirst ? version + 1 : version, {
      ...plain,
      ...papers.seal(ctx.app.secrets, sealed),
      editors: withEditor(ctx),
    }),
  );
  if (reopens && !isFirst) await reopen(ctx, subjectOf(id), reopening);
}

/** @throws Refusal `input.invalid` when he is too young, or his passport cannot have been issued on that day */
async function demandDays(ctx: Writing, id: number, change: Pick<Change, 'birthDate' | 'passportIssuedAt'>) {
  const { birthDate, passportIssuedAt } = change;
  const young = birthDate && checkBirth(birthDate, ctx.day);
  if (young) throw new Refusal('input.invalid', { fields: { birthDate: young } });
  if (!passportIssuedAt) return;
  const wrong = checkPassportIssued(passportIssuedAt, birthDate ?? (await bornOn(ctx, id)), ctx.day);
  if (wrong) throw new Refusal('input.invalid', { fields: { passportIssuedAt: wrong } });
}

async function bornOn({ db }: Writing, id: number): Promise<Day | null> {
  const row = await db.selectFrom('individuals').select('birthDate').where('id', '=', id).executeTakeFirst();
  return row?.birthDate ? toDay(row.birthDate) : null;
}

/** Where a change that touches what the person is verified by finds him; null of any other. He stays locked until it is written. */
async function touchedIn(
  ctx: Writing,
  id: number,
  change: Omit<Change, 'version' | 'code'>,
): Promise<VerificationStatus | null> {
  const status = await demandOpenForm(ctx, subjectOf(id));
  const before = await ctx.db
    .selectFrom('individuals')
    .select(['lastName', 'firstName', 'middleName', 'birthDate', 'inn'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return touchesFields(before, change, criticalFields.individuals) ? status : null;
}

/** Sends the person's data to the verifiers, once all that they need is there. */
export async function applyPerson(ctx: Writing, id: number, version: number): Promise<void> {
  demandFilled(await missingOf(ctx, id));
  await applyForVerification(ctx, subjectOf(id), { version, verify: individualRights.verify });
}
