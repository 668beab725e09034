import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import type { Kind } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { Batcher } from '../batcher.ts';
import type { Actor, ActorMembership, Ctx, Writing } from '../ctx.ts';
import type { Tx } from '../database/db.ts';
import { hashToken, newToken } from '../secrets/secrets.ts';

/** A session ends this long after its last use, and in any case this long after sign-in. */
export const idleSeconds = 60 * 60;
export const absoluteSeconds = 12 * 60 * 60;
/** The last use is written down at most this often, so that reading stays reading. */
const touchSeconds = 60;
/** A device cookie outlives sessions: it only says "this browser has been here before". */
const deviceSeconds = 180 * 24 * 60 * 60;

interface SessionRow {
  sessionId: number;
  accountId: number;
  kind: Kind;
  hasSecondFactor: boolean;
  endsAt: Date;
  secondsSinceUse: number;
  individualId: number | null;
  employeeId: number | null;
  operator: { id: number; roleId: number; version: number; needsVoucher: boolean } | null;
  memberships: { legalEntityId: number; roleId: number; version: number; isHead: boolean }[] | null;
}

/** Each kind of person has his own tables; only those of the one at hand are looked into. */
const sessionWhere = (condition: string, more = ''): string => `
  select ${more} s.id as "sessionId", a.id as "accountId", a.kind, a.totp_sealed is not null as "hasSecondFactor",
    least(s.expires_at, s.idle_expires_at) as "endsAt",
    extract(epoch from now() - s.seen_at)::int as "secondsSinceUse",
    case a.kind when 'individual' then (
      select id from individuals where account_id = a.id and deleted_at is null
    ) end as "individualId",
    case a.kind when 'employee' then (select id from employees where account_id = a.id) end as "employeeId",
    case a.kind when 'operator' then (
      select json_build_object('id', o.id, 'roleId', r.id, 'version', r.version,
        'needsVoucher', o.invited_by is not null and o.vouched_by is null)
      from operators o join roles r on r.id = o.role_id where o.account_id = a.id and o.active
    ) end as operator,
    case a.kind when 'employee' then (
      select json_agg(json_build_object('legalEntityId', m.legal_entity_id, 'roleId', r.id, 'version', r.version,
        'isHead', r.code is not distinct from 'head'))
      from employees e
      join memberships m on m.employee_id = e.id and m.active
      join roles r on r.id = m.role_id
      join legal_entities le on le.id = m.legal_entity_id and le.deleted_at is null
      where e.account_id = a.id
    ) end as memberships
  from sessions s
  join accounts a on a.id = s.account_id and a.status = 'active'
  where ${condition}`;

/** Sessions by the hashes of their tokens, each with its place among them. */
export const findSessions = sessionWhere(
  's.token_hash = any($1::bytea[]) and s.ended_at is null and s.expires_at > now() and s.idle_expires_at > now()',
  'array_position($1::bytea[], s.token_hash) as place,',
);
const findBehind = sessionWhere('s.id = $1');

const none: ReadonlySet<string> = new Set();

const findPermissions = `
  select p.code from role_permissions rp join permissions p on p.id = rp.permission_id where rp.role_id = $1`;

const touchSession = `
  update sessions set seen_at = now(), idle_expires_at = now() + make_interval(secs => $2)
  where id = $1 and ended_at is null
  returning least(expires_at, idle_expires_at) as "endsAt"`;

/** An operator who was dismissed has an account but no active operator row: he is nobody. */
const isNobody = ({ individualId, employeeId, operator }: SessionRow): boolean =>
  individualId === null && employeeId === null && operator === null;

/** Who may do nothing here before he has a second factor. */
interface SecondFactorRule {
  operatorsNeedSecondFactor: boolean;
  headsNeedSecondFactor: boolean;
}

