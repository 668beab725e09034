import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Resource, type Scope, scopeOf } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { isWrite, type Operation, type Permitted, permissionFor } from '#contract/kernel/op.ts';
import type { App } from '../app.ts';
import type { Actor } from '../ctx.ts';
import type { Db } from '../database/db.ts';

export type FilterScope = RawBuilder<SqlBool>;

/** Who asks, and the companies that count for the operation (all of his, or only those where his role permits it). */
interface ScopeQuestion {
  actor: Actor;
  companies: readonly number[];
}

/** How the server finds a resource and which rows of it each scope reaches. */
export interface ResourceRule {
  table: string;
  /** What people call one, where approvals and notifications speak of it. */
  name?: (alias: string) => RawBuilder<string | null>;
  /** Rows that count as absent, e.g. the soft-deleted ones. */
  present?: (alias: string) => FilterScope;
  /** The column that points to the parent named before it in the path. */
  parent?: Partial<Record<Resource, string>>;
  /** Rows of a blocked company: its people may look at them and no more. */
  readOnly?: (alias: string) => FilterScope;
  /** A scope that is missing here reaches nothing. */
  scopes: Partial<Record<Scope, (alias: string, question: ScopeQuestion) => FilterScope>>;
}

/** What a module says of its resources: of each kind of object that paths name, by the name that the contract has for it. */
export type ResourceRules = Readonly<Partial<Record<Resource, ResourceRule>>>;

export const everyRow: FilterScope = sql<SqlBool>`true`;

