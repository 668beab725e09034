import { sql } from 'kysely';
import { accounts, auth } from '#contract/access/auth.ts';
import type { Input } from '#contract/kernel/op.ts';
import { nameToStrangers } from '#domain/values/company-name.ts';
import { currentDocuments } from '#server/modules/consents/consents.commands.ts';
import { endSessions } from '#server/platform/auth/sessions.ts';
import { type Ctx, implement, prepared } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { firstOf } from '#server/platform/list/first-of.ts';
import { mostSessions } from './accounts.ts';
import { askForEmail, askForPhone, changeEmail, changePhone } from './contacts.ts';
import { describeActor } from './me.ts';
import { firstSignInOfOperator, prepareOperator } from './operator-sign-up.ts';
import {
  changePassword,
  confirmSecondFactor,
  demandPassword,
  endSecondFactor,
  preparePasswordChange,
  prepareSecondFactor,
  startSecondFactor,
} from './own-account.ts';
import { registrationList, resendRegistration, revokeRegistration } from './registrations.ts';
import { askForNewPassword, prepareNewPassword, resetPassword } from './restore.ts';
import { findRestore } from './restore-tokens.ts';
import { checkCredentials, operatorKinds, publicKinds, signIn } from './sign-in.ts';
import {
  demandOwnPassword,
  firstSignInOfEmployee,
  firstSignInOfIndividual,
  prepareEmployee,
  prepareIndividual,
  signUpEmployee,
  signUpIndividual,
} from './sign-up.ts';
import { findRegistration } from './tokens.ts';

const restoreStatus = sql<string>`case
  when t.used_at is not null then 'used'
  when t.revoked_at is not null then 'revoked'
  when t.expires_at <= now() then 'expired'
  else 'pending' end`;

/** The links by which passwords are restored. */
const restoreList = defineList({
  rows(ctx: Ctx, { filter }: Pick<Input<typeof auth.restorePasswordTokens>['query'], 'filter'>) {
    const rows = ctx.db.selectFrom('restorePasswordTokens as t').innerJoin('accounts as a', 'a.id', 't.accountId');
    return filter?.status ? rows.where(restoreStatus, 'in', filter.status) : rows;
  },
  columns: (rows) =>
    rows.select(['t.id', 'a.id as accountId', restoreStatus.as('status'), 't.createdAt', 't.expiresAt']),
  orders: { createdAt: { columns: ['t.createdAt', 't.id'], direction: -1 } },
});

export const authHandlers = implement(auth, {
  me: (ctx) => describeActor(ctx, ctx.actor),
  signIn: prepared(auth.signIn, {
    prepare: (ctx, { body }) => checkCredentials(ctx, body, publicKinds),
    run: (ctx, { body }, account) => signIn(ctx, account, body.code),
  }),
  operatorSignIn: prepared(auth.operatorSignIn, {
    prepare: (ctx, { body }) => checkCredentials(ctx, body, operatorKinds),
    run: (ctx, { body }, account) => signIn(ctx, account, body.code),
  }),
  async signOut(ctx) {
    if (ctx.actor) await endSessions(ctx.db, ctx.actor.accountId, 'signed_out', { only: ctx.actor.sessionId });
    ctx.cookies.push({ name: 'session', value: null, maxAgeSeconds: 0 });
  },
  restorePassword: (ctx, { body }) => askForNewPassword(ctx, body.email),
  resetPassword: prepared(auth.resetPassword, {
    prepare: (ctx, { params, body }) => prepareNewPassword(ctx, params.token, body.password),
    run: (ctx, { params }, passwordHash) => resetPassword(ctx, params.token, passwordHash),
  }),
  individualSignUp: prepared(auth.individualSignUp, {
    prepare: (ctx, { body }) => prepareIndividual(ctx, body),
    run: (ctx, { body }, passwordHash) => signUpIndividual(ctx, body, passwordHash),
  }),
  individualFirstSignIn: prepared(auth.individualFirstSignIn, {
    prepare: (ctx, { params, body }) => demandOwnPassword(ctx, 'individual', params.token, body.password),
    run: (ctx, { params }) => firstSignInOfIndividual(ctx, params.token),
  }),
  employeeSignUp: prepared(auth.employeeSignUp, {
    prepare: (ctx, { body }) => prepareEmployee(ctx, body),
    run: (ctx, { body }, passwordHash) => signUpEmployee(ctx, body, passwordHash),
  }),
  employeeFirstSignIn: prepared(auth.employeeFirstSignIn, {
    prepare: (ctx, { params, body }) => demandOwnPassword(ctx, 'employee', params.token, body.password),
    run: (ctx, { params }) => firstSignInOfEmployee(ctx, params.token),
  }),
  operatorFirstSignIn: prepared(auth.operatorFirstSignIn, {
    prepare: (_ctx, { body }) => prepareOperator(body),
    run: (ctx, { params, body }, passwordHash) => firstSignInOfOperator(ctx, params.token, body, passwordHash),
  }),
  async registrationTokenIsPending(ctx, { body }) {
    const found = await findRegistration(ctx.db, body.token);
    // Two more look-ups in every case, so that a dead token takes as long as a living invitation.
    const company = await ctx.db
      .selectFrom('legalEntities')
      .select(['shortName', 'inn', 'verificationStatus'])
      .where('id', '=', found?.legalEntityId ?? 0)
      .executeTakeFirst();
    const role = await ctx.db
      .selectFrom('roles')
      .select(['name', 'legalEntityId'])
      .where('id', '=', found?.roleId ?? 0)
      .executeTakeFirst();
    // Words of a company's own are shown to strangers once it is verified, as its name is (docs/decisions/0071).
    const isKnown = company?.verificationStatus === 'verified';
    const shown = isKnown || role?.legalEntityId === null ? role?.name : undefined;
    return {
      pending: found !== undefined,
      invitation:
        found && (company || found.kind === 'operator')
          ? {
              kind: found.kind,
              email: found.email,
              company: company ? nameToStrangers(company) : '',
              role: shown ?? null,
              hasPosition: found.position !== null,
            }
          : null,
    };
  },
  registrationTokens: (ctx, { query }) => registrationList.page(ctx, query),
  registrationTokenCounts: (ctx, { query }) => registrationList.counts(ctx, query),
  revokeRegistrationToken: (ctx, { params }) => revokeRegistration(ctx, params.id),
  resendRegistrationToken: (ctx, { params }) => resendRegistration(ctx, params.id),
  async restorePasswordTokenIsPending(ctx, { body }) {
    return { pending: (await findRestore(ctx.db, body.token)) !== undefined };
  },
  restorePasswordTokens: (ctx, { query }) => restoreList.page(ctx, query),
});

