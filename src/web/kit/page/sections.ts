import {
  BookMarked,
  BookOpenText,
  BriefcaseBusiness,
  Building,
  Building2,
  CheckCheck,
  ClipboardList,
  FileSpreadsheet,
  FileText,
  Globe,
  Handshake,
  Headset,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Mail,
  MessageCircleQuestionMark,
  MessageSquarePlus,
  Percent,
  Scale,
  ScrollText,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Star,
  Tags,
  Terminal,
  UserCog,
  Users,
  Wallet,
} from 'lucide-react';
import type { Operation } from '#contract/kernel/op.ts';
import {
  accountCare,
  agreementTemplates,
  approvals,
  audit,
  auth,
  claims,
  debug,
  employeeRoles,
  employees,
  endings,
  individualCategories,
  individuals,
  ledger,
  legalEntities,
  legalEntityTypes,
  operatorRoles,
  operators,
  payments,
  reconciliation,
  registries,
  requests,
  securityEvents,
  settings,
  settlements,
  simpleRegistries,
  simpleRequests,
  tariffs,
} from '#web/kit/data/outline.ts';
import { verdict } from '#web/kit/session/access.ts';
import { type Me, useMe } from '#web/kit/session/session.ts';
import { texts } from '#web/kit/texts.ts';
import { frameTexts } from './texts.ts';

export type SectionGroup = keyof typeof frameTexts.groups;

/** A section of the application. It is there for those who may ask for one of its lists. */
export interface Section {
  to: string;
  title: string;
  /** What an individual calls it. */
  ownTitle?: string;
  icon: LucideIcon;
  group: SectionGroup;
  op: Operation | readonly Operation[];
  /** In whose menu it stands when that is not all of them: who may do this, or nobody. */
  menu?: Operation | 'nobody';
}

const t = texts.pages;

/** Those who keep references find them in the menu; others come to them from one another. */
const keeping = legalEntityTypes.add;

/** References that the rules of the platform fix: they say the same to everybody. */
const fixed = (pages: readonly (readonly [to: string, title: string])[]): Section[] =>
  pages.map(([to, title]) => ({
    to,
    title,
    icon: BookMarked,
    group: 'references',
    op: legalEntityTypes.list,
    menu: 'nobody',
  }));

