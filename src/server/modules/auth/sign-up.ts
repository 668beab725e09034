import type { auth } from '#contract/access/auth.ts';
import type { Kind } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { checkBirth } from '#domain/values/person-dates.ts';
import { demandConsents, insertConsents } from '#server/modules/consents/consents.commands.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { createAccount, findByEmail, type Person } from './accounts.ts';
import { mayWriteTo } from './letter-limits.ts';
import { authLetters } from './letters.ts';
import { describeActor } from './me.ts';
import { demandGoodPassword, hashPassword, verifyPassword } from './passwords.ts';
import { openSession } from './sign-in.ts';
import { endSignUps, findRegistration, makeRegistration, useRegistration } from './tokens.ts';

type Wanted = Ctx<Actor | null, Tx>;
type IndividualForm = Input<typeof auth.individualSignUp>['body'];
type EmployeeForm = Input<typeof auth.employeeSignUp>['body'];

/** What waits, sealed, until the address is confirmed. The password is hashed already. */
type Waiting<Form> = Omit<Form, 'password'> & { passwordHash: string };

const sealContext = 'registration_tokens.payload';
const neutral = { message: 'Мы отправили письмо. Откройте ссылку в нём, чтобы подтвердить почту и войти' };
const accepted = { message: 'Приглашение принято. Подтвердите вход' };
const everyKind: readonly Kind[] = ['individual', 'employee', 'operator'];

const personalWords = (form: Person & { email?: string | undefined; phone: string }): string[] =>
  [form.lastName, form.firstName, form.middleName, form.email, form.phone].filter((word) => word !== undefined);

/** Judges the form and hashes the password; nothing is written yet. */
export async function prepareIndividual(ctx: Ctx, form: IndividualForm): Promise<string> {
  if (!(form.email || form.invitation)) {
    throw new Refusal('input.invalid', { fields: { email: 'Поле должно быть заполнено' } });
  }
  const problem = checkBirth(form.birthDate, ctx.day);
  if (problem) throw new Refusal('input.invalid', { fields: { birthDate: problem } });
  await demandConsents(ctx.db, 'individual', form.consents);
  await demandGoodPassword(form.password, personalWords(form));
  return hashPassword(form.password);
}

/**
 * Writes down the wish to register and sends the letter. The answer is the same when the address has an account. Whoever
 * comes by an invitation has had his letter: what he enters waits under its token.
 */
export async function signUpIndividual(ctx: Wanted, form: IndividualForm, passwordHash: string) {
  const { password: _, invitation, ...rest } = form;
  if (invitation !== undefined) return acceptInvitation(ctx, invitation, { ...rest, passwordHash });
  const email = form.email!;
  if (await notifyOwner(ctx, email)) return neutral;
  const { token } = await makeRegistration(ctx.db, {
    kind: 'individual',
    email,
    payloadSealed: ctx.app.secrets.seal(sealContext, { ...rest, passwordHash } satisfies Waiting<IndividualForm>),
  });
  const link = pageUrl(ctx.app, '/signup/individual/$token', { token });
  await queueLetter(ctx, authLetters.confirmSignUp, email, { name: form.firstName, link });
  return neutral;
}

/** @throws Refusal `token.dead` */
async function acceptInvitation(ctx: Wanted, token: string, waiting: Waiting<IndividualForm>) {
  const invited = await findRegistration(ctx.db, token);
  if (invited?.kind !== 'individual' || invited.legalEntityId === null) throw new Refusal('token.dead');
  const payloadSealed = ctx.app.secrets.seal(sealContext, { ...waiting, email: invited.email });
  await ctx.db.updateTable('registrationTokens').set({ payloadSealed }).where('id', '=', invited.id).execute();
  return accepted;
}