/** Finds the person behind a session token. Keeps the permission sets of roles by their version, nothing else. */
export class Sessions {
  readonly #pool: pg.Pool;
  readonly #needsSecondFactor: SecondFactorRule;
  readonly #permissions = new Map<number, { version: number; codes: ReadonlySet<string> }>();
  /** Requests that come at once are asked about at once. */
  readonly #atOnce = new Batcher<SessionRow>((tokens) => this.#sessionsOf(tokens, undefined));

  constructor(pool: pg.Pool, needsSecondFactor: SecondFactorRule) {
    this.#pool = pool;
    this.#needsSecondFactor = needsSecondFactor;
  }

  /**
   * @param tx the transaction that has just opened the session, when it is not committed yet
   * @param isUse whether it moves the idle end of the session; what a page asks by itself does not
   * @returns the actor, or null when the token opens nothing (unknown, ended, expired, account blocked).
   */
  async find(token: string, { tx, isUse = true }: { tx?: Tx; isUse?: boolean } = {}): Promise<Actor | null> {
    const row = tx ? (await this.#sessionsOf([token], tx)).get(token) : await this.#atOnce.answerTo(token);
    if (!row || isNobody(row)) return null;
    let { endsAt } = row;
    if (isUse && row.secondsSinceUse >= touchSeconds) {
      const [touched] = await this.#query<{ endsAt: Date }>(
        'touch-session',
        touchSession,
        [row.sessionId, idleSeconds],
        tx,
      );
      endsAt = touched?.endsAt ?? endsAt;
    }
    return this.#actorOf({ ...row, endsAt }, tx);
  }

  async #sessionsOf(tokens: readonly string[], tx: Tx | undefined): Promise<ReadonlyMap<string, SessionRow>> {
    const found = await this.#query<SessionRow & { place: number }>(
      'sessions',
      findSessions,
      [tokens.map(hashToken)],
      tx,
    );
    return new Map(found.map((row) => [tokens[row.place - 1]!, row]));
  }

  /**
   * The person behind a session with the rights that he has now, for work that he has left to us. That he has signed
   * out meanwhile does not matter.
   * @returns null when his account is closed
   */
  async behind(sessionId: number): Promise<Actor | null> {
    const [row] = await this.#query<SessionRow>('behind-session', findBehind, [sessionId], undefined);
    return !row || isNobody(row) ? null : this.#actorOf(row, undefined);
  }

  async #actorOf(row: SessionRow, tx: Tx | undefined): Promise<Actor> {
    const memberships: ActorMembership[] = [];
    for (const { legalEntityId, roleId, version } of row.memberships ?? []) {
      memberships.push({ legalEntityId, roleId, permissions: await this.#permissionsOf(roleId, version, tx) });
    }
    return {
      accountId: row.accountId,
      sessionId: row.sessionId,
      kind: row.kind,
      individualId: row.individualId,
      employeeId: row.employeeId,
      operatorId: row.operator?.id ?? null,
      permissions: row.operator ? await this.#permissionsOf(row.operator.roleId, row.operator.version, tx) : none,
      memberships,
      expiresAt: row.endsAt,
      lacksSecondFactor: !row.hasSecondFactor && this.#mustHaveSecondFactor(row),
      needsVoucher: row.operator?.needsVoucher ?? false,
    };
  }

  #mustHaveSecondFactor({ kind, memberships }: SessionRow): boolean {
    const { operatorsNeedSecondFactor, headsNeedSecondFactor } = this.#needsSecondFactor;
    if (kind === 'operator') return operatorsNeedSecondFactor;
    return headsNeedSecondFactor && (memberships ?? []).some(({ isHead }) => isHead);
  }

  /** A role's permissions change together with its version, so a kept set is never stale. */
  async #permissionsOf(roleId: number, version: number, tx?: Tx): Promise<ReadonlySet<string>> {
    const cached = this.#permissions.get(roleId);
    if (cached?.version === version) return cached.codes;
    const rows = await this.#query<{ code: string }>('role-permissions', findPermissions, [roleId], tx);
    const codes = new Set(rows.map((row) => row.code));
    this.#permissions.set(roleId, { version, codes });
    return codes;
  }

  /** Every request begins here, so outside of a transaction the statements are prepared once per connection. */
  async #query<Row>(name: string, text: string, values: unknown[], tx: Tx | undefined): Promise<Row[]> {
    if (tx) return (await tx.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
    return (await this.#pool.query({ name, text, values })).rows;
  }
}

