import type { Answer } from '#contract/kernel/op.ts';
import { search } from '#contract/search.ts';
import { fullName } from '#domain/person-name.ts';
import { peopleBy } from '#server/modules/individuals/individuals.read.ts';
import { companiesBy } from '#server/modules/legal-entities/legal-entities.read.ts';
import { paymentsBy } from '#server/modules/payments/payments.read.ts';
import { entriesBy } from '#server/modules/registries/registries.read.ts';
import { requestsBy } from '#server/modules/requests/requests.read.ts';
import { settlementsBy } from '#server/modules/settlements/settlements.read.ts';
import { simpleRequestsBy } from '#server/modules/simple-requests/simple-requests.read.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';

type Found = Answer<typeof search.find>['items'][number];

/** The palette shows a handful of each kind; who wants more opens the list. */
const most = 6;
/** Two letters stand in too many claims and deals to tell a few of them, and no index knows them. */
const telling = 3;
const simpleClaim = 'Упрощённый реестр';
const simpleAsked = 'Упрощённая заявка';

export const searchHandlers = implement(search, {
  async find(ctx, { query: { q } }) {
    const isTelling = q.length >= telling;
    const found = await Promise.all([
      findPeople(ctx, q),
      findCompanies(ctx, q),
      ...(isTelling ? byNumbers.map((find) => find(ctx, q)) : []),
    ]);
    return { items: found.flat() };
  },
});

const findPeople = async (ctx: Ctx, q: string): Promise<Found[]> =>
  (await peopleBy(ctx, q, most)).map((one) => ({
    kind: 'individual',
    within: [],
    id: one.id,
    title: fullName({ ...one, middleName: one.middleName ?? undefined }),
    detail: one.inn ? `ИНН ${one.inn}` : 'Физлицо',
  }));

const findCompanies = async (ctx: Ctx, q: string): Promise<Found[]> =>
  (await companiesBy(ctx, q, most)).map(({ id, shortName, inn }) => ({
    kind: 'legalEntity',
    within: [],
    id,
    title: shortName,
    detail: `ИНН ${inn}`,
  }));

const findClaims = async (ctx: Ctx, q: string): Promise<Found[]> =>
  (await entriesBy(ctx, 'full', q, most)).map(({ id, legalEntityId, registryId, contractNumber, ...sides }) => ({
    kind: 'claim',
    within: [legalEntityId, registryId],
    id,
    title: `Договор ${contractNumber}`,
    detail: others(ctx, sides),
  }));

/** An entry of a simple registry has no page: its title is what the list of its registry finds it by. */
const findSimpleEntries = async (ctx: Ctx, q: string): Promise<Found[]> =>
  (await entriesBy(ctx, 'simple', q, most)).map(({ id, legalEntityId, registryId, debtor, creditor }) => ({
    kind: 'simpleEntry',
    within: [legalEntityId, registryId],
    id,
    title: ctx.actor?.kind === 'individual' ? creditor : debtor,
    detail: ctx.actor?.kind === 'operator' ? `${simpleClaim} · ${creditor}` : simpleClaim,
  }));

const findRequests = async (ctx: Ctx, q: string): Promise<Found[]> =>
  (await requestsBy(ctx, q, most)).map(({ id, individualId, number, debtor, creditorName }) => ({
    kind: 'request',
    within: [individualId],
    id,
    title: `Заявка ${number}`,
    detail: others(ctx, { debtor, creditor: creditorName ?? '' }),
  }));

const findSimpleRequests = async (ctx: Ctx, q: string): Promise<Found[]> =>
  (await simpleRequestsBy(ctx, q, most)).map(({ id, individualId, debtor, creditorName, creditorInn }) => {
    const creditor = creditorName ?? `ИНН ${creditorInn}`;
    return {
      kind: 'simpleRequest',
      within: [individualId],
      id,
      title: ctx.actor?.kind === 'individual' ? creditor : debtor,
      detail: ctx.actor?.kind === 'operator' ? `${simpleAsked} · ${creditor}` : simpleAsked,
    };
  });

const findSettlements = async (ctx: Ctx, q: string): Promise<Found[]> =>
  (await settlementsBy(ctx, q, most)).map(({ id, number, ...sides }) => ({
    kind: 'settlement',
    within: [],
    id,
    title: `Урегулирование ${number}`,
    detail: others(ctx, sides),
  }));

const findPayments = async (ctx: Ctx, q: string): Promise<Found[]> =>
  (await paymentsBy(ctx, q, most)).map(({ id, settlementId, number, ...sides }) => ({
    kind: 'payment',
    within: [settlementId],
    id,
    title: `Платёж ${number}`,
    detail: others(ctx, sides),
  }));

/** What is looked for among claims and deals. */
const byNumbers = [findClaims, findSimpleEntries, findRequests, findSimpleRequests, findSettlements, findPayments];

/** The sides of a deal that the asker is not: a debtor sees whom he owes, a creditor his debtor, an operator both. */
function others({ actor }: Ctx, { debtor, creditor }: { debtor: string; creditor: string }): string {
  if (actor?.kind === 'individual') return creditor;
  if (actor?.kind === 'employee') return debtor;
  return [debtor, creditor].filter(Boolean).join(' · ');
}
