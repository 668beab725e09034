import { contract } from '#contract/index.ts';
import type { House } from '#server/platform/app.ts';
import { reseal } from '#server/platform/auth/reseal.ts';
import { on } from '#server/platform/events.ts';
import { deliverLetter } from '#server/platform/jobs/mail.ts';
import { approvalResources } from './approvals/approvals.resource.ts';
import { approvalHandlers } from './approvals/handlers.ts';
import { auditHandlers } from './audit/handlers.ts';
import { accountCareHandlers } from './auth/account-care.ts';
import { authResources } from './auth/auth.resource.ts';
import { accountHandlers, authHandlers } from './auth/handlers.ts';
import { authLetters } from './auth/letters.ts';
import { backgroundTaskResources } from './background-tasks/background-tasks.resource.ts';
import { backgroundTaskHandlers } from './background-tasks/handlers.ts';
import { runExport } from './background-tasks/run-export.ts';
import { creditorConsentGiven } from './consents/consents.events.ts';
import { consentResources } from './consents/consents.resource.ts';
import { consentHandlers } from './consents/handlers.ts';
import { dataRubricatorHandlers } from './data-rubricator/handlers.ts';
import { debugHandlers } from './debug/handlers.ts';
import { dictionaryResources } from './dictionaries/dictionaries.resource.ts';
import { dictionaryHandlersOfBoth } from './dictionaries/handlers.ts';
import { documentResources } from './documents/documents.resource.ts';
import { documentHandlers } from './documents/handlers.ts';
import { makeDocuments } from './documents/make.ts';
import { agreementTemplateHandlers } from './documents/templates.ts';
import { employeeCardHandlers } from './employees/cards.ts';
import { employeeResources } from './employees/employees.resource.ts';
import { employeeHandlers } from './employees/handlers.ts';
import { featureFlagHandlers } from './feature-flags/handlers.ts';
import { avatarHandlers } from './files/avatars.ts';
import { fileResources } from './files/files.resource.ts';
import { fileHandlers } from './files/handlers.ts';
import { individualHandlers } from './individuals/handlers.ts';
import { individualResources } from './individuals/individuals.resource.ts';
import { ledgerHandlers } from './ledger/handlers.ts';
import { legalEntityHandlers } from './legal-entities/handlers.ts';
import { legalEntityResources } from './legal-entities/legal-entities.resource.ts';
import { notificationHandlers } from './notifications/handlers.ts';
import { notificationResources } from './notifications/notifications.resource.ts';
import { oneTimeCodeLetters } from './one-time-codes/letters.ts';
import { operatorHandlers } from './operators/handlers.ts';
import { operatorResources } from './operators/operators.resource.ts';
import { ownDataHandlers } from './own-data/handlers.ts';
import { paymentDetailHandlers } from './payment-details/handlers.ts';
import { paymentDetailLetters } from './payment-details/letters.ts';
import { paymentDetailResources } from './payment-details/payment-details.resource.ts';
import { paymentHandlers } from './payments/handlers.ts';
import { askPayment, sendPayment } from './payments/jobs.ts';
import { paymentLetters } from './payments/letters.ts';
import { endStatements } from './payments/outside.acts.ts';
import { paymentResources } from './payments/payments.resource.ts';
import { askRefund } from './payments/refund-jobs.ts';
import { beginRefund } from './payments/refunds.acts.ts';
import { removeFiles } from './personal-data/erase.ts';
import { policyHandlers } from './policy/handlers.ts';
import { policyLetters } from './policy/letters.ts';
import { reconciliationHandlers } from './reconciliation/handlers.ts';
import { reconcileByClock } from './reconciliation/nightly.acts.ts';
import { reconciliationResources } from './reconciliation/reconciliation.resource.ts';
import { allRegistryHandlers, claimHandlers, registryHandlers } from './registries/handlers.ts';
import { registryLetters } from './registries/letters.ts';
import { loadRegistry } from './registries/loading/load-job.ts';
import { readRegistry } from './registries/reading/read-job.ts';
import { registryLoaded } from './registries/registries.events.ts';
import { registryResources } from './registries/registries.resource.ts';
import { simpleRegistryHandlers } from './registries/simple-handlers.ts';
import { allRequestHandlers, requestHandlers } from './requests/handlers.ts';
import { matchLoaded, startWaiting } from './requests/requests.acts.ts';
import { claimConfirmed } from './requests/requests.events.ts';
import { requestResources } from './requests/requests.resource.ts';
import { rnkoHandlers } from './rnko/handlers.ts';
import { askForm, askIdentity } from './rnko/jobs.ts';
import { employeeRoleHandlers, operatorRoleHandlers } from './roles/handlers.ts';
import { employeePermissionHandlers, operatorPermissionHandlers } from './roles/permissions.ts';
import { roleResources } from './roles/roles.resource.ts';
import { savedViewHandlers } from './saved-views/handlers.ts';
import { savedViewResources } from './saved-views/saved-views.resource.ts';
import { searchHandlers } from './search/handlers.ts';
import { securityEventHandlers } from './security-events/handlers.ts';
import { settingHandlers } from './settings/handlers.ts';
import { endingHandlers } from './settlements/endings/ending-handlers.ts';
import { settlementHandlers } from './settlements/handlers.ts';
import { settlementLetters } from './settlements/letters.ts';
import { openSettlement } from './settlements/settlements.acts.ts';
import { agreementEnding } from './settlements/settlements.events.ts';
import { settlementResources } from './settlements/settlements.resource.ts';
import { simpleRequestHandlers } from './simple-requests/handlers.ts';
import { matchLoadedSimple, seekCreditors } from './simple-requests/simple-requests.acts.ts';
import { simpleRequestResources } from './simple-requests/simple-requests.resource.ts';
import { supportHandlers } from './support/handlers.ts';
import { supportLetters } from './support/letters.ts';
import { mailboxHandlers, systemHandlers } from './system/handlers.ts';
import { tariffFileHandlers, tariffHandlers } from './tariffs/handlers.ts';
import { approveTariff } from './tariffs/tariffs.acts.ts';
import { tariffResources } from './tariffs/tariffs.resource.ts';
import { verificationApprovals } from './verification/blocking.ts';

