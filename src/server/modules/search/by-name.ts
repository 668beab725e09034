import type { Ctx } from '#server/platform/ctx.ts';
import { Statement, slot } from '#server/platform/database/statement.ts';
import { nameIn } from '#server/platform/list/named-rows.ts';
import { type Ids, idsOfKinds, type Kind } from './kinds.ts';

type Sought = ReturnType<typeof nameIn>;

/** The values of a statement. */
interface Name {
  [word: `word${number}`]: string;
  surnames: string[];
  pattern: string | undefined;
}

/** The statements of operators by their permissions, which decide what they may find; then by how many words look for how many of which kinds. */
const statements = new WeakMap<ReadonlySet<string>, Map<string, Statement<Name, Ids>>>();
/** A name has hardly more words than this. */
const mostWords = 4;

/** The ids that are found by a name at once, by one statement whose plan serves any name. */
export async function findNamed(ctx: Ctx, kinds: readonly Kind[], typed: string, most: number): Promise<Ids> {
  const sought = nameIn(typed);
  const { words, surnames, pattern } = sought;
  const key = [most, words.length, pattern === undefined, ...kinds.map(({ name }) => name)].join(' ');
  const kept = keptFor(ctx);
  const known = kept.get(key);
  const statement = known ?? statementFor(ctx, kinds, sought, most);
  if (statement === undefined) return {};
  if (!known && words.length <= mostWords && statement.holdsNoValues) kept.set(key, statement);
  const name: Name = { surnames, pattern };
  for (const [at, word] of words.entries()) name[`word${at}`] = word;
  return (await statement.execute(ctx.db, name)).rows[0]!;
}

/** Those of the asker. What an employee may find is what his companies are, so his are put together anew. */
function keptFor({ actor }: Ctx): Map<string, Statement<Name, Ids>> {
  if (actor?.kind !== 'operator') return new Map();
  const kept = statements.get(actor.permissions) ?? new Map<string, Statement<Name, Ids>>();
  statements.set(actor.permissions, kept);
  return kept;
}

/** @returns undefined when the asker finds nothing by such a name */
function statementFor(
  ctx: Ctx,
  kinds: readonly Kind[],
  { words, pattern }: Sought,
  most: number,
): Statement<Name, Ids> | undefined {
  const ids = idsOfKinds(kinds, (kind) =>
    kind.named(ctx)?.ids(
      {
        words: words.map((_, at) => slot(`word${at}`)),
        surnames: slot('surnames'),
        pattern: pattern === undefined ? undefined : slot('pattern'),
      },
      most,
    ),
  );
  return ids && new Statement(ctx.db, ids);
}
