import { sql } from 'kysely';
import { ofBlockedCompany, partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

/** A payment is reached by the parties of its settlement. */
export const paymentResources = {
  payment: {
    table: 'payments',
    name: (alias) => sql.ref(`${alias}.number`),
    parent: { individual: 'individualId', legalEntity: 'legalEntityId', settlement: 'settlementId' },
    readOnly: ofBlockedCompany,
    scopes: partyScopes,
  },
  /** A payout is reached by the people of its creditor. */
  payout: {
    table: 'payouts',
    name: (alias) => sql.ref(`${alias}.number`),
    parent: { legalEntity: 'legalEntityId' },
    scopes: { member: partyScopes.member, all: partyScopes.all },
  },
} satisfies ResourceRules;