/** Everything the modules bring into the house. A module that is not named here does not exist. */
export const house: House = {
  contract,
  operations: [
    ...authHandlers,
    ...accountHandlers,
    ...accountCareHandlers,
    ...consentHandlers,
    ...ownDataHandlers,
    ...individualHandlers,
    ...legalEntityHandlers,
    ...employeeHandlers,
    ...employeeCardHandlers,
    ...operatorHandlers,
    ...employeeRoleHandlers,
    ...operatorRoleHandlers,
    ...employeePermissionHandlers,
    ...operatorPermissionHandlers,
    ...registryHandlers,
    ...allRegistryHandlers,
    ...claimHandlers,
    ...simpleRegistryHandlers,
    ...requestHandlers,
    ...allRequestHandlers,
    ...simpleRequestHandlers,
    ...settlementHandlers,
    ...endingHandlers,
    ...documentHandlers,
    ...agreementTemplateHandlers,
    ...policyHandlers,
    ...featureFlagHandlers,
    ...paymentDetailHandlers,
    ...rnkoHandlers,
    ...fileHandlers,
    ...avatarHandlers,
    ...ledgerHandlers,
    ...paymentHandlers,
    ...reconciliationHandlers,
    ...tariffHandlers,
    ...tariffFileHandlers,
    ...dictionaryHandlersOfBoth,
    ...approvalHandlers,
    ...auditHandlers,
    ...securityEventHandlers,
    ...debugHandlers,
    ...settingHandlers,
    ...searchHandlers,
    ...savedViewHandlers,
    ...backgroundTaskHandlers,
    ...notificationHandlers,
    ...supportHandlers,
    ...dataRubricatorHandlers,
    ...systemHandlers,
    ...mailboxHandlers,
  ],
  resources: {
    ...authResources,
    ...consentResources,
    ...individualResources,
    ...legalEntityResources,
    ...employeeResources,
    ...operatorResources,
    ...roleResources,
    ...registryResources,
    ...requestResources,
    ...simpleRequestResources,
    ...settlementResources,
    ...documentResources,
    ...paymentDetailResources,
    ...fileResources,
    ...paymentResources,
    ...reconciliationResources,
    ...tariffResources,
    ...dictionaryResources,
    ...approvalResources,
    ...savedViewResources,
    ...backgroundTaskResources,
    ...notificationResources,
  },
  letters: {
    ...authLetters,
    ...oneTimeCodeLetters,
    ...settlementLetters,
    ...paymentDetailLetters,
    ...paymentLetters,
    ...policyLetters,
    ...registryLetters,
    ...supportLetters,
  },
  tasks: {
    'deliver-letter': deliverLetter,
    reseal,
    'read-registry': readRegistry,
    'load-registry': loadRegistry,
    'make-documents': makeDocuments,
    'send-payment': sendPayment,
    'ask-payment': askPayment,
    'ask-refund': askRefund,
    'ask-rnko-identity': askIdentity,
    'ask-rnko-form': askForm,
    'reconcile-day': reconcileByClock,
    [removeFiles.name]: removeFiles,
    [runExport.name]: runExport,
  },
  approvals: { ...verificationApprovals, 'tariff.keep': approveTariff, 'payment.refund': beginRefund },
  reactions: [
    on(registryLoaded, matchLoaded),
    on(registryLoaded, matchLoadedSimple),
    on(creditorConsentGiven, startWaiting),
    on(creditorConsentGiven, seekCreditors),
    on(claimConfirmed, openSettlement),
    on(agreementEnding, endStatements),
  ],
};
