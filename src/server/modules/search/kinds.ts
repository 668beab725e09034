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
import type { Finder } from '#server/platform/list/reach.ts';

export type SearchHit = Answer<typeof search.find>['items'][number];

/** A kind of what is found: how, and what one of it is called to the asker. */
export interface Kind {
  name: SearchHit['kind'];
  ids: Finder<unknown>['ids'];
  named: NonNullable<Finder<unknown>['named']>;
  /** Those of `first` come first, as they stand there. Nothing is asked of the database for no ids. */
  find(ctx: Ctx, first: readonly number[], ids: readonly number[]): Promise<SearchHit[]>;
}

const simpleClaim = 'Упрощённый реестр';
const simpleRequestName = 'Упрощённая заявка';

/** @param tell what one is called, where it opens and what is beside */
const kind = <Row extends { id: number }>(
  name: SearchHit['kind'],
  finder: Finder<Row>,
  tell: (row: Row, ctx: Ctx) => Pick<SearchHit, 'title' | 'detail'> & { within?: number[] },
): Kind => ({
  name,
  ids: (...asked) => finder.ids(...asked),
  named: (ctx) => finder.named?.(ctx),
  async find(ctx, first, ids) {
    const rows = ids.length === 0 ? [] : await finder.rows(ctx, ids);
    const rankOf = ({ id }: Row): number => (first.includes(id) ? first.indexOf(id) : first.length);
    const ranked = rows.toSorted((one, other) => rankOf(one) - rankOf(other));
    return ranked.map((row) => ({ kind: name, id: row.id, within: [], ...tell(row, ctx) }));
  },
});

/** In the order in which they are shown. */
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