/** Sends the letter of a sign-up that waits once more, with a new link. */
export async function sendAgain(
  ctx: Wanted,
  {
    id: replaces,
    kind,
    email,
    payloadSealed,
  }: { id: number; kind: Exclude<Kind, 'operator'>; email: string; payloadSealed: string | null },
): Promise<{ id: number; expiresAt: Date }> {
  const { firstName } = openWaiting<Person>(ctx, payloadSealed);
  const { id, token, expiresAt } = await makeRegistration(ctx.db, { kind, email, payloadSealed }, { replaces });
  await queueLetter(ctx, authLetters.confirmSignUp, email, {
    name: firstName,
    link: pageUrl(ctx.app, `/signup/${kind}/$token`, { token }),
  });
  return { id, expiresAt };
}

const notThisPassword =
  'Это не тот пароль, который задан при регистрации. Если вы регистрировались не один раз, откройте ссылку из другого письма';

/**
 * Whoever opens the letter owns the address, and not always has he registered with it: a stranger may have, with a password
 * of his own. So the sign-up is confirmed by its password too. Who comes by an invitation has chosen it behind the link itself.
 * @throws Refusal `input.invalid` at `password`; the link stays alive
 */
export async function demandOwnPassword(ctx: Ctx, kind: Kind, token: string, password = ''): Promise<void> {
  const found = await findRegistration(ctx.db, token);
  if (found?.kind !== kind || found.legalEntityId !== null) return;
  const { passwordHash } = openWaiting(ctx, found.payloadSealed);
  if (await verifyPassword(password, passwordHash)) return;
  const problem = password === '' ? 'Введите пароль, который вы задали при регистрации' : notThisPassword;
  throw new Refusal('input.invalid', { fields: { password: problem } });
}

/** The link of the letter: makes the account and the person, and lets him in for the first time. */
export async function firstSignInOfIndividual(ctx: Wanted, token: string) {
  const registration = await useRegistration(ctx.db, 'individual', token);
  const form = openWaiting<IndividualForm>(ctx, registration.payloadSealed);
  const accountId = await createAccount(ctx.db, 'individual', { ...form, email: registration.email });
  if (accountId === null) throw new Refusal('token.dead');
  await endSignUps(ctx.db, registration.email);
  const { lastName, firstName, middleName, birthDate, inn } = form;
  await ctx.db
    .insertInto('individuals')
    .values({ accountId, lastName, firstName, middleName: middleName ?? null, birthDate, inn: inn ?? null })
    .execute();
  await insertConsents(ctx, ctx.db, accountId, form.consents);
  return openSession(ctx, accountId);
}

/** Judges the form of an employee and hashes the password; nothing is written yet. */
export async function prepareEmployee(ctx: Ctx, form: EmployeeForm): Promise<string> {
  if (!form.invitation && (!form.email || !form.company)) {
    const need = 'Поле должно быть заполнено';
    throw new Refusal('input.invalid', {
      fields: { ...(!form.email && { email: need }), ...(!form.company && { company: need }) },
    });
  }
  await demandConsents(ctx.db, 'employee', form.consents);
  await demandGoodPassword(form.password, personalWords(form));
  return hashPassword(form.password);
}

/** With an invitation the person's data wait under its token; with a new company a letter goes out first. */
export async function signUpEmployee(ctx: Wanted, form: EmployeeForm, passwordHash: string) {
  const { password: _, ...rest } = form;
  const payloadSealed = ctx.app.secrets.seal(sealContext, { ...rest, passwordHash } satisfies Waiting<EmployeeForm>);
  if (form.invitation) {
    const invited = await findRegistration(ctx.db, form.invitation);
    if (invited?.kind !== 'employee' || invited.legalEntityId === null) throw new Refusal('token.dead');
    await ctx.db.updateTable('registrationTokens').set({ payloadSealed }).where('id', '=', invited.id).execute();
    return accepted;
  }
  const email = form.email!;
  if (await notifyOwner(ctx, email)) return neutral;
  if (await companyIsVerified(ctx, form.company!.inn)) {
    await queueLetter(ctx, authLetters.companyIsHere, email, { name: form.firstName });
    return neutral;
  }
  const { token } = await makeRegistration(ctx.db, { kind: 'employee', email, payloadSealed });
  const link = pageUrl(ctx.app, '/signup/employee/$token', { token });
  await queueLetter(ctx, authLetters.confirmSignUp, email, { name: form.firstName, link });
  return neutral;
}

