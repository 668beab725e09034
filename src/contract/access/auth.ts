import * as z from 'zod';
import { kinds, self } from '../kernel/access.ts';
import {
  companyName,
  day,
  email,
  filledText,
  id,
  inn,
  instant,
  name,
  newPassword,
  oneLineText,
  personInn,
  phone,
  secret,
  token,
} from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery, someOf, unsearchedListQuery } from '../kernel/page.ts';
import { SessionRow } from './session.ts';

/** The signed-in person as the browser knows him. `exp` is the end of the session in unix seconds. */
export const Me = z.object({
  id: z.int(),
  kind: z.enum(kinds),
  fullName: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** Codes of the operations for which a person of this kind needs no permission. */
  openOperations: z.array(z.string()),
  legalEntities: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      role: z.string(),
      permissions: z.array(z.string()),
      /** Its people only read. */
      blocked: z.boolean(),
    }),
  ),
  individualId: z.int().nullable(),
  employeeId: z.int().nullable(),
  operatorId: z.int().nullable(),
  verificationStatus: z.string().nullable(),
  secondFactor: z.boolean(),
  secondFactorNeeded: z.boolean(),
  /** An operator for whom nobody has vouched yet, and to whom something that his role lets him do is refused until somebody has. */
  voucherNeeded: z.boolean(),
  exp: z.int(),
});

const credentials = z.strictObject({
  login: filledText(254),
  password: secret,
  code: z.string().trim().max(40).optional(),
});

const person = { lastName: name, firstName: name, middleName: name.optional() };
/** Ids of the consent documents that the person has read and signs, each one separately. */
const consents = z.array(id).max(20);

/** The password of the sign-up, once more: a letter alone confirms nobody's. Not asked of those who come by an invitation. */
const ownPassword = secret.optional();

const SignedUp = z.object({ message: z.string() });
const pending = z.object({ pending: z.boolean() });

export const registrationStatuses = ['pending', 'used', 'expired', 'revoked'] as const;
const registrationFilters = {
  kind: z.array(z.enum(kinds)).max(3),
  status: z.array(z.enum(registrationStatuses)).max(4),
};

