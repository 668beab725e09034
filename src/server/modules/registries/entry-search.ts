import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parsePhone } from '#domain/phone.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { searched } from '#server/platform/searched.ts';
import { debtorSeen } from './sight.ts';

/**
 * Whether an entry, called `e`, has what was typed in its name, ИНН or contract number, or whole for a phone, however that is
 * written. Nobody finds by a phone whom he sees with a mask.
 * @param holds how texts are looked at: by their index or one by one
 */
export function entryHolds(ctx: Ctx, q: string, holds: typeof searched): RawBuilder<SqlBool> {
  const phone = parsePhone(q);
  if (phone === null) return holds('e.search', q);
  return sql<SqlBool>`(${holds('e.search', q)} or (e.phone = ${phone} and ${debtorSeen(ctx, 'e.legalEntityId')}))`;
}
