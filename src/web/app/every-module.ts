// `npm run docs` writes who stands here, new ones last. Their order is ours: a line may be moved.
import { accountCare } from '../pages/account-care/module.ts';
import { accounts } from '../pages/accounts/module.ts';
import { approvals } from '../pages/approvals/module.ts';
import { audit } from '../pages/audit/module.ts';
import { auth } from '../pages/auth/module.ts';
import { certificates } from '../pages/certificates/module.ts';
import { chats } from '../pages/chats/module.ts';
import { closeDay } from '../pages/close-day/module.ts';
import { complaints } from '../pages/complaints/module.ts';
import { contacts } from '../pages/contacts/module.ts';
import { debug } from '../pages/debug/module.ts';
import { deliveries } from '../pages/deliveries/module.ts';
import { dictionaries } from '../pages/dictionaries/module.ts';
import { documents } from '../pages/documents/module.ts';
import { employees } from '../pages/employees/module.ts';
import { feedback } from '../pages/feedback/module.ts';
import { forgivenSums } from '../pages/forgiven-sums/module.ts';
import { home } from '../pages/home/module.ts';
import { individuals } from '../pages/individuals/module.ts';
import { invites } from '../pages/invites/module.ts';
import { invoices } from '../pages/invoices/module.ts';
import { ledger } from '../pages/ledger/module.ts';
import { legalEntities } from '../pages/legal-entities/module.ts';
import { lifeEvents } from '../pages/life-events/module.ts';
import { notifications } from '../pages/notifications/module.ts';
import { operators } from '../pages/operators/module.ts';
import { ownFiles } from '../pages/own-files/module.ts';
import { payments } from '../pages/payments/module.ts';
import { payouts } from '../pages/payouts/module.ts';
import { publicDocuments } from '../pages/public-documents/module.ts';
import { reconciliation } from '../pages/reconciliation/module.ts';
import { references } from '../pages/references/module.ts';
import { registries } from '../pages/registries/module.ts';
import { requests } from '../pages/requests/module.ts';
import { roles } from '../pages/roles/module.ts';
import { settings } from '../pages/settings/module.ts';
import { settlements } from '../pages/settlements/module.ts';
import { simpleRegistries } from '../pages/simple-registries/module.ts';
import { simpleRequests } from '../pages/simple-requests/module.ts';
import { system } from '../pages/system/module.ts';
import { tariffs } from '../pages/tariffs/module.ts';

/** Every module, in the order in which their sections stand in the menu, each in its group. */
export const modules = [
  home,
  auth,
  documents,
  publicDocuments,
  system,
  accounts,
  individuals,
  legalEntities,
  registries,
  simpleRegistries,
  requests,
  simpleRequests,
  settlements,
  payments,
  payouts,
  invoices,
  lifeEvents,
  ownFiles,
  ledger,
  reconciliation,
  closeDay,
  contacts,
  certificates,
  forgivenSums,
  feedback,
  approvals,
  tariffs,
  references,
  dictionaries,
  employees,
  accountCare,
  operators,
  invites,
  roles,
  audit,
  debug,
  settings,
  notifications,
  deliveries,
  chats,
  complaints,
] as const;
