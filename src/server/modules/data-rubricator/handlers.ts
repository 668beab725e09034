import { dataRubricator } from '#contract/platform/data-rubricator.ts';
import type { Country } from '#domain/places/countries.ts';
import { hasWords } from '#domain/values/text/plain-words.ts';
import { verifiedCompanies } from '#server/modules/legal-entities/legal-entities.queries.ts';
import { PartnerRefused, PartnerSilent } from '#server/partners/errors.ts';
import { networkOf } from '#server/platform/auth/address.ts';
import { type Ctx, type Implemented, implement, prepared } from '#server/platform/ctx.ts';
import type { RubricatorPartner } from '#server/platform/ports/rubricator.ts';

/**
 * The partner's answer; null where there is no partner, he fails, or strangers have used their limit up: then our own lists
 * answer.
 */
async function askPartner<T>(ctx: Ctx, ask: (partner: RubricatorPartner) => Promise<T>): Promise<T | null> {
  const { app } = ctx;
  if (!app.rubricator || !(await mayAskPartner(ctx))) return null;
  try {
    return await ask(app.rubricator);
  } catch (error) {
    if (!(error instanceof PartnerSilent || error instanceof PartnerRefused)) throw error;
    app.log.warn({ partner: 'rubricator', failure: error.constructor.name }, 'no suggestions from the partner');
    return null;
  }
}

/** Each question to the partner is paid for: of strangers a few from one network, and not many a day from all. */
async function mayAskPartner({ app: { limits }, actor, origin }: Ctx): Promise<boolean> {
  if (actor) return true;
  return (
    (await limits.allows('partnerSuggest', networkOf(origin.ip))) && (await limits.allows('partnerSuggestInAll', 'all'))
  );
}

/** Places and countries are loaded with the first question: otherwise they would be in the memory of a resting server. */
export const dataRubricatorHandlers: Implemented[] = implement(dataRubricator, {
  address: prepared(dataRubricator.address, {
    prepare: (ctx, { body: { query, count } }) => askPartner(ctx, (partner) => partner.addresses(query, count)),
    async run(_ctx, { body: { query, count } }, known) {
      if (known) return { items: known.slice(0, count) };
      const { suggestPlaces } = await import('#domain/places/places.ts');
      return { items: suggestPlaces(query, count).map((place) => ({ ...place, postalCode: null })) };
    },
  }),
  legalEntity: prepared(dataRubricator.legalEntity, {
    prepare: (ctx, { body: { query, count } }) => askPartner(ctx, (partner) => partner.companies(query, count)),
    async run({ db, actor }, { body: { query, count } }, known) {
      if (known) return { items: known.slice(0, count) };
      // Who works with the platform is nothing for a stranger.
      return { items: actor ? await verifiedCompanies(db, query, count) : [] };
    },
  }),
  async countries(_ctx, { query: { q = '' } }) {
    const { countries } = await import('#domain/places/countries.ts');
    const holds = ({ name, code, digits }: Country): boolean =>
      hasWords(name, q) || digits === q || code === q.toUpperCase();
    return { items: countries.filter(holds) };
  },
});
