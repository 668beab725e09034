import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parsePhone } from '#domain/values/phone.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { hasDigit, type indexedColumnHolds, numbersIn } from '#server/platform/list/searched.ts';
import { debtorSeen } from './debtor-visibility.ts';

/**
 * Whether an entry, called `e`, has what was typed in its name or contract number, in its ИНН, or whole for a phone, however that
 * is written. Nobody finds by an ИНН or a phone whom he sees with a mask: the text of the search has the ИНН in it, so
 * then the contract alone decides what has digits, with what stands beside it.
 * @param holds how texts are looked at: by their index or one by one
 */
export function entryHolds(ctx: Ctx, q: string, holds: typeof indexedColumnHolds): RawBuilder<SqlBool> {
  if (!hasDigit(q)) return holds('e.search', q);
  const seen = debtorSeen(ctx, 'e.legalEntityId');
  const byText = sql<SqlBool>`(${holds('e.search', q)} and (${seen} or ${textHolds(sql.ref('e.contractNumber'), numbersIn(q))}))`;
  const phone = parsePhone(q);
  return phone === null ? byText : sql<SqlBool>`(${byText} or (e.phone = ${phone} and ${seen}))`;
}
