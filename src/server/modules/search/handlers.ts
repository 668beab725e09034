import { search } from '#contract/search.ts';
import { fullName } from '#domain/person-name.ts';
import { peopleBy } from '#server/modules/individuals/individuals.read.ts';
import { companiesBy } from '#server/modules/legal-entities/legal-entities.read.ts';
import { claimsBy } from '#server/modules/registries/registries.read.ts';
import { requestsBy } from '#server/modules/requests/requests.read.ts';
import { settlementsBy } from '#server/modules/settlements/settlements.read.ts';
import { implement } from '#server/platform/ctx.ts';

/** The palette shows a handful of each kind; who wants more opens the list. */
const most = 6;

export const searchHandlers = implement(search, {
  async find(ctx, { query }) {
    const { q } = query;
    const [people, companies, claims, requests, settlements] = await Promise.all([
      peopleBy(ctx, q, most),
      companiesBy(ctx, q, most),
      claimsBy(ctx, q, most),
      requestsBy(ctx, q, most),
      settlementsBy(ctx, q, most),
    ]);
    return {
      items: [
        ...people.map((one) => ({
          kind: 'individual' as const,
          within: [],
          id: one.id,
          title: fullName({ ...one, middleName: one.middleName ?? undefined }),
          detail: one.inn ? `ИНН ${one.inn}` : 'Физлицо',
        })),
        ...companies.map((one) => ({
          kind: 'legalEntity' as const,
          within: [],
          id: one.id,
          title: one.shortName,
          detail: `ИНН ${one.inn}`,
        })),
        ...claims.map((one) => ({
          kind: 'claim' as const,
          within: [one.legalEntityId, one.registryId],
          id: one.id,
          title: `Договор ${one.contractNumber}`,
          detail: one.creditor,
        })),
        ...requests.map((one) => ({
          kind: 'request' as const,
          within: [one.individualId],
          id: one.id,
          title: `Заявка ${one.number}`,
          detail: one.creditorName ?? '',
        })),
        ...settlements.map((one) => ({
          kind: 'settlement' as const,
          within: [],
          id: one.id,
          title: `Урегулирование ${one.number}`,
          detail: one.creditor,
        })),
      ],
    };
  },
});