/** Opens a new session for an account and hands its token to the browser. The old session of this browser ends. */
export async function startSession(ctx: Ctx<Actor | null, Tx>, accountId: number): Promise<string> {
  if (ctx.origin.session) await endByToken(ctx.db, ctx.origin.session);
  const token = newToken();
  // The database's clock decides, here and when the session is looked up: nodes may disagree about the time.
  const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
  await ctx.db
    .insertInto('sessions')
    .values({
      accountId,
      tokenHash: hashToken(token),
      expiresAt: after(absoluteSeconds),
      idleExpiresAt: after(idleSeconds),
      ip: ctx.origin.ip,
      userAgent: ctx.origin.userAgent,
    })
    .execute();
  ctx.cookies.push({ name: 'session', value: token, maxAgeSeconds: absoluteSeconds });
  await rememberDevice(ctx, accountId);
  return token;
}

/** Gives the session at hand a new token, so that whoever has copied the one before it is out. @throws Refusal `session.none` once it has ended */
export async function renewSession(ctx: Writing): Promise<void> {
  const token = newToken();
  const renewed = await ctx.db
    .updateTable('sessions')
    .set({ tokenHash: hashToken(token) })
    .where('id', '=', ctx.actor.sessionId)
    .where('endedAt', 'is', null)
    .returning(sql<number>`extract(epoch from expires_at - now())::int`.as('left'))
    .executeTakeFirst();
  if (!renewed) throw new Refusal('session.none');
  ctx.cookies.push({ name: 'session', value: token, maxAgeSeconds: renewed.left });
}

async function rememberDevice(ctx: Ctx<Actor | null, Tx>, accountId: number): Promise<void> {
  const device = ctx.origin.device ?? newToken();
  await ctx.db
    .insertInto('knownDevices')
    .values({ accountId, tokenHash: hashToken(device) })
    .onConflict((conflict) => conflict.columns(['accountId', 'tokenHash']).doUpdateSet({ seenAt: ctx.now }))
    .execute();
  ctx.cookies.push({ name: 'device', value: device, maxAgeSeconds: deviceSeconds });
}

/** Whether this account has signed in before, from whatever browser. */
export async function hasDevices(db: Tx, accountId: number): Promise<boolean> {
  const found = await db
    .selectFrom('knownDevices')
    .select('id')
    .where('accountId', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether this account has signed in from this browser before. */
export async function knowsDevice(db: Tx | Ctx['db'], accountId: number, device: string | null): Promise<boolean> {
  if (device === null) return false;
  const found = await db
    .selectFrom('knownDevices')
    .select('id')
    .where('accountId', '=', accountId)
    .where('tokenHash', '=', hashToken(device))
    .executeTakeFirst();
  return found !== undefined;
}

const endByToken = (tx: Tx, token: string) =>
  tx
    .updateTable('sessions')
    .set({ endedAt: sql<Date>`now()`, endReason: 'replaced' })
    .where('tokenHash', '=', hashToken(token))
    .where('endedAt', 'is', null)
    .execute();

/** Ends sessions of an account: one, all, or all but one. Their cookies die with them. */
export async function endSessions(
  tx: Tx,
  accountId: number,
  reason: 'signed_out' | 'ended_by_owner' | 'password_changed' | 'blocked' | 'dismissed' | 'ended_by_operator',
  which: { only?: number; except?: number } = {},
): Promise<void> {
  let query = tx
    .updateTable('sessions')
    .set({ endedAt: sql<Date>`now()`, endReason: reason })
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except !== undefined) query = query.where('id', '!=', which.except);
  await query.execute();
}
