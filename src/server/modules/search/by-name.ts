import type { Ctx } from '#server/platform/ctx.ts';
import { slot } from '#server/platform/database/statement.ts';
import { nameIn, type RowsByName } from '#server/platform/list/rows-by-name.ts';
import { keptStatement } from './kept.ts';
import { type Ids, idsOfKinds, type Kind, namesOf, wanting, whereWanted } from './kinds.ts';

/** A name has hardly more words than this, and connections keep a plan for each number of them. */
const mostWords = 4;

/**
 * The ids that are found by a name at once, in one of the ways that finders have, by one statement whose plan serves any name.
 * @param wanted those of the kinds that are looked for this time
 */
export async function findByName(
  ctx: Ctx,
  way: keyof RowsByName,
  kinds: readonly Kind[],
  typed: string,
  most: number,
  wanted = kinds,
): Promise<Ids> {
  const { words, surnames, pattern } = nameIn(typed);
  if (words.length > mostWords) return {};
  const sought = {
    words: words.map((_, at) => slot<string>(`word${at}`)),
    surnames: slot<readonly string[]>('surnames'),
    pattern: pattern === undefined ? undefined : slot<string>('pattern'),
  };
  const shape = [way, most, words.length, pattern === undefined, ...namesOf(kinds)].join(' ');
  const statement = keptStatement(ctx, shape, () =>
    idsOfKinds(kinds, (kind) => {
      const found = kind.byName(ctx)?.[way]?.(sought, most);
      return found && whereWanted(kind, found);
    }),
  );
  if (statement === undefined) return {};
  const values: Record<string, unknown> = { surnames, pattern, ...wanting(wanted) };
  for (const [at, word] of words.entries()) values[`word${at}`] = word;
  return (await statement.execute(ctx.db, values)).rows[0]!;
}
