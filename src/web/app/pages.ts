import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../kit/lazy-page.tsx';
import { texts } from '../kit/texts.ts';
import { catchAll } from './guards.ts';
import * as rules from './page-rules.ts';
import { rootRoute } from './root.tsx';

const titles = texts.pages;
/** Tariffs and kinds of companies stand among the references and, as the specification has it, among the old pages. */
const Tariffs = lazyPage(() => import('#web/pages/tariffs/tariffs-page.tsx'));
const LegalEntityTypes = lazyPage(() => import('#web/pages/dictionaries/legal-entity-types-page.tsx'));
const getParentRoute = () => rootRoute;

/** The sign-in over a page whose session has ended; it belongs to no path. */
export const SignInAgain = lazyPage(() => import('#web/pages/auth/sign-in-again.tsx'));

/** Every page of the application: its path, what it says about itself, and the module that draws it. */
export const pages = [
  createRoute({
    getParentRoute,
    path: '/',
    staticData: { title: titles.home, open: true },
    component: lazyPage(() => import('#web/pages/home/home-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/signin',
    staticData: { title: titles.signIn, open: true },
    component: lazyPage(() => import('#web/pages/auth/sign-in-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/signup',
    staticData: { title: titles.signUp, open: true },
    component: lazyPage(() => import('#web/pages/auth/sign-up-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/signup/individual/$token',
    staticData: { title: titles.confirm, open: true, isValid: rules.hasToken },
    component: lazyPage(() => import('#web/pages/auth/confirm-individual-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/signup/employee/$token',
    staticData: { title: titles.confirm, open: true, isValid: rules.hasToken },
    component: lazyPage(() => import('#web/pages/auth/confirm-employee-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/restore/$token',
    staticData: { title: titles.restore, open: true, isValid: rules.hasToken },
    component: lazyPage(() => import('#web/pages/auth/restore-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/verify/$code',
    staticData: { title: titles.verify, open: true, isValid: rules.hasCode },
    component: lazyPage(() => import('#web/pages/documents/verify-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/mailbox',
    staticData: { title: titles.mailbox, open: true },
    component: lazyPage(() => import('#web/pages/system/mailbox-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/profile',
    staticData: { title: titles.profile, layout: 'dashboard' },
    component: lazyPage(() => import('#web/pages/accounts/profile-page.tsx')),
  }),
  // The guards lead this path on to the first section; it stands here so that it exists.
  createRoute({ getParentRoute, path: '/dashboard', staticData: { title: titles.individuals, layout: 'dashboard' } }),
  createRoute({
    getParentRoute,
    path: '/dashboard/individuals',
    staticData: { title: titles.individuals, ownTitle: titles.own, layout: 'dashboard', needs: rules.individualsList },
    component: lazyPage(() => import('#web/pages/individuals/individuals-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/legal-entities',
    staticData: { title: titles.legalEntities, layout: 'dashboard', needs: rules.legalEntitiesList },
    component: lazyPage(() => import('#web/pages/legal-entities/legal-entities-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/registries',
    staticData: { title: titles.registries, layout: 'dashboard', needs: rules.registriesList },
    component: lazyPage(() => import('#web/pages/registries/registries-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/registries-entries',
    staticData: {
      title: titles.registryEntries,
      ownTitle: titles.ownClaims,
      layout: 'dashboard',
      needs: rules.claimReading,
    },
    component: lazyPage(() => import('#web/pages/registries/entries-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/simplified-registries',
    staticData: {
      title: titles.simplifiedRegistries,
      ownTitle: titles.ownSimple,
      layout: 'dashboard',
      needs: rules.simpleRegistryReading,
    },
    component: lazyPage(() => import('#web/pages/simple-registries/simple-registries-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/registry-{$key}',
    staticData: { title: titles.registries, layout: 'dashboard', isValid: rules.hasIds(2), needs: rules.registriesGet },
    component: lazyPage(() => import('#web/pages/registries/registry-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/registry-entry-{$key}',
    staticData: {
      title: titles.registryEntries,
      ownTitle: titles.ownClaims,
      layout: 'dashboard',
      isValid: rules.hasIds(3),
      needs: rules.claimReading,
    },
    component: lazyPage(() => import('#web/pages/registries/entry-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/simplified-registry-{$key}',
    staticData: {
      title: titles.simplifiedRegistries,
      layout: 'dashboard',
      isValid: rules.hasIds(2),
      needs: async () => (await import('#contract/registries/simple-registries.ts')).simpleRegistries.get,
    },
    component: lazyPage(() => import('#web/pages/simple-registries/simple-registry-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/requests',
    staticData: {
      title: titles.requests,
      ownTitle: titles.ownRequests,
      layout: 'dashboard',
      needs: rules.requestReading,
    },
    component: lazyPage(() => import('#web/pages/requests/requests-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/simplified-requests',
    staticData: {
      title: titles.simpleRequests,
      ownTitle: titles.ownSimpleRequests,
      layout: 'dashboard',
      needs: rules.simpleRequestReading,
    },
    component: lazyPage(() => import('#web/pages/simple-requests/simple-requests-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/settlements',
    staticData: {
      title: titles.settlements,
      ownTitle: titles.ownSettlements,
      layout: 'dashboard',
      needs: rules.settlementList,
    },
    component: lazyPage(() => import('#web/pages/settlements/settlements-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/request-{$key}',
    staticData: {
      title: titles.requests,
      ownTitle: titles.ownRequests,
      layout: 'dashboard',
      isValid: rules.hasIds(2),
      needs: async () => (await import('#contract/settlements/requests.ts')).requests.get,
    },
    component: lazyPage(() => import('#web/pages/requests/request-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/simplified-request-{$key}',
    staticData: {
      title: titles.simpleRequests,
      ownTitle: titles.ownSimpleRequests,
      layout: 'dashboard',
      isValid: rules.hasIds(2),
      needs: async () => (await import('#contract/settlements/simple-requests.ts')).simpleRequests.get,
    },
    component: lazyPage(() => import('#web/pages/simple-requests/simple-request-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/settlement-{$id}',
    staticData: {
      title: titles.settlements,
      ownTitle: titles.ownSettlements,
      layout: 'dashboard',
      isValid: rules.hasId,
      needs: async () => (await import('#contract/settlements/settlements.ts')).settlements.get,
    },
    component: lazyPage(() => import('#web/pages/settlements/settlement-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/old/individuals',
    staticData: { title: titles.individualAccounts, layout: 'dashboard', needs: rules.accountCareList },
    component: lazyPage(() => import('#web/pages/account-care/individual-accounts-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/old/legal-entities',
    staticData: { title: titles.legalEntityAccounts, layout: 'dashboard', needs: rules.accountCareList },
    component: lazyPage(() => import('#web/pages/account-care/employee-accounts-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/old/employees',
    staticData: { title: titles.employees, layout: 'dashboard', needs: rules.employeesList },
    component: lazyPage(() => import('#web/pages/employees/employees-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/old/operators',
    staticData: { title: titles.operators, layout: 'dashboard', needs: rules.operatorsList },
    component: lazyPage(() => import('#web/pages/operators/operators-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/old/tariffs',
    staticData: { title: titles.tariffs, layout: 'dashboard', needs: rules.tariffsList },
    component: Tariffs,
  }),
  createRoute({
    getParentRoute,
    path: '/references/legal-entity-types',
    staticData: { title: titles.legalEntityTypes, layout: 'dashboard', needs: rules.legalEntityTypesList },
    component: LegalEntityTypes,
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/old/legal-entity-types',
    staticData: { title: titles.legalEntityTypes, layout: 'dashboard', needs: rules.legalEntityTypesList },
    component: LegalEntityTypes,
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/old/individual-cathegories',
    staticData: { title: titles.individualCategories, layout: 'dashboard', needs: rules.individualCategoriesList },
    component: lazyPage(() => import('#web/pages/dictionaries/individual-categories-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/references/countries',
    staticData: { title: titles.countries, layout: 'dashboard' },
    component: lazyPage(() => import('#web/pages/references/countries-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/references/debt-structure',
    staticData: { title: titles.debtStructure, layout: 'dashboard' },
    component: lazyPage(() => import('#web/pages/references/debt-structure-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/references/individual-statuses',
    staticData: { title: titles.individualStatuses, layout: 'dashboard' },
    component: lazyPage(() => import('#web/pages/references/individual-statuses-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/references/legal-entity-statuses',
    staticData: { title: titles.legalEntityStatuses, layout: 'dashboard' },
    component: lazyPage(() => import('#web/pages/references/legal-entity-statuses-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/references/settlement-statuses',
    staticData: { title: titles.settlementStatuses, layout: 'dashboard' },
    component: lazyPage(() => import('#web/pages/references/settlement-statuses-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/references/settlement-templates',
    staticData: { title: titles.settlementTemplates, layout: 'dashboard', needs: rules.agreementTemplatesList },
    component: lazyPage(() => import('#web/pages/references/settlement-templates-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/references/tariffs',
    staticData: { title: titles.tariffs, layout: 'dashboard', needs: rules.tariffsList },
    component: Tariffs,
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/old/invites',
    staticData: { title: titles.invites, layout: 'dashboard', needs: rules.authRegistrationTokens },
    component: lazyPage(() => import('#web/pages/employees/invites-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/roles',
    staticData: { title: titles.roles, layout: 'dashboard', needs: rules.roleReading },
    component: lazyPage(() => import('#web/pages/roles/roles-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/logs',
    staticData: { title: titles.logs, layout: 'dashboard', needs: rules.auditList },
    component: lazyPage(() => import('#web/pages/audit/audit-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/security-events',
    staticData: { title: titles.securityEvents, layout: 'dashboard', needs: rules.securityEventsList },
    component: lazyPage(() => import('#web/pages/audit/security-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/log',
    staticData: { title: titles.appLog, layout: 'dashboard', needs: rules.debugLog },
    component: lazyPage(() => import('#web/pages/debug/log-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    staticData: { title: titles.settings, layout: 'dashboard', needs: rules.settingsGet },
    component: lazyPage(() => import('#web/pages/settings/settings-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard/payments',
    staticData: { title: titles.payments, ownTitle: titles.ownPayments, layout: 'dashboard', needs: rules.paymentList },
    component: lazyPage(() => import('#web/pages/payments/payments-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/ledger',
    staticData: { title: titles.ledger, layout: 'dashboard', needs: rules.ledgerReading },
    component: lazyPage(() => import('#web/pages/ledger/ledger-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/reconciliation',
    staticData: { title: titles.reconciliation, layout: 'dashboard', needs: rules.differenceReading },
    component: lazyPage(() => import('#web/pages/reconciliation/reconciliation-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/feedback',
    staticData: { title: titles.feedback, layout: 'dashboard', needs: rules.endingsFeedbacks },
    component: lazyPage(() => import('#web/pages/feedback/feedback-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/approvals',
    staticData: { title: titles.approvals, layout: 'dashboard', needs: rules.approvalsList },
    component: lazyPage(() => import('#web/pages/approvals/approvals-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/notifications',
    staticData: { title: titles.notifications, layout: 'dashboard' },
    component: lazyPage(() => import('#web/pages/notifications/notifications-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/individual-{$id}',
    staticData: { title: titles.individuals, layout: 'dashboard', isValid: rules.hasId, needs: rules.individualsGet },
    component: lazyPage(() => import('#web/pages/individuals/individual-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/legal-entity-{$id}',
    staticData: { title: titles.legalEntities, layout: 'dashboard', isValid: rules.hasId, needs: rules.companyGet },
    component: lazyPage(() => import('#web/pages/legal-entities/legal-entity-page.tsx')),
  }),
  createRoute({ getParentRoute, path: catchAll, staticData: { title: titles.absent } }),
] as const;

/** Pages for whoever builds the interface; no build of the application holds them. */
export const devPages = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute,
        path: '/dev/ui',
        staticData: { title: titles.ui, open: true },
        component: lazyPage(() => import('#web/dev/ui-page.tsx')),
      }),
    ]
  : [];
