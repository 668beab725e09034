/**
 * The contract without its schemas: codes, paths and access. The frame of every page needs no more to know who may do
 * what, and the schemas of the whole contract would weigh more than everything else in it.
 * The build leaves them out of what is imported here (scripts/vite/outlines.ts), so whoever parses or judges by a schema
 * takes the operation from its own file.
 */
export { accountCare } from '#contract/account-care.ts';
export { agreementTemplates } from '#contract/agreement-templates.ts';
export { approvals } from '#contract/approvals.ts';
export { audit } from '#contract/audit.ts';
export { auth } from '#contract/auth.ts';
export { employeeAvatars, individualAvatars, operatorAvatars } from '#contract/avatars.ts';
export { consents } from '#contract/consents.ts';
export { dataRubricator } from '#contract/data-rubricator.ts';
export { debug } from '#contract/debug.ts';
export { individualCategories, legalEntityTypes } from '#contract/dictionaries.ts';
export { employees } from '#contract/employees.ts';
export { endings } from '#contract/endings.ts';
export { featureFlags } from '#contract/feature-flags.ts';
export { individuals } from '#contract/individuals.ts';
export { ledger } from '#contract/ledger.ts';
export { legalEntities } from '#contract/legal-entities.ts';
export { operators } from '#contract/operators.ts';
export { ownData } from '#contract/own-data.ts';
export { payments } from '#contract/payments.ts';
export { policy } from '#contract/policy.ts';
export { reconciliation } from '#contract/reconciliation.ts';
export { claims, registries } from '#contract/registries.ts';
export { requests } from '#contract/requests.ts';
export { companyIdentity, individualIdentity, rnkoForms } from '#contract/rnko.ts';
export { employeeRoles, operatorRoles } from '#contract/roles.ts';
export { securityEvents } from '#contract/security-events.ts';
export { settings } from '#contract/settings.ts';
export { settlements } from '#contract/settlements.ts';
export { simpleRegistries } from '#contract/simple-registries.ts';
export { simpleRequests } from '#contract/simple-requests.ts';
export { tariffs } from '#contract/tariffs.ts';