/** Rows of these companies. Of one it is asked by `=`: only then an index that begins with the company gives its order. */
const ofCompanies = (column: string, companies: readonly number[]): FilterScope =>
  companies.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${companies[0]}`
    : sql<SqlBool>`${sql.ref(column)} = any(${companies}::bigint[])`;

/** Scopes over rows that name whose they are: the individual reaches his own, an employee those of his companies. */
export const partyScopes = {
  own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.individualId`)} = ${actor.individualId}`,
  member: (alias, { companies }) => ofCompanies(`${alias}.legalEntityId`, companies),
  all: () => everyRow,
} satisfies ResourceRule['scopes'];
/** For objects that belong to a company: whether it is blocked. */
export const ofBlockedCompany = (alias: string) =>
  sql<SqlBool>`exists (select 1 from legal_entities where id = ${sql.ref(`${alias}.legalEntityId`)} and verification_status = 'blocked')`;

const noRow: FilterScope = sql<SqlBool>`false`;

/** The pure part of access: kind and permission, before any object is looked at. */
export function checkActor(operation: Operation, actor: Actor | null): void {
  const { access } = operation.def;
  if (access === 'anyone') return;
  if (!actor) throw new Refusal('session.none');
  if (scopeOf(access, actor.kind) === undefined) throw new Refusal('access.denied');
  if (actor.lacksSecondFactor && !operation.def.beforeSecondFactor) throw new Refusal('access.second_factor_needed');
  if (!isGranted(operation, actor)) throw new Refusal('access.denied');
  if (waitsForVoucher(operation, actor)) throw new Refusal('access.voucher_needed');
}

/** Whether the actor holds the operation's permission (where one is needed), in any company, and waits for no voucher that it asks for. */
export const holdsPermission = (what: Permitted, actor: Actor): boolean =>
  isGranted(what, actor) && !waitsForVoucher(what, actor);

const waitsForVoucher = ({ def }: Permitted, { needsVoucher }: Actor): boolean => needsVoucher && def.vouched === true;

/** Whether the actor's roles give him the permission. */
function isGranted(what: Permitted, actor: Actor): boolean {
  const permission = permissionFor(what, actor.kind);
  if (permission === null) return true;
  return actor.kind === 'operator'
    ? actor.permissions.has(permission)
    : actor.memberships.some((membership) => membership.permissions.has(permission));
}

/** Whether an employee's role in this very company permits it; for others never. */
export const holdsPermissionAt = (what: Permitted, { kind, memberships }: Actor, legalEntityId: number): boolean => {
  const permission = permissionFor(what, kind);
  return memberships.some(
    (membership) =>
      membership.legalEntityId === legalEntityId && (permission === null || membership.permissions.has(permission)),
  );
};

/** The companies in which an employee may do this; for others there are none. */
function companiesFor(operation: Operation, actor: Actor): number[] {
  const permission = permissionFor(operation, actor.kind);
  return actor.memberships
    .filter((membership) => permission === null || membership.permissions.has(permission))
    .map((membership) => membership.legalEntityId);
}

/** The condition that keeps a list of a resource within what the actor may reach by this operation. */
export function scopeFilter(
  rules: ResourceRules,
  operation: Operation,
  actor: Actor,
  resource: Resource,
  alias: string,
): FilterScope {
  return condition(rules, operation, { actor, companies: companiesFor(operation, actor) }, resource, alias);
}

/**
 * Looks whether every object named in the path is there and within the actor's scope.
 * @throws Refusal `object.absent` (404) for a foreign or missing object alike, `access.denied` (403) when the object
 * is of his own company but his role there does not permit the operation, `company.blocked` (403) when he wants to
 * change something of a company that is blocked.
 */
export async function checkObjects(
  rules: ResourceRules,
  db: Db,
  operation: Operation,
  actor: Actor | null,
  ids: Readonly<Record<string, number>>,
): Promise<void> {
  const named = Object.entries(operation.def.on ?? {}).filter(([param]) => param in ids);
  if (named.length === 0 || !actor) return;
  const all = actor.memberships.map((membership) => membership.legalEntityId);
  if (!(await reaches(rules, db, operation, { actor, companies: all }, named, ids))) throw new Refusal('object.absent');
  const permitted = companiesFor(operation, actor);
  const everywhere = permitted.length === all.length;
  if (!everywhere && !(await reaches(rules, db, operation, { actor, companies: permitted }, named, ids))) {
    throw new Refusal('access.denied');
  }
  if (isWrite(operation) && actor.kind === 'employee') await demandWritable(rules, db, named, ids);
}

/**
 * Asks for the right of an operation once more, at a later moment than it was asked for: over the same objects, by what
 * the actor is now.
 * @param code the code of the operation
 * @throws Refusal as `checkActor` and `checkObjects` do, and `access.denied` for an operation that there is not
 */
export async function demandStill(
  { appDefinition, database }: Pick<App, 'appDefinition' | 'database'>,
  actor: Actor,
  code: string,
  ids: Readonly<Record<string, number>>,
): Promise<void> {
  const asked = appDefinition.operations.find(({ operation }) => operation.code === code)?.operation;
  if (!asked) throw new Refusal('access.denied');
  checkActor(asked, actor);
  await checkObjects(appDefinition.resources, database.db, asked, actor, ids);
}

async function demandWritable(
  rules: ResourceRules,
  db: Db,
  named: [string, Resource][],
  ids: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [param, resource] of named) {
    const { table, readOnly } = ruleOf(rules, resource);
    if (!readOnly) continue;
    const found =
      await sql`select 1 from ${sql.table(table)} as o where o.id = ${ids[param]} and ${readOnly('o')}`.execute(db);
    if (found.rows.length > 0) throw new Refusal('company.blocked');
  }
}

async function reaches(
  rules: ResourceRules,
  db: Db,
  operation: Operation,
  question: ScopeQuestion,
  named: [string, Resource][],
  ids: Readonly<Record<string, number>>,
): Promise<boolean> {
  const conditions: FilterScope[] = [];
  const tables = named.map(([param, resource], index) => {
    const rule = ruleOf(rules, resource);
    const alias = `o${index}`;
    conditions.push(sql<SqlBool>`${sql.ref(`${alias}.id`)} = ${ids[param]}`);
    if (rule.present) conditions.push(rule.present(alias));
    const above = named[index - 1];
    const isChild = above !== undefined && rule.parent !== undefined;
    if (isChild) conditions.push(belongs(rule, above[1], alias, `o${index - 1}`));
    // Whoever reaches the parent need not reach all that belongs to it: a company deals with a person with whom others deal
    // too, and of his requests only with its own.
    if (!isChild || declaredScope(rule, operation, question)) {
      conditions.push(condition(rules, operation, question, resource, alias));
    }
    return sql`${sql.table(rule.table)} as ${sql.ref(alias)}`;
  });
  const found = await sql`select 1 from ${sql.join(tables)} where ${sql.join(conditions, sql` and `)}`.execute(db);
  return found.rows.length > 0;
}

/** A child that belongs to another parent than the path says is absent. */
function belongs(rule: ResourceRule, parent: Resource, alias: string, parentAlias: string): FilterScope {
  const column = rule.parent?.[parent];
  if (!column) throw new Error(`${rule.table}: no column says which ${parent} a row belongs to`);
  return sql<SqlBool>`${sql.ref(`${alias}.${column}`)} = ${sql.ref(`${parentAlias}.id`)}`;
}

function condition(
  rules: ResourceRules,
  operation: Operation,
  question: ScopeQuestion,
  resource: Resource,
  alias: string,
): FilterScope {
  if (operation.def.access === 'anyone') return everyRow;
  return declaredScope(ruleOf(rules, resource), operation, question)?.(alias, question) ?? noRow;
}

/** How a resource is kept within the scope that the operation gives the actor; undefined where its module says nothing. */
function declaredScope({ scopes }: ResourceRule, { def: { access } }: Operation, { actor }: ScopeQuestion) {
  const scope = access === 'anyone' ? undefined : scopeOf(access, actor.kind);
  return scope && scopes[scope];
}

function ruleOf(rules: ResourceRules, resource: Resource): ResourceRule {
  const rule = rules[resource];
  if (!rule) throw new Error(`No module says what a ${resource} is`);
  return rule;
}
