import { type SqlBool, sql } from 'kysely';
import { accountCare, accountStatuses } from '#contract/access/account-care.ts';
import type { Kind } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { isActorOneOf } from '#server/platform/auth/same-person.ts';
import { type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { firstOf } from '#server/platform/list/first-of.ts';
import { indexedColumnHolds } from '#server/platform/list/searched.ts';
import { accountsNamed, personName } from '#server/platform/person-name.ts';
import { auditReading } from '#server/platform/state/write.ts';
import { mostSessions } from './accounts.ts';
import { dropSecondFactor } from './own-account.ts';
import { putOut } from './put-out.commands.ts';
import { sendRestoreLink } from './restore.ts';
import { attemptKeysOf } from './sign-in.ts';

type ListFilter = Pick<Input<typeof accountCare.list>['query'], 'q' | 'filter'>;

const accounts = (ctx: Ctx) => ctx.db.selectFrom('accounts as a').where(ctx.within('account', 'a'));

/** Whose contacts or name hold what was typed. */
const matching = (typed: string) =>
  sql<SqlBool>`a.id in (select id from accounts where ${indexedColumnHolds('search', typed)} union all ${accountsNamed(typed)})`;

function filtered(ctx: Ctx, { q, filter = {} }: ListFilter) {
  let rows = accounts(ctx);
  if (filter.kind) rows = rows.where('a.kind', 'in', filter.kind);
  if (filter.status) rows = rows.where('a.status', 'in', filter.status);
  if (filter.secondFactor !== undefined) {
    rows = rows.where('a.totpSealed', filter.secondFactor ? 'is not' : 'is', null);
  }
  if (filter.signedIn !== undefined) rows = rows.where('a.lastLoginAt', filter.signedIn ? 'is not' : 'is', null);
  if (filter.legalEntityId !== undefined) {
    rows = rows.where(sql<SqlBool>`exists (select 1 from employees e join memberships m on m.employee_id = e.id
      where e.account_id = a.id and m.legal_entity_id = ${filter.legalEntityId})`);
  }
  return q ? rows.where(matching(q)) : rows;
}

const openSessions = sql`from sessions where account_id = a.id and ended_at is null and expires_at > now() and idle_expires_at > now()`;
const columns = [
  'a.id',
  sql<Kind>`a.kind`.as('kind'),
  'a.email',
  'a.phone',
  sql<'active' | 'blocked'>`a.status`.as('status'),
  'a.lastLoginAt',
  'a.createdAt',
  sql<number | null>`case a.kind
    when 'individual' then (select id from individuals where account_id = a.id)
    when 'employee' then (select id from employees where account_id = a.id)
    else (select id from operators where account_id = a.id) end`.as('personId'),
  sql<string>`coalesce(${personName('a.id')}, '')`.as('name'),
  sql<boolean>`a.email_confirmed_at is not null`.as('emailConfirmed'),
  sql<boolean>`a.phone_confirmed_at is not null`.as('phoneConfirmed'),
  sql<boolean>`a.totp_sealed is not null`.as('secondFactor'),
  sql<number>`(select count(*) ${openSessions})`.as('sessions'),
  sql<number>`(select count(*) from restore_password_tokens
    where account_id = a.id and used_at is null and revoked_at is null and expires_at > now())`.as('restoreLinks'),
] as const;

const list = defineList({
  rows: filtered,
  columns: (rows) => rows.select(columns),
  orders: {
    createdAt: { columns: ['a.createdAt', 'a.id'], direction: -1 },
    lastLoginAt: { columns: [sql`coalesce(a.last_login_at, '-infinity')`, 'a.id'], direction: -1 },
  },
  states: { filter: 'status', of: accountStatuses, by: 'a.status' },
});

async function findCard(ctx: Ctx, id: number): Promise<Answer<typeof accountCare.get>> {
  const row = await accounts(ctx)
    .select([
      ...columns,
      sql<number>`(select count(*) from recovery_codes where account_id = a.id and used_at is null)`.as(
        'recoveryCodesLeft',
      ),
    ])
    .where('a.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const { byLogin, inAll } = attemptKeysOf(row);
  const stateOf = (key: string) => ctx.app.limits.stateOf('signInAccount', key);
  const [all, ...attempts] = await Promise.all([stateOf(inAll), ...byLogin.map(stateOf)]);
  const ends = [all, ...attempts].map(({ until }) => until).filter((until) => until !== null);
  return {
    ...row,
    failedSignIns: Math.max(
      all.used,
      attempts.reduce((sum, { used }) => sum + used, 0),
    ),
    lockedUntil: ends.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null,
  };
}

const find = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('accounts')
    .select(['id', 'email', 'phone', 'status', 'totpSealed', sql<Kind>`kind`.as('kind')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const samePerson =
  'Это сделает другой администратор: у этой учётной записи то же имя, телефон или браузер, что у вашей, или одна из них приглашена другой и за неё никто не поручился';

/** Opens the way for somebody else who has lost the device of his second factor: whoever is at his account is out first. @throws Refusal `account.own` */
async function endSecondFactor(ctx: Writing, id: number, reason: string): Promise<void> {
  if (await isActorOneOf(ctx, [id]))
    throw new Refusal('account.own', id === ctx.actor.accountId ? {} : { detail: samePerson });
  const account = await find(ctx, id);
  if (account.totpSealed === null) throw new Refusal('second_factor.off');
  await dropSecondFactor(ctx, account);
  await putOut(ctx.db, id, 'ended_by_operator');
  await auditReading(ctx, ctx.db, { objectType: 'accounts', objectId: id, after: { secondFactor: 'off' }, reason });
}

export const accountCareHandlers = implement(accountCare, {
  list: (ctx, { query }) => list.page(ctx, query),
  counts: (ctx, { query }) => list.counts(ctx, query),
  get: (ctx, { params }) => findCard(ctx, params.id),
  async sessions(ctx, { params }) {
    const items = await ctx.db
      .selectFrom('sessions')
      .select(['id', 'createdAt', 'seenAt', 'ip', 'userAgent'])
      .where('accountId', '=', params.id)
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .where('idleExpiresAt', '>', sql<Date>`now()`)
      .orderBy('seenAt', 'desc')
      .limit(mostSessions + 1)
      .execute();
    return firstOf(items, mostSessions);
  },
  endSessions: (ctx, { params }) => putOut(ctx.db, params.id, 'ended_by_operator', { except: ctx.actor.sessionId }),
  async unlock(ctx, { params }) {
    const { byLogin, inAll } = attemptKeysOf(await find(ctx, params.id));
    for (const key of [...byLogin, inAll]) await ctx.app.limits.forget('signInAccount', key);
    await auditReading(ctx, ctx.db, {
      objectType: 'accounts',
      objectId: params.id,
      after: { attempts: 'forgotten' },
      reason: null,
    });
  },
  async sendRestoreLink(ctx, { params }) {
    const { email, status } = await find(ctx, params.id);
    if (status !== 'active') throw new Refusal('account.blocked');
    await sendRestoreLink(ctx, { id: params.id, email });
  },
  endSecondFactor: (ctx, { params, body }) => endSecondFactor(ctx, params.id, body.reason),
});
