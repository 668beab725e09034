import { everyRow, type ResourceRules } from '#server/platform/auth/access.ts';

/** What does not agree with the partner's statement is the operators' alone. */
export const reconciliationResources = {
  difference: { table: 'differences', scopes: { all: () => everyRow } },
} satisfies ResourceRules;
