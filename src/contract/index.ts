import { accountCare } from './account-care.ts';
import { agreementTemplates } from './agreement-templates.ts';
import { approvalRights, approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { accounts, auth } from './auth.ts';
import { employeeAvatars, individualAvatars, operatorAvatars } from './avatars.ts';
import { backgroundTasks } from './background-tasks.ts';
import { consents } from './consents.ts';
import { dataRubricator } from './data-rubricator.ts';
import { debug } from './debug.ts';
import { individualCategories, legalEntityTypes } from './dictionaries.ts';
import { documents } from './documents.ts';
import { employeeCards } from './employee-cards.ts';
import { employees } from './employees.ts';
import { endings } from './endings.ts';
import { featureFlags } from './feature-flags.ts';
import {
  companyFiles,
  companyFolders,
  individualFiles,
  representativeFiles,
  requestFiles,
  shownFiles,
} from './files.ts';
import { individualRights, individuals } from './individuals.ts';
import type { Module, Operation, Right } from './kernel/op.ts';
import { ledger } from './ledger.ts';
import { legalEntities, legalEntityRights } from './legal-entities.ts';
import { notifications } from './notifications.ts';
import { operators } from './operators.ts';
import { ownData } from './own-data.ts';
import { companyDetails, individualDetails, paymentDetailRights } from './payment-details.ts';
import { payments } from './payments.ts';
import { policy } from './policy.ts';
import { reconciliation } from './reconciliation.ts';
import { allRegistries, claims, registries } from './registries.ts';
import { allRequests, requests } from './requests.ts';
import { companyIdentity, individualIdentity, rnkoForms } from './rnko.ts';
import { employeePermissions, employeeRoles, operatorPermissions, operatorRoles } from './roles.ts';
import { savedViews } from './saved-views.ts';
import { search } from './search.ts';
import { securityEvents } from './security-events.ts';
import { settings } from './settings.ts';
import { settlements } from './settlements.ts';
import { simpleRegistries } from './simple-registries.ts';
import { simpleRequests } from './simple-requests.ts';
import { support } from './support.ts';
import { mailbox, system } from './system.ts';
import { tariffFiles, tariffRights, tariffs } from './tariffs.ts';

/** The whole contract. Browser modules import their own file instead, to keep their chunks small. */
export const contract = {
  auth,
  accounts,
  accountCare,
  consents,
  ownData,
  individuals,
  legalEntities,
  employees,
  employeeCards,
  operators,
  employeePermissions,
  employeeRoles,
  operatorPermissions,
  operatorRoles,
  registries,
  allRegistries,
  claims,
  simpleRegistries,
  requests,
  allRequests,
  simpleRequests,
  settlements,
  documents,
  agreementTemplates,
  individualFiles,
  companyFiles,
  companyFolders,
  representativeFiles,
  requestFiles,
  shownFiles,
  individualAvatars,
  employeeAvatars,
  operatorAvatars,
  policy,
  featureFlags,
  individualDetails,
  companyDetails,
  individualIdentity,
  companyIdentity,
  rnkoForms,
  endings,
  ledger,
  payments,
  reconciliation,
  tariffs,
  tariffFiles,
  legalEntityTypes,
  individualCategories,
  approvals,
  audit,
  securityEvents,
  debug,
  settings,
  search,
  backgroundTasks,
  notifications,
  savedViews,
  support,
  dataRubricator,
  system,
  mailbox,
} as const satisfies Record<string, Module>;

/** The permissions within operations. */
export const contractRights: readonly Right[] = [
  approvalRights,
  individualRights,
  legalEntityRights,
  paymentDetailRights,
  tariffRights,
].flatMap((some) => Object.values(some));

export const operations: readonly Operation[] = Object.values(contract).flatMap((module) => Object.values(module));
