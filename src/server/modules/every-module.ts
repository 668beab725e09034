// `npm run docs` writes who stands here, new ones last. Their order is ours: a line may be moved.
import { approvalsModule } from './approvals/module.ts';
import { auditModule } from './audit/module.ts';
import { authModule } from './auth/module.ts';
import { backgroundTasksModule } from './background-tasks/module.ts';
import { certificatesModule } from './certificates/module.ts';
import { chatsModule } from './chats/module.ts';
import { closeDayModule } from './close-day/module.ts';
import { complaintsModule } from './complaints/module.ts';
import { consentsModule } from './consents/module.ts';
import { contactsModule } from './contacts/module.ts';
import { dataRubricatorModule } from './data-rubricator/module.ts';
import { debugModule } from './debug/module.ts';
import { deliveriesModule } from './deliveries/module.ts';
import { dictionariesModule } from './dictionaries/module.ts';
import { documentsModule } from './documents/module.ts';
import { employeesModule } from './employees/module.ts';
import { featureFlagsModule } from './feature-flags/module.ts';
import { filesModule } from './files/module.ts';
import { individualsModule } from './individuals/module.ts';
import { invoicesModule } from './invoices/module.ts';
import { ledgerModule } from './ledger/module.ts';
import { legalEntitiesModule } from './legal-entities/module.ts';
import { lifeEventsModule } from './life-events/module.ts';
import { notificationsModule } from './notifications/module.ts';
import { oneTimeCodesModule } from './one-time-codes/module.ts';
import { operatingCompaniesModule } from './operating-companies/module.ts';
import { operatorsModule } from './operators/module.ts';
import { ownDataModule } from './own-data/module.ts';
import { paymentDetailsModule } from './payment-details/module.ts';
import { paymentsModule } from './payments/module.ts';
import { personalDataModule } from './personal-data/module.ts';
import { policyModule } from './policy/module.ts';
import { ratesModule } from './rates/module.ts';
import { reconciliationModule } from './reconciliation/module.ts';
import { registriesModule } from './registries/module.ts';
import { requestsModule } from './requests/module.ts';
import { rnkoModule } from './rnko/module.ts';
import { rolesModule } from './roles/module.ts';
import { savedViewsModule } from './saved-views/module.ts';
import { searchModule } from './search/module.ts';
import { securityEventsModule } from './security-events/module.ts';
import { settingsModule } from './settings/module.ts';
import { settlementsModule } from './settlements/module.ts';
import { simpleRequestsModule } from './simple-requests/module.ts';
import { supportModule } from './support/module.ts';
import { systemModule } from './system/module.ts';
import { tariffsModule } from './tariffs/module.ts';
import { verificationModule } from './verification/module.ts';

/** Every module, in the order in which they begin their work and in which the rows of a person are deleted. */
export const modules = [
  authModule,
  oneTimeCodesModule,
  consentsModule,
  ownDataModule,
  personalDataModule,
  verificationModule,
  individualsModule,
  legalEntitiesModule,
  lifeEventsModule,
  employeesModule,
  operatorsModule,
  rolesModule,
  contactsModule,
  registriesModule,
  requestsModule,
  simpleRequestsModule,
  settlementsModule,
  documentsModule,
  certificatesModule,
  policyModule,
  featureFlagsModule,
  paymentDetailsModule,
  rnkoModule,
  filesModule,
  ledgerModule,
  paymentsModule,
  reconciliationModule,
  tariffsModule,
  ratesModule,
  dictionariesModule,
  approvalsModule,
  auditModule,
  securityEventsModule,
  debugModule,
  settingsModule,
  operatingCompaniesModule,
  searchModule,
  savedViewsModule,
  backgroundTasksModule,
  notificationsModule,
  deliveriesModule,
  supportModule,
  dataRubricatorModule,
  systemModule,
  closeDayModule,
  invoicesModule,
  chatsModule,
  complaintsModule,
] as const;
