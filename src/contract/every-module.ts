// `npm run docs` writes who stands here, new ones last. Their order is ours: a line may be moved.
import { accountCare } from './access/account-care.ts';
import { accounts, auth } from './access/auth.ts';
import { employeeCards } from './access/employee-cards.ts';
import { employees } from './access/employees.ts';
import { operators } from './access/operators.ts';
import { powersOfAttorney } from './access/powers-of-attorney.ts';
import { employeePermissions, employeeRoles, operatorPermissions, operatorRoles } from './access/roles.ts';
import { agreementTemplates } from './documents/agreement-templates.ts';
import { certificates } from './documents/certificates.ts';
import { documents } from './documents/documents.ts';
import { autopayments } from './money/autopayments.ts';
import { closeDay, closeDayRights } from './money/close-day.ts';
import { invoiceApprovalRights, invoices } from './money/invoices.ts';
import { ledger, ledgerApprovalRights } from './money/ledger.ts';
import { paymentApprovalRights, payments } from './money/payments.ts';
import { payoutApprovalRights, payouts } from './money/payouts.ts';
import { reconciliation, reconciliationApprovalRights } from './money/reconciliation.ts';
import { tariffApprovalRights, tariffFiles, tariffRights, tariffs } from './money/tariffs.ts';
import { employeeAvatars, individualAvatars, operatorAvatars } from './parties/avatars.ts';
import { consents } from './parties/consents.ts';
import { companyFiles, companyFolders, individualFiles, representativeFiles, requestFiles, shownFiles } from './parties/files.ts';
import { individualRights, individuals } from './parties/individuals.ts';
import { legalEntities, legalEntityRights } from './parties/legal-entities.ts';
import { lifeEventApprovalRights, lifeEvents } from './parties/life-events.ts';
import { ownData } from './parties/own-data.ts';
import { companyDetails, individualDetails, paymentDetailRights } from './parties/payment-details.ts';
import { companyIdentity, individualIdentity, rnkoForms } from './parties/rnko.ts';
import { verificationApprovalRights } from './parties/verification.ts';
import { approvals } from './platform/approvals.ts';
import { audit } from './platform/audit.ts';
import { backgroundTasks } from './platform/background-tasks.ts';
import { dataRubricator } from './platform/data-rubricator.ts';
import { debug } from './platform/debug.ts';
import { deliveries } from './platform/deliveries.ts';
import { individualCategories, legalEntityTypes } from './platform/dictionaries.ts';
import { featureFlags } from './platform/feature-flags.ts';
import { notifications } from './platform/notifications.ts';
import { operatingCompanies, operatingCompanyApprovalRights } from './platform/operating-companies.ts';
import { rateApprovalRights, rates } from './platform/rates.ts';
import { savedViews } from './platform/saved-views.ts';
import { search } from './platform/search.ts';
import { securityEvents } from './platform/security-events.ts';
import { settingApprovalRights, settings } from './platform/settings.ts';
import { support } from './platform/support.ts';
import { mailbox, system } from './platform/system.ts';
import { assignmentDeeds } from './registries/assignment-deeds.ts';
import { claims } from './registries/claims.ts';
import { contactRights, contacts } from './registries/contacts.ts';
import { allRegistries, registries } from './registries/registries.ts';
import { simpleRegistries } from './registries/simple-registries.ts';
import { writs } from './registries/writs.ts';
import { chats } from './settlements/chats.ts';
import { complaints } from './settlements/complaints.ts';
import { endings } from './settlements/endings.ts';
import { forgivenSums } from './settlements/forgiven-sums.ts';
import { pauses } from './settlements/pauses.ts';
import { paymentDays } from './settlements/payment-days.ts';
import { paymentShifts } from './settlements/payment-shifts.ts';
import { policy } from './settlements/policy.ts';
import { allRequests, requests } from './settlements/requests.ts';
import { settlements } from './settlements/settlements.ts';
import { simpleRequests } from './settlements/simple-requests.ts';

/** Every module, in the order in which readers of its documents meet them. */
export const modules = [
  auth,
  accounts,
  accountCare,
  consents,
  ownData,
  individuals,
  legalEntities,
  lifeEvents,
  employees,
  employeeCards,
  powersOfAttorney,
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
  pauses,
  documents,
  certificates,
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
  forgivenSums,
  ledger,
  payments,
  reconciliation,
  tariffs,
  tariffFiles,
  rates,
  legalEntityTypes,
  individualCategories,
  approvals,
  audit,
  securityEvents,
  debug,
  settings,
  operatingCompanies,
  search,
  backgroundTasks,
  notifications,
  deliveries,
  savedViews,
  support,
  dataRubricator,
  system,
  mailbox,
  assignmentDeeds,
  writs,
  closeDay,
  payouts,
  invoices,
  chats,
  autopayments,
  contacts,
  paymentDays,
  complaints,
  paymentShifts,
] as const;

/** The permissions within operations of the modules. */
export const rights = [
  verificationApprovalRights,
  tariffApprovalRights,
  rateApprovalRights,
  operatingCompanyApprovalRights,
  settingApprovalRights,
  lifeEventApprovalRights,
  paymentApprovalRights,
  individualRights,
  legalEntityRights,
  paymentDetailRights,
  tariffRights,
  closeDayRights,
  payoutApprovalRights,
  ledgerApprovalRights,
  invoiceApprovalRights,
  reconciliationApprovalRights,
  contactRights,
] as const;
