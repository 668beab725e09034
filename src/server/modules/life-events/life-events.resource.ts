import { sql } from 'kysely';
import { ofBlockedCompany, partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

/** An event is reached by its person, by the creditor that has entered it or is asked, and by operators. */
export const lifeEventResources = {
  lifeEvent: {
    table: 'lifeEvents',
    // An event is called by the person to whom it has happened.
    name: (alias) =>
      sql`(select concat_ws(' ', i.last_name, i.first_name, i.middle_name) from individuals i where i.id = ${sql.ref(`${alias}.individualId`)})`,
    parent: { individual: 'individualId', legalEntity: 'legalEntityId', settlement: 'settlementId' },
    readOnly: ofBlockedCompany,
    scopes: partyScopes,
  },
} satisfies ResourceRules;
