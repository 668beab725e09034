import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { PushKey } from '#server/platform/ports/push.ts';

const sealContext = 'push_keys.private';
/** A key is given to browsers for half a year; those that are bound to it are told by it for as long as they are. */
const goodDays = 182;

/** The key that browsers are given today; one too old is followed by a new one. */
export async function currentPushKey(app: App, tx: Tx): Promise<{ id: number; publicKey: string }> {
  const young = () =>
    tx
      .selectFrom('pushKeys')
      .select(['id', 'publicKey'])
      .where('createdAt', '>', sql<Date>`now() - make_interval(days => ${goodDays})`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  const known = await young();
  if (known) return known;
  // Of several who ask at once one makes it, and the others find it.
  await sql`lock table push_keys in share row exclusive mode`.execute(tx);
  return (await young()) ?? (await makePushKey(app, tx));
}

async function makePushKey(app: App, tx: Tx): Promise<{ id: number; publicKey: string }> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y, d } = privateKey.export({ format: 'jwk' });
  if (x === undefined || y === undefined || d === undefined) throw new Error('A key of P-256 has three parts');
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const jwk: PushKey['privateKey'] = { kty: 'EC', crv: 'P-256', x, y, d };
  return tx
    .insertInto('pushKeys')
    .values({ publicKey: point.toString('base64url'), privateSealed: app.secrets.seal(sealContext, jwk) })
    .returning(['id', 'publicKey'])
    .executeTakeFirstOrThrow();
}

/** Opens the key that a browser was bound to. */
export const openPushKey = (
  app: App,
  { publicKey, privateSealed }: { publicKey: string; privateSealed: string },
): PushKey => ({
  publicKey,
  privateKey: app.secrets.open<PushKey['privateKey']>(sealContext, privateSealed),
});
