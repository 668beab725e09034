import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Ctx } from './ctx.ts';
import type { Tx } from './db.ts';

/** The answer that a key has got. */
export interface Kept {
  status: number;
  body: unknown;
}

const sealPlace = 'idempotency_records.answer';

/**
 * The answer kept under this key of this person and operation, or null for a new key.
 * @throws Refusal `idempotency.running` (409) while the first request with the key is still at work,
 * `idempotency.reused` (422) when the key came with other data before.
 */
export async function replay(ctx: Ctx, tx: Tx, key: string, input: unknown): Promise<Kept | null> {
  const accountId = ctx.actor!.accountId;
  const lock = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${accountId} ${ctx.operation.code} ${key}`}, 0)) as free
  `.execute(tx);
  if (!lock.rows[0]!.free) throw new Refusal('idempotency.running');
  const record = await tx
    .selectFrom('idempotencyRecords')
    .select(['requestHash', 'status', 'answerSealed'])
    .where('accountId', '=', accountId)
    .where('operation', '=', ctx.operation.code)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!record) return null;
  if (!record.requestHash.equals(hashOf(input))) throw new Refusal('idempotency.reused');
  return {
    status: record.status,
    body: record.answerSealed === null ? undefined : ctx.app.secrets.open(sealPlace, record.answerSealed),
  };
}

/** Keeps the answer with the work itself: both are there or neither. */
export async function remember(ctx: Ctx, tx: Tx, key: string, input: unknown, { status, body }: Kept): Promise<void> {
  await tx
    .insertInto('idempotencyRecords')
    .values({
      accountId: ctx.actor!.accountId,
      operation: ctx.operation.code,
      key,
      requestHash: hashOf(input),
      status,
      answerSealed: body === undefined ? null : ctx.app.secrets.seal(sealPlace, body),
    })
    .execute();
}

const hashOf = (input: unknown): Buffer => createHash('sha256').update(JSON.stringify(input)).digest();
