import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { Ctx } from '../ctx.ts';
import type { Db, Tx } from '../database/db.ts';

/** The answer that a key has got. */
export interface StoredAnswer {
  status: number;
  body: unknown;
  /** It was kept from an earlier time, and nothing was done now. */
  repeated?: true;
}

const sealContext = 'idempotency_records.answer';
const digestContext = 'idempotency_records.request';

/**
 * The answer kept under this key of this person and operation, or null for a key that has none.
 * @throws Refusal `idempotency.reused` (422) when the key came with other data before.
 */
export async function findStoredAnswer(ctx: Ctx, db: Db, key: string, input: unknown): Promise<StoredAnswer | null> {
  const record = await db
    .selectFrom('idempotencyRecords')
    .select(['requestHash', 'status', 'answerSealed'])
    .where('accountId', '=', ctx.actor!.accountId)
    .where('operation', '=', ctx.operation.code)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!record) return null;
  if (!record.requestHash.equals(printOf(ctx, input))) throw new Refusal('idempotency.reused');
  return {
    repeated: true,
    status: record.status,
    body: record.answerSealed === null ? undefined : ctx.app.secrets.open(sealContext, record.answerSealed),
  };
}

/** What the transaction of a key holds until it ends, so that one of several at once does the work. */
export const heldByKey = ({ actor, operation }: Ctx, key: string): string =>
  `${actor!.accountId} ${operation.code} ${key}`;

/** Stores the answer in the transaction of the work: both are there or neither. */
export async function storeAnswer(
  ctx: Ctx,
  tx: Tx,
  key: string,
  input: unknown,
  { status, body }: StoredAnswer,
): Promise<void> {
  await tx
    .insertInto('idempotencyRecords')
    .values({
      accountId: ctx.actor!.accountId,
      operation: ctx.operation.code,
      key,
      requestHash: printOf(ctx, input),
      status,
      answerSealed: body === undefined ? null : ctx.app.secrets.seal(sealContext, body),
    })
    .execute();
}

/**
 * Keyed, because requests hold passwords: a plain hash would let a thief of the database try them out. A file counts by
 * its content; its name in the storage is new each time.
 */
const printOf = (ctx: Ctx, input: unknown): Buffer => {
  const { file } = input as { file?: Uploaded | undefined };
  const printed = file ? { ...(input as object), file: [file.name, file.sha256] } : input;
  return Buffer.from(ctx.app.secrets.mark(digestContext, JSON.stringify(printed)), 'base64url');
};