export const auth = module('auth', 'Вход', {
  me: op('GET /api/auth/me', { about: 'Кто вошёл', access: self, lists: [], out: Me, beforeSecondFactor: true }),
  signIn: op('POST /api/auth/signin', {
    about: 'Войти',
    access: 'anyone',
    body: credentials,
    out: Me,
    errors: ['auth.wrong', 'auth.code_wrong', 'session.code_required'],
    limit: 'signIn',
  }),
  operatorSignIn: op('POST /internal/auth/operator/signin', {
    about: 'Войти оператору',
    access: 'anyone',
    body: credentials,
    out: Me,
    errors: ['auth.wrong', 'auth.code_wrong', 'session.code_required'],
    limit: 'signIn',
  }),
  signOut: op('POST /api/auth/signout', { about: 'Выйти', access: 'anyone' }),
  restorePassword: op('POST /api/auth/restore-password', {
    about: 'Попросить ссылку для нового пароля',
    access: 'anyone',
    body: z.strictObject({ email }),
    out: SignedUp,
    status: 202,
    limit: 'letter',
  }),
  resetPassword: op('POST /api/auth/reset-password/{token}', {
    about: 'Задать новый пароль по ссылке',
    access: 'anyone',
    body: z.strictObject({ password: newPassword }),
    errors: ['token.dead'],
    limit: 'token',
  }),
  individualSignUp: op('POST /api/auth/individual/signup', {
    about: 'Зарегистрироваться физлицу',
    access: 'anyone',
    body: z.strictObject({
      ...person,
      birthDate: day,
      inn: personInn.optional(),
      email: email.optional(),
      phone,
      password: newPassword,
      /** The token of a creditor's letter, in place of the address that it has come to. */
      invitation: token.optional(),
      consents,
    }),
    out: SignedUp,
    status: 202,
    errors: ['token.dead'],
    limit: 'signUp',
  }),
  individualFirstSignIn: op('POST /api/auth/individual/signin/{token}', {
    about: 'Подтвердить почту и войти впервые (физлицо)',
    access: 'anyone',
    body: z.strictObject({ password: ownPassword }),
    out: Me,
    errors: ['token.dead'],
    limit: 'token',
  }),
  employeeSignUp: op('POST /api/auth/employee/signup', {
    about: 'Зарегистрироваться сотруднику компании',
    access: 'anyone',
    body: z.strictObject({
      ...person,
      email: email.optional(),
      phone,
      password: newPassword,
      position: oneLineText(200).optional(),
      /** A new company, of which the person becomes the head; not needed with an invitation. */
      company: z.strictObject({ inn, fullName: companyName(500), shortName: companyName(200) }).optional(),
      /** The token of an invitation to a company that is here already. */
      invitation: token.optional(),
      consents,
    }),
    out: SignedUp,
    status: 202,
    errors: ['token.dead'],
    limit: 'signUp',
  }),
  employeeFirstSignIn: op('POST /api/auth/employee/signin/{token}', {
    about: 'Подтвердить почту и войти впервые (сотрудник)',
    access: 'anyone',
    body: z.strictObject({ password: ownPassword }),
    out: Me,
    errors: ['token.dead', 'session.none'],
    limit: 'token',
  }),
  operatorFirstSignIn: op('POST /internal/auth/operator/signin/{token}', {
    about: 'Принять приглашение и войти впервые (оператор)',
    access: 'anyone',
    body: z.strictObject({ ...person, password: newPassword }),
    out: Me,
    errors: ['token.dead', 'input.invalid'],
    limit: 'token',
  }),
  registrationTokenIsPending: op('POST /api/registration-tokens/is-pending', {
    about: 'Узнать, действует ли ссылка регистрации',
    access: 'anyone',
    body: z.strictObject({ token }),
    out: pending.extend({
      invitation: z
        .object({
          kind: z.enum(kinds),
          email: z.string(),
          company: z.string(),
          /** The name of the role that it gives; null where it gives none, and for a role of a company's own until that is verified. */
          role: z.string().nullable(),
          /** It names the position of an employee, so he is not asked for one; the word itself is its company's and told to no stranger. */
          hasPosition: z.boolean(),
        })
        .nullable(),
    }),
    limit: 'token',
  }),
  registrationTokens: op('GET /api/registration-tokens', {
    about: 'Список приглашений и регистраций',
    access: { employee: ['member', 'head', 'manager'], operator: ['all', 'administrator', 'manager'] },
    lists: ['registrationToken'],
    query: listQuery(['createdAt', 'expiresAt'], registrationFilters),
    out: listOf(
      z.object({
        id: z.int(),
        kind: z.string(),
        email: z.string(),
        legalEntityId: z.int().nullable(),
        company: z.string().nullable(),
        /** The name of the role that an invitation gives. */
        role: z.string().nullable(),
        status: z.string(),
        createdAt: instant,
        expiresAt: instant,
      }),
    ),
  }),
  registrationTokenCounts: op('GET /api/registration-tokens/counts', {
    about: 'Сколько приглашений и регистраций в каждом статусе',
    access: { employee: ['member', 'head', 'manager'], operator: ['all', 'administrator', 'manager'] },
    lists: ['registrationToken'],
    query: countsQuery(registrationFilters),
    out: Counts,
  }),
  revokeRegistrationToken: op('DELETE /api/registration-tokens/{id}', {
    about: 'Отозвать приглашение или регистрацию',
    access: { employee: ['member', 'head'], operator: ['all', 'administrator'] },
    vouched: true,
    on: { id: 'registrationToken' },
    errors: ['token.dead'],
  }),
  resendRegistrationToken: op('POST /api/registration-tokens/{id}/resend', {
    about: 'Отправить приглашение или регистрацию заново',
    access: { employee: ['member', 'head'], operator: ['all', 'administrator'] },
    vouched: true,
    on: { id: 'registrationToken' },
    out: z.object({ id: z.int(), expiresAt: instant }),
    status: 201,
    errors: ['token.dead', 'role.beyond_own', 'operator.exists', 'input.invalid'],
    limit: 'letter',
  }),
  restorePasswordTokenIsPending: op('POST /api/restore-password-tokens/is-pending', {
    about: 'Узнать, действует ли ссылка для нового пароля',
    access: 'anyone',
    body: z.strictObject({ token }),
    out: pending,
    limit: 'token',
  }),
  restorePasswordTokens: op('GET /api/restore-password-tokens', {
    about: 'Список запросов нового пароля',
    access: { operator: ['all', 'administrator'] },
    query: unsearchedListQuery(['createdAt'], { status: z.array(z.enum(registrationStatuses)).max(4) }),
    out: listOf(
      z.object({ id: z.int(), accountId: z.int(), status: z.string(), createdAt: instant, expiresAt: instant }),
    ),
  }),
});