/** Makes the employee and, without an invitation, his company, of which he becomes the head. */
export async function firstSignInOfEmployee(ctx: Wanted, token: string) {
  const registration = await useRegistration(ctx.db, 'employee', token);
  const { email } = registration;
  const existing = await findByEmail(ctx.db, email, everyKind);
  if (existing) return joinWithOldAccount(ctx, existing, registration);
  if (registration.payloadSealed === null) throw new Refusal('token.dead');
  const form = openWaiting<EmployeeForm>(ctx, registration.payloadSealed);
  const accountId = await createAccount(ctx.db, 'employee', { ...form, email });
  if (accountId === null) throw new Refusal('token.dead');
  await endSignUps(ctx.db, email);
  const { lastName, firstName, middleName } = form;
  const employee = await ctx.db
    .insertInto('employees')
    .values({ accountId, lastName, firstName, middleName: middleName ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertConsents(ctx, ctx.db, accountId, form.consents);
  const membership =
    registration.legalEntityId === null
      ? {
          legalEntityId: await createCompany(ctx.db, form.company!),
          roleId: await headRole(ctx.db),
          position: form.position ?? 'Руководитель',
        }
      : {
          legalEntityId: registration.legalEntityId,
          roleId: registration.roleId!,
          position: registration.position ?? form.position ?? null,
        };
  await ctx.db
    .insertInto('memberships')
    .values({ employeeId: employee.id, ...membership })
    .execute();
  return openSession(ctx, accountId);
}

/**
 * An invitation to somebody who works in another company already gives him a place here once he accepts it in a session of his own:
 * whoever holds the letter binds nobody to a company (docs/decisions/0071).
 * @throws Refusal `session.none` to everybody else; the link stays alive
 */
async function joinWithOldAccount(
  ctx: Wanted,
  account: { id: number; kind: string },
  { legalEntityId, roleId, position }: { legalEntityId: number | null; roleId: number | null; position: string | null },
) {
  if (account.kind !== 'employee' || legalEntityId === null || roleId === null) throw new Refusal('token.dead');
  if (ctx.actor?.accountId !== account.id || ctx.origin.session === null) throw new Refusal('session.none');
  const employee = await ctx.db
    .selectFrom('employees')
    .select('id')
    .where('accountId', '=', account.id)
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('memberships')
    .values({ employeeId: employee.id, legalEntityId, roleId, position })
    .onConflict((conflict) =>
      conflict.columns(['employeeId', 'legalEntityId']).doUpdateSet({ active: true, roleId, position }),
    )
    .execute();
  const actor = await ctx.app.sessions.find(ctx.origin.session, { tx: ctx.db });
  if (!actor) throw new Refusal('session.none');
  return describeActor(ctx, actor);
}

/** The owner of the address learns that somebody tried to register with it; the one who tried does not. */
async function notifyOwner(ctx: Wanted, email: string): Promise<boolean> {
  if (!(await mayWriteTo(ctx, email))) return true;
  const account = await findByEmail(ctx.db, email, everyKind);
  if (account) await queueLetter(ctx, authLetters.alreadySignedUp, email, { link: pageUrl(ctx.app, '/signin') });
  return account !== undefined;
}

async function companyIsVerified(ctx: Ctx, inn: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('legalEntities')
    .select('id')
    .where('inn', '=', inn)
    .where('verificationStatus', '=', 'verified')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

async function createCompany(tx: Tx, company: { inn: string; fullName: string; shortName: string }): Promise<number> {
  const made = await tx.insertInto('legalEntities').values(company).returning('id').executeTakeFirstOrThrow();
  return made.id;
}

async function headRole(tx: Tx): Promise<number> {
  const role = await tx
    .selectFrom('roles')
    .select('id')
    .where('kind', '=', 'employee')
    .where('code', '=', 'head')
    .where('system', '=', true)
    .executeTakeFirstOrThrow();
  return role.id;
}

const openWaiting = <Form>(ctx: Ctx, sealed: string | null): Waiting<Form> => {
  if (sealed === null) throw new Refusal('token.dead');
  return ctx.app.secrets.open<Waiting<Form>>(sealContext, sealed);
};
