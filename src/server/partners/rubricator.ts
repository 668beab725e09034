import * as z from 'zod';
import { zoneOfAddress } from '#domain/places/regions.ts';
import { checkInn } from '#domain/values/requisites.ts';
import type { KnownAddress, KnownCompany, RubricatorPartner } from '#server/platform/ports/rubricator.ts';
import { openClient, type PartnerAddress } from './client.ts';

/** Whoever types does not wait longer: without an answer by then there is what we know ourselves. */
const timeoutMs = 800;

const line = z.string().max(1_000);
const maybe = line.nullish().transform((value) => value || null);

const Addresses = z.object({
  suggestions: z.array(
    z.object({
      value: line,
      data: z.object({
        postal_code: maybe,
        region_with_type: maybe,
        city: maybe,
        settlement: maybe,
      }),
    }),
  ),
});
const Companies = z.object({
  suggestions: z.array(
    z.object({
      value: line,
      data: z.object({
        inn: line.refine((inn) => checkInn(inn) === null),
        kpp: maybe,
        ogrn: maybe,
        name: z.object({ full_with_opf: maybe, short_with_opf: maybe }).nullish(),
        address: z.object({ value: maybe }).nullish(),
      }),
    }),
  ),
});

type Suggestion<Schema extends z.ZodType<{ suggestions: unknown[] }>> = z.output<Schema>['suggestions'][number];

const asAddress = ({ value, data }: Suggestion<typeof Addresses>): KnownAddress => ({
  value,
  region: data.region_with_type,
  city: data.city ?? data.settlement,
  postalCode: data.postal_code,
  zone: zoneOfAddress(value),
});

const asCompany = ({ value, data }: Suggestion<typeof Companies>): KnownCompany => ({
  inn: data.inn,
  kpp: data.kpp,
  ogrn: data.ogrn,
  name: data.name?.short_with_opf ?? value,
  fullName: data.name?.full_with_opf ?? value,
  address: data.address?.value ?? null,
});

/** A partner who speaks as DaData does. */
export function openRubricatorPartner({ url, key }: PartnerAddress): RubricatorPartner {
  const { demand } = openClient({ url, timeoutMs, headersFor: () => ({ authorization: `Token ${key}` }) });
  const ask = <T>(schema: z.ZodType<T>, what: string, query: string, count: number): Promise<T> =>
    demand<T>(schema, 'POST', `/suggestions/api/4_1/rs/suggest/${what}`, { query, count });
  return {
    addresses: async (typed, most) => (await ask(Addresses, 'address', typed, most)).suggestions.map(asAddress),
    companies: async (typed, most) => (await ask(Companies, 'party', typed, most)).suggestions.map(asCompany),
  };
}