const sections: readonly Section[] = [
  {
    to: '/dashboard/individuals',
    title: t.individuals,
    ownTitle: t.own,
    icon: Users,
    group: 'work',
    op: individuals.list,
  },
  { to: '/dashboard/legal-entities', title: t.legalEntities, icon: Building2, group: 'work', op: legalEntities.list },
  {
    to: '/dashboard/registries',
    title: t.registries,
    icon: FileSpreadsheet,
    group: 'work',
    op: registries.list,
  },
  {
    to: '/dashboard/registries-entries',
    title: t.registryEntries,
    ownTitle: t.ownClaims,
    icon: ListChecks,
    group: 'work',
    op: [registries.companyEntries, claims.list],
  },
  {
    to: '/dashboard/simplified-registries',
    title: t.simplified,
    ownTitle: t.ownSimple,
    icon: MessageCircleQuestionMark,
    group: 'work',
    op: [simpleRegistries.list, simpleRegistries.own],
  },
  {
    to: '/dashboard/requests',
    title: t.requests,
    ownTitle: t.ownRequests,
    icon: ClipboardList,
    group: 'work',
    op: [requests.ofCompany, requests.list],
  },
  {
    to: '/dashboard/simplified-requests',
    title: t.simpleRequests,
    ownTitle: t.ownSimpleRequests,
    icon: MessageSquarePlus,
    group: 'work',
    op: [simpleRequests.ofCompany, simpleRequests.list],
  },
  {
    to: '/dashboard/settlements',
    title: t.settlements,
    ownTitle: t.ownSettlements,
    icon: Handshake,
    group: 'work',
    op: settlements.list,
  },
  {
    to: '/dashboard/payments',
    title: t.payments,
    ownTitle: t.ownPayments,
    icon: Wallet,
    group: 'work',
    op: payments.list,
  },
  { to: '/ledger', title: t.ledger, icon: BookOpenText, group: 'work', op: ledger.lines },
  { to: '/reconciliation', title: t.reconciliation, icon: Scale, group: 'work', op: reconciliation.differences },
  { to: '/feedback', title: t.feedback, icon: Star, group: 'work', op: endings.feedbacks },
  { to: '/approvals', title: t.approvals, icon: CheckCheck, group: 'work', op: approvals.list },
  { to: '/references/tariffs', title: t.tariffs, icon: Percent, group: 'references', op: tariffs.list },
  {
    to: '/references/settlement-templates',
    title: t.settlementTemplates,
    icon: FileText,
    group: 'references',
    op: agreementTemplates.list,
    menu: keeping,
  },
  {
    to: '/references/countries',
    title: t.countries,
    icon: Globe,
    group: 'references',
    op: legalEntityTypes.list,
    menu: keeping,
  },
  {
    to: '/references/legal-entity-types',
    title: t.legalEntityTypes,
    icon: Building,
    group: 'references',
    op: legalEntityTypes.list,
    menu: keeping,
  },
  {
    to: '/dashboard/old/individual-cathegories',
    title: t.individualCategories,
    icon: Tags,
    group: 'references',
    op: individualCategories.list,
    menu: keeping,
  },
  ...fixed([
    ['/references/debt-structure', t.debtStructure],
    ['/references/individual-statuses', t.individualStatuses],
    ['/references/legal-entity-statuses', t.legalEntityStatuses],
    ['/references/settlement-statuses', t.settlementStatuses],
  ]),
  {
    to: '/dashboard/old/employees',
    title: t.employees,
    icon: BriefcaseBusiness,
    group: 'administration',
    op: employees.list,
  },
  {
    to: '/dashboard/old/individuals',
    title: t.individualAccounts,
    icon: UserCog,
    group: 'administration',
    op: accountCare.list,
  },
  {
    to: '/dashboard/old/legal-entities',
    title: t.legalEntityAccounts,
    icon: KeyRound,
    group: 'administration',
    op: accountCare.list,
  },
  { to: '/dashboard/old/operators', title: t.operators, icon: Headset, group: 'administration', op: operators.list },
  {
    to: '/dashboard/old/invites',
    title: t.invites,
    icon: Mail,
    group: 'administration',
    op: auth.registrationTokens,
  },
  {
    to: '/roles',
    title: t.roles,
    icon: ShieldCheck,
    group: 'administration',
    op: [employeeRoles.list, operatorRoles.list],
  },
  { to: '/dashboard/logs', title: t.logs, icon: ScrollText, group: 'administration', op: audit.list },
  {
    to: '/security-events',
    title: t.securityEvents,
    icon: ShieldAlert,
    group: 'administration',
    op: securityEvents.list,
  },
  { to: '/log', title: t.appLog, icon: Terminal, group: 'administration', op: debug.log },
  { to: '/settings', title: t.settings, icon: Settings, group: 'administration', op: settings.get },
];

/** The sections of the person who is signed in, in the order of the menu. */
export function useSections(): readonly Section[] {
  const me = useMe();
  return sections
    .filter(({ op, menu = op }) => menu !== 'nobody' && isOpen(menu, me))
    .map((section) => (me?.kind === 'individual' ? { ...section, title: section.ownTitle ?? section.title } : section));
}

/** The references that he may read, in his menu or not. */
export function useReferences(): readonly Section[] {
  const me = useMe();
  return sections.filter(({ group, op }) => group === 'references' && isOpen(op, me));
}

const isOpen = (op: Section['op'], me: Me | undefined): boolean => [op].flat().some((one) => verdict(one, me) !== 'no');
