import { sql } from 'kysely';
import type { Ctx } from '#server/platform/ctx.ts';
import { soughtInOwn } from '#server/platform/list/own-rows.ts';
import { keptStatement } from './kept.ts';
import { type Ids, idsOfKinds, type Kind, namesOf } from './kinds.ts';

/** The ids that a debtor finds among his own, by one statement whose plan serves any words. */
export async function findOwn(ctx: Ctx, kinds: readonly Kind[], typed: string, most: number): Promise<Ids> {
  const { values, ...sought } = soughtInOwn(typed);
  const shape = [
    'own',
    most,
    sought.hasDigit,
    sought.phone === undefined,
    sought.pattern === undefined,
    ...namesOf(kinds),
  ];
  const statement = keptStatement(ctx, shape.join(' '), () =>
    idsOfKinds(kinds, (kind) => {
      const found = kind.own(ctx, sought, most);
      return found && sql`array(${found})`;
    }),
  );
  return statement === undefined ? {} : (await statement.execute(ctx.db, values)).rows[0]!;
}
