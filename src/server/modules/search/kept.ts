import type { RawBuilder } from 'kysely';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { Statement } from '#server/platform/database/statement.ts';
import type { Ids } from './kinds.ts';

type Kept = Statement<Readonly<Record<string, unknown>>, Ids>;

/** So many statements are kept for debtors, employees and operators each, those that were asked for last. */
const most = 300;
const keptFor = new Map<string, Map<string, Kept>>();

/**
 * The statement of all who reach the same. It is put together for the first of them and kept, unless it holds anything but what the
 * reach is made of.
 * @param shape what else decides its text
 * @param write undefined when the asker finds nothing by it
 */
export function keptStatement(ctx: Ctx, shape: string, write: () => RawBuilder<Ids> | undefined): Kept | undefined {
  const kind = ctx.actor?.kind ?? 'nobody';
  const kept = keptFor.get(kind) ?? new Map<string, Kept>();
  keptFor.set(kind, kept);
  const key = `${reachOf(ctx.actor)} ${shape}`;
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const written = write();
  if (written === undefined) return undefined;
  const statement: Kept = new Statement(ctx.db, written);
  if (statement.holdsOnly((value) => isOfReach(ctx.actor, value))) keep(kept, key, statement);
  return statement;
}

function keep(kept: Map<string, Kept>, key: string, statement: Kept): void {
  kept.set(key, statement);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

/** Which person's rows are reached, by what an operator may do, or in which companies an employee may do what. */
function reachOf(actor: Actor | null): string {
  if (!actor) return '';
  const { individualId, permissions, memberships } = actor;
  const companies = memberships.map((one) => `${one.legalEntityId}:${numberOf(one.permissions)}`);
  return [individualId, numberOf(permissions), ...companies.sort()].join(' ');
}

/** The permissions of a role are one set until they change, so a set stands for what is in it. */
const numbers = new WeakMap<ReadonlySet<string>, number>();
let lastNumber = 0;

function numberOf(permissions: ReadonlySet<string>): number {
  const number = numbers.get(permissions) ?? ++lastNumber;
  numbers.set(permissions, number);
  return number;
}

/** Whether a value of a statement is the person, or some of the companies, whose rows are reached. */
function isOfReach(actor: Actor | null, value: unknown): boolean {
  const companies = actor?.memberships.map(({ legalEntityId }) => legalEntityId) ?? [];
  if (Array.isArray(value)) return value.every((id) => companies.includes(id));
  // Of one company it is named without a list (`ofCompanies`).
  return value !== null && (value === actor?.individualId || companies.includes(value as number));
}