/** A one-time code went out by letter; whether its address is free is not told. */
const SentCode = z.object({
  message: z.string(),
  /** The phone to which another code went, masked; null where none did. */
  smsTo: z.string().nullable(),
  /** The former phone, which is asked too before another takes its place. */
  formerSmsTo: z.string().nullable(),
  /** The former address, masked, where no phone is asked: it is asked before another takes its place. */
  formerTo: z.string().nullable(),
  expiresAt: instant,
});
const oneTimeCode = z.string().trim().max(10);
/** A code of the second factor, of the app or a recovery code: it changes how the account is entered where it is on. */
const factorCode = z.string().trim().max(40).optional();

/** The account's own business: ours, beside the specification. */
export const accounts = module('accounts', 'Учётная запись', {
  sessions: op('GET /api/auth/sessions', {
    about: 'Мои сеансы',
    access: self,
    lists: ['session'],
    beforeSecondFactor: true,
    out: someOf(SessionRow.extend({ current: z.boolean() })),
  }),
  endSession: op('DELETE /api/auth/sessions/{id}', {
    about: 'Завершить сеанс',
    access: self,
    on: { id: 'session' },
    beforeSecondFactor: true,
  }),
  endOtherSessions: op('POST /api/auth/sessions/end-others', {
    about: 'Завершить остальные сеансы',
    access: self,
    beforeSecondFactor: true,
  }),
  changePassword: op('POST /api/auth/password', {
    about: 'Сменить пароль',
    access: self,
    body: z.strictObject({ current: secret, password: newPassword, factorCode }),
    errors: ['auth.wrong', 'auth.code_wrong', 'code.needed'],
    limit: 'code',
    beforeSecondFactor: true,
  }),
  askForEmail: op('POST /api/auth/email', {
    about: 'Попросить код для смены почты',
    access: self,
    body: z.strictObject({ email, password: secret }),
    out: SentCode,
    status: 202,
    errors: ['auth.wrong'],
    limit: 'code',
  }),
  changeEmail: op('PUT /api/auth/email', {
    about: 'Сменить почту по двум кодам',
    access: self,
    body: z.strictObject({
      code: oneTimeCode,
      smsCode: oneTimeCode.optional(),
      formerCode: oneTimeCode.optional(),
      factorCode,
    }),
    errors: ['code.wrong', 'code.needed', 'auth.code_wrong'],
    limit: 'code',
  }),
  askForPhone: op('POST /api/auth/phone', {
    about: 'Попросить код для смены телефона',
    access: self,
    body: z.strictObject({ phone, password: secret }),
    out: SentCode,
    status: 202,
    errors: ['auth.wrong'],
    limit: 'code',
  }),
  changePhone: op('PUT /api/auth/phone', {
    about: 'Сменить телефон по коду из письма и из СМС',
    access: self,
    body: z.strictObject({
      code: oneTimeCode,
      smsCode: oneTimeCode.optional(),
      formerSmsCode: oneTimeCode.optional(),
      factorCode,
    }),
    errors: ['code.wrong', 'code.needed', 'auth.code_wrong'],
    limit: 'code',
  }),
  startSecondFactor: op('POST /api/auth/second-factor', {
    about: 'Начать включение второго фактора',
    access: self,
    body: z.strictObject({ password: secret }),
    out: z.object({ secret: z.string(), uri: z.string(), enrolment: z.string() }),
    errors: ['auth.wrong', 'second_factor.on'],
    limit: 'code',
    beforeSecondFactor: true,
  }),
  confirmSecondFactor: op('PUT /api/auth/second-factor', {
    about: 'Включить второй фактор',
    access: self,
    body: z.strictObject({ enrolment: z.string().max(1000), code: z.string().trim().max(10) }),
    out: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['auth.code_wrong', 'second_factor.on', 'token.dead'],
    limit: 'code',
    beforeSecondFactor: true,
  }),
  endSecondFactor: op('POST /api/auth/second-factor/off', {
    about: 'Выключить второй фактор',
    access: self,
    body: z.strictObject({ password: secret, code: z.string().trim().max(40) }),
    errors: ['auth.wrong', 'auth.code_wrong', 'second_factor.off'],
    limit: 'code',
  }),
  consentDocuments: op('GET /api/consent-documents', {
    about: 'Документы, которые подписывают при регистрации',
    access: 'anyone',
    query: z.strictObject({ audience: z.enum(['individual', 'employee']).default('individual') }),
    out: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          kind: z.string(),
          version: z.int(),
          title: z.string(),
          body: z.string(),
          required: z.boolean(),
          sha256: z.string(),
        }),
      ),
    }),
  }),
});
