import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '#server/platform/ctx.ts';
import { hasDigit, type indexedColumnHolds } from '#server/platform/list/searched.ts';
import { type Sought, soughtAnew } from '#server/platform/list/sought.ts';
import { debtorSeen } from './debtor-visibility.ts';

type EntrySought = Pick<Sought, 'typed' | 'isIn' | 'hasNumbers' | 'phone'>;

/**
 * Whether an entry, called `e`, has what was typed in its name or contract number, in its ИНН, or whole for a phone, however that
 * is written. Nobody finds by an ИНН or a phone whom he sees with a mask: the text of the search has the ИНН in it, so
 * then the contract alone decides what has digits, with what stands beside it.
 */
export function entryHas(ctx: Ctx, { typed, isIn, hasNumbers, phone }: EntrySought): RawBuilder<SqlBool> {
  const inText = isIn(sql.ref('e.search'));
  if (!hasDigit(typed)) return inText;
  const seen = debtorSeen(ctx, 'e.legalEntityId');
  const byText = sql<SqlBool>`(${inText} and (${seen} or ${hasNumbers(sql.ref('e.contractNumber'))}))`;
  return phone === undefined ? byText : sql<SqlBool>`(${byText} or (e.phone = ${phone} and ${seen}))`;
}

/** The same for a list. @param holds how texts are looked at: by their index or one by one */
export const entryHolds = (ctx: Ctx, q: string, holds: typeof indexedColumnHolds): RawBuilder<SqlBool> =>
  entryHas(ctx, { ...soughtAnew(q), isIn: () => holds('e.search', q) });
