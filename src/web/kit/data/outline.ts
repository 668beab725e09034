/**
 * The contract without its schemas: codes, paths and access. The frame of every page needs no more to know who may do
 * what, and the schemas of the whole contract would weigh more than everything else in it.
 * The build leaves them out of what is imported here (scripts/vite/outlines.ts), so whoever parses or judges by a schema
 * takes the operation from its own file.
 */
export { accountCare } from '#contract/access/account-care.ts';
export { auth } from '#contract/access/auth.ts';
export { employees } from '#contract/access/employees.ts';
export { operators } from '#contract/access/operators.ts';
export { employeeRoles, operatorRoles } from '#contract/access/roles.ts';
export { agreementTemplates } from '#contract/documents/agreement-templates.ts';
export { ledger } from '#contract/money/ledger.ts';
export { payments } from '#contract/money/payments.ts';
export { reconciliation } from '#contract/money/reconciliation.ts';
export { tariffs } from '#contract/money/tariffs.ts';
export { employeeAvatars, individualAvatars, operatorAvatars } from '#contract/parties/avatars.ts';
export { consents } from '#contract/parties/consents.ts';
export { individuals } from '#contract/parties/individuals.ts';
export { legalEntities } from '#contract/parties/legal-entities.ts';
export { ownData } from '#contract/parties/own-data.ts';
export { companyIdentity, individualIdentity, rnkoForms } from '#contract/parties/rnko.ts';
export { approvals } from '#contract/platform/approvals.ts';
export { audit } from '#contract/platform/audit.ts';
export { dataRubricator } from '#contract/platform/data-rubricator.ts';
export { debug } from '#contract/platform/debug.ts';
export { individualCategories, legalEntityTypes } from '#contract/platform/dictionaries.ts';
export { featureFlags } from '#contract/platform/feature-flags.ts';
export { securityEvents } from '#contract/platform/security-events.ts';
export { settings } from '#contract/platform/settings.ts';
export { claims, registries } from '#contract/registries/registries.ts';
export { simpleRegistries } from '#contract/registries/simple-registries.ts';
export { endings } from '#contract/settlements/endings.ts';
export { policy } from '#contract/settlements/policy.ts';
export { requests } from '#contract/settlements/requests.ts';
export { settlements } from '#contract/settlements/settlements.ts';
export { simpleRequests } from '#contract/settlements/simple-requests.ts';
