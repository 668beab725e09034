import { type AliasableExpression, type Expression, type RawBuilder, sql } from 'kysely';
import type { Answer } from '#contract/kernel/op.ts';
import type { search } from '#contract/platform/search.ts';
import { fullName } from '#domain/values/person-name.ts';
import { personFinder } from '#server/modules/individuals/individuals.queries.ts';
import { companyFinder } from '#server/modules/legal-entities/legal-entities.queries.ts';
import { paymentFinder } from '#server/modules/payments/payments.queries.ts';
import { entryFinder } from '#server/modules/registries/registries.queries.ts';
import { requestFinder } from '#server/modules/requests/requests.queries.ts';
import { settlementFinder } from '#server/modules/settlements/settlements.queries.ts';
import { simpleRequestFinder } from '#server/modules/simple-requests/simple-requests.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { columnNames } from '#server/platform/database/column-names.ts';
import type { Db } from '#server/platform/database/db.ts';
import { slot } from '#server/platform/database/statement.ts';
import type { Finder, InJson } from '#server/platform/list/reach.ts';

export type SearchHit = Answer<typeof search.find>['items'][number];

/** A row as the database has put it into JSON. */
export type JsonRow = Record<string, unknown>;

/** A kind of what is found: how, and what one of it is called to the asker. */
export interface Kind {
  name: SearchHit['kind'];
  ids: Finder<{ id: number }>['ids'];
  texts: Finder<{ id: number }>['texts'];
  ofCompany: Finder<{ id: number }>['ofCompany'];
  own: Finder<{ id: number }>['own'];
  byName: NonNullable<Finder<{ id: number }>['byName']>;
  byNameFindsAll: boolean;
  /** The query of what is needed to call those of the ids. */
  rows(db: Db, ids: RawBuilder<number[]>): AliasableExpression<unknown>;
  /** What those rows are called. Those of `first` come first, as they stand there. */
  tell(ctx: Ctx, rows: readonly JsonRow[], first: readonly number[]): SearchHit[];
}

const simpleClaim = 'Упрощённый реестр';
const simpleRequestName = 'Упрощённая заявка';

/** @param tell what one is called, where it opens and what is beside */
const kind = <Row extends InJson<Row>, Shown extends { id: number }>(
  name: SearchHit['kind'],
  finder: Finder<Row, Shown>,
  tell: (row: Shown, ctx: Ctx) => Pick<SearchHit, 'title' | 'detail'> & { within?: number[] },
): Kind => ({
  name,
  ids: (...asked) => finder.ids(...asked),
  texts: (ctx) => finder.texts(ctx),
  ofCompany: finder.ofCompany,
  own: (...asked) => finder.own(...asked),
  byName: (ctx) => finder.byName?.(ctx),
  byNameFindsAll: finder.byNameFindsAll ?? false,
  rows: (db, ids) => finder.rows(db, ids),
  tell(ctx, json, first) {
    const rows = columnNames.rows(json) as Row[];
    const rankOf = ({ id }: Shown): number => (first.includes(id) ? first.indexOf(id) : first.length);
    const ranked = rows.map((row) => finder.shown(row, ctx)).sort((one, other) => rankOf(one) - rankOf(other));
    return ranked.map((row) => ({ kind: name, id: row.id, within: [], ...tell(row, ctx) }));
  },
});

export const kinds: readonly Kind[] = [
  kind('individual', personFinder, ({ inn, middleName, ...name }) => ({
    title: fullName({ ...name, middleName: middleName ?? undefined }),
    detail: inn ? `ИНН ${inn}` : 'Физлицо',
  })),
  kind('legalEntity', companyFinder, ({ shortName, inn }) => ({ title: shortName, detail: `ИНН ${inn}` })),
  kind('claim', entryFinder('full'), ({ legalEntityId, registryId, contractNumber, ...sides }, ctx) => ({
    within: [legalEntityId, registryId],
    title: `Договор ${contractNumber}`,
    detail: others(ctx, sides),
  })),
  // An entry of a simple registry has no page: its title is what the list of its registry finds it by.
  kind('simpleEntry', entryFinder('simple'), ({ legalEntityId, registryId, ...sides }, ctx) => ({
    within: [legalEntityId, registryId],
    ...bySide(ctx, sides, simpleClaim),
  })),
  kind('request', requestFinder, ({ individualId, number, debtor, creditorName }, ctx) => ({
    within: [individualId],
    title: `Заявка ${number}`,
    detail: others(ctx, { debtor, creditor: creditorName ?? '' }),
  })),
  kind('simpleRequest', simpleRequestFinder, ({ individualId, debtor, creditorName, creditorInn }, ctx) => ({
    within: [individualId],
    ...bySide(ctx, { debtor, creditor: creditorName ?? `ИНН ${creditorInn}` }, simpleRequestName),
  })),
  kind('settlement', settlementFinder, ({ number, ...sides }, ctx) => ({
    title: `Урегулирование ${number}`,
    detail: others(ctx, sides),
  })),
  kind('payment', paymentFinder, ({ settlementId, number, ...sides }, ctx) => ({
    within: [settlementId],
    title: `Платёж ${number}`,
    detail: others(ctx, sides),
  })),
];

interface Sides {
  debtor: string;
  creditor: string;
}

/** What has no number is called by the side that the asker is not; an operator, who is neither, is told the debtor first. */
function bySide({ actor }: Ctx, { debtor, creditor }: Sides, what: string): Pick<SearchHit, 'title' | 'detail'> {
  return {
    title: actor?.kind === 'individual' ? creditor : debtor,
    detail: actor?.kind === 'operator' ? `${what} · ${creditor}` : what,
  };
}

/** The sides of a settlement that the asker is not: a debtor sees whom he owes, a creditor his debtor, an operator both. */
function others({ actor }: Ctx, { debtor, creditor }: Sides): string {
  if (actor?.kind === 'individual') return creditor;
  if (actor?.kind === 'employee') return debtor;
  return [debtor, creditor].filter(Boolean).join(' · ');
}

/** The ids of the first few of each kind that was found; null where the way in which it was asked does not find them. */
export type Ids = Partial<Record<SearchHit['kind'], number[] | null>>;

/** Which kinds those are, for a key. */
export const namesOf = (some: readonly Kind[]): string[] => some.map(({ name }) => name);

const wants = ({ name }: Kind): string => `wants ${name}`;

/** The ids of a kind in a statement of all kinds, where an execution says which it wants: so there are few such statements. */
export const whereWanted = (kind: Kind, ids: Expression<unknown>): RawBuilder<number[] | null> =>
  sql`case when (select ${slot(wants(kind))}::boolean) then ${ids} end`;

/** What such an execution is given. */
export const wanting = (wanted: readonly Kind[]): Record<string, boolean> =>
  Object.fromEntries(kinds.map((kind) => [wants(kind), wanted.includes(kind)]));

/** One statement for the ids of several kinds. @returns undefined when none of them is to be looked for */
export function idsOfKinds(
  wantedKinds: readonly Kind[],
  ask: (kind: Kind) => Expression<unknown> | undefined,
): RawBuilder<Ids> | undefined {
  const each = wantedKinds.flatMap((kind) => {
    const ids = ask(kind);
    return ids === undefined ? [] : [sql`${ids} as ${sql.ref(kind.name)}`];
  });
  return each.length === 0 ? undefined : sql<Ids>`select ${sql.join(each)}`;
}