export const accountHandlers = implement(accounts, {
  async sessions(ctx) {
    const items = await ctx.db
      .selectFrom('sessions')
      .select(['id', 'createdAt', 'seenAt', 'ip', 'userAgent'])
      .where(ctx.within('session', 'sessions'))
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .where('idleExpiresAt', '>', sql<Date>`now()`)
      .orderBy('seenAt', 'desc')
      .limit(mostSessions + 1)
      .execute();
    const isCurrent = (item: { id: number }) => item.id === ctx.actor.sessionId;
    return firstOf(
      items.map((item) => ({ ...item, current: isCurrent(item) })),
      mostSessions,
    );
  },
  endSession: (ctx, { params }) => endSessions(ctx.db, ctx.actor.accountId, 'ended_by_owner', { only: params.id }),
  endOtherSessions: (ctx) =>
    endSessions(ctx.db, ctx.actor.accountId, 'ended_by_owner', { except: ctx.actor.sessionId }),
  changePassword: prepared(accounts.changePassword, {
    prepare: (ctx, { body }) => preparePasswordChange(ctx, body),
    run: (ctx, { body }, passwordHash) => changePassword(ctx, passwordHash, body.factorCode),
  }),
  askForEmail: prepared(accounts.askForEmail, {
    prepare: (ctx, { body }) => demandPassword(ctx, body.password),
    run: (ctx, { body }) => askForEmail(ctx, body.email),
  }),
  changeEmail: (ctx, { body }) => changeEmail(ctx, body),
  askForPhone: prepared(accounts.askForPhone, {
    prepare: (ctx, { body }) => demandPassword(ctx, body.password),
    run: (ctx, { body }) => askForPhone(ctx, body.phone),
  }),
  changePhone: (ctx, { body }) => changePhone(ctx, body),
  startSecondFactor: prepared(accounts.startSecondFactor, {
    prepare: (ctx, { body }) => demandPassword(ctx, body.password),
    run: (ctx) => startSecondFactor(ctx),
  }),
  confirmSecondFactor: prepared(accounts.confirmSecondFactor, {
    prepare: (ctx, { body }) => prepareSecondFactor(ctx, body),
    run: (ctx, _input, factor) => confirmSecondFactor(ctx, factor),
  }),
  endSecondFactor: prepared(accounts.endSecondFactor, {
    prepare: (ctx, { body }) => demandPassword(ctx, body.password),
    run: (ctx, { body }) => endSecondFactor(ctx, body.code),
  }),
  async consentDocuments(ctx, { query }) {
    return { items: await currentDocuments(ctx.db, query.audience) };
  },
});
