import { demoAccounts, demoPassword } from '#server/demo/accounts.ts';
import { modules } from '#web/app/modules.ts';
import { Client } from './client.ts';

/** Whose eyes a screen is seen with; all live in the demonstration. */
export const viewers = ['nobody', 'individual', 'bargainer', 'head', 'operator'] as const;
export type Who = (typeof viewers)[number];

/** One way in which a page of the application is seen. */
interface Screen {
  who: Who;
  /** The address that is opened for a path with parameters; that of an object is asked of the server. */
  at?: string | ((client: Client) => Promise<string>);
  /** Beside the path in the name of the file, where a path is taken more than once. */
  as?: string;
}

const token = 'A'.repeat(43);

/** The address of the first object of a list that fits, as the one who looks sees it. */
const firstOf =
  (list: string, addressOf: (row: Row) => string, fits: (row: Row) => boolean = () => true) =>
  async (client: Client): Promise<string> => {
    const me = (await client.get('/api/auth/me')).body;
    const { items } = (await client.get(list.replace('{me}', me.individualId))).body;
    return addressOf(items.find(fits));
  };
interface Row {
  id: number;
  individualId: number;
  legalEntityId: number;
  registryId: number;
  frozen?: boolean;
  status?: string;
}
const claimPath = ({ legalEntityId, registryId, id }: Row) => `/registry-entry-${legalEntityId}-${registryId}-${id}`;
const requestPath = ({ individualId, id }: Row) => `/request-${individualId}-${id}`;
const simplePath = ({ legalEntityId, id }: Row) => `/simplified-registry-${legalEntityId}-${id}`;
const simpleRequestPath = ({ individualId, id }: Row) => `/simplified-request-${individualId}-${id}`;
/** The demonstration has no simple request until somebody makes one. */
const simpleRequestOf = async (client: Client): Promise<string> => {
  const { individualId } = (await client.get('/api/auth/me')).body;
  const list = `/api/individuals/${individualId}/simple-requests`;
  await client.post(list, { creditorInn: '7710140679' });
  const { items } = (await client.get(list)).body;
  return simpleRequestPath({ ...items[0], individualId });
};
const settlementPath = ({ id }: Row) => `/settlement-${id}`;
const settlementIn = (status: string) => firstOf('/api/loans', settlementPath, (row) => row.status === status);
const isFree = ({ frozen }: Row) => frozen === false;
const ownClaims = '/api/individuals/{me}/registry-entries';
const allRequests = '/internal/questionnaires/individuals';
/** Whose eyes each path that a module declares is seen with, and a path that none does. */
const screens: Readonly<Record<string, readonly Screen[]>> = {
  '/': [{ who: 'nobody' }],
  '/signin': [{ who: 'nobody' }],
  '/signup': [{ who: 'nobody' }],
  '/signup/individual/$token': [{ who: 'nobody', at: `/signup/individual/${token}` }],
  '/signup/employee/$token': [{ who: 'nobody', at: `/signup/employee/${token}` }],
  '/restore/$token': [{ who: 'nobody', at: `/restore/${token}` }],
  '/pay/$token': [{ who: 'individual', at: `/pay/${token}` }],
  '/verify/$code': [{ who: 'nobody', at: '/verify/0123-4567-89AB-CDEF' }],
  '/privacy': [{ who: 'nobody' }],
  '/terms': [{ who: 'nobody' }],
  '/mailbox': [{ who: 'nobody' }],
  '/profile': [{ who: 'individual' }],
  '/dashboard/individuals': [
    { who: 'operator' },
    { who: 'operator', at: '/dashboard/individuals?preview=1', as: 'preview' },
    { who: 'individual', as: 'own' },
  ],
  '/dashboard/legal-entities': [{ who: 'operator' }, { who: 'individual', as: 'refused' }],
  '/dashboard/registries': [{ who: 'head' }],
  '/dashboard/registries-entries': [{ who: 'head' }, { who: 'individual', as: 'own' }],
  '/dashboard/simplified-registries': [{ who: 'head' }, { who: 'individual', as: 'own' }],
  '/dashboard/requests': [
    { who: 'operator' },
    { who: 'individual', as: 'own' },
    { who: 'individual', at: '/dashboard/requests?step=new', as: 'new' },
  ],
  '/dashboard/simplified-requests': [
    { who: 'operator' },
    { who: 'individual', as: 'own' },
    { who: 'individual', at: '/dashboard/simplified-requests?step=new', as: 'new' },
  ],
  '/dashboard/payments': [{ who: 'operator' }, { who: 'bargainer', as: 'own' }],
  '/dashboard/payouts': [{ who: 'operator' }, { who: 'head', as: 'own' }],
  '/dashboard/invoices': [{ who: 'operator' }, { who: 'head', as: 'own' }],
  '/dashboard/contacts': [{ who: 'operator' }, { who: 'head', as: 'own' }],
  '/dashboard/life-events': [{ who: 'individual' }],
  '/dashboard/files': [{ who: 'individual' }],
  '/ledger': [{ who: 'operator' }],
  '/ledger/account': [{ who: 'operator' }],
  '/ledger/bank': [{ who: 'operator' }],
  '/ledger/creditors': [{ who: 'operator' }],
  '/ledger/debtors': [{ who: 'operator' }],
  '/reconciliation': [{ who: 'operator' }],
  '/close-day': [{ who: 'operator' }],
  '/dashboard/forgiven-sums': [{ who: 'operator' }, { who: 'head', as: 'own' }],
  '/feedback': [{ who: 'operator' }],
  '/dashboard/certificates': [{ who: 'operator' }, { who: 'head', as: 'own' }],
  '/references/tariffs': [
    { who: 'operator', at: '/references/tariffs?preview=1' },
    { who: 'head', as: 'own' },
  ],
  '/dashboard/old/tariffs': [{ who: 'operator' }],
  '/references/countries': [{ who: 'operator' }],
  '/references/rates': [{ who: 'operator' }, { who: 'head', as: 'own' }],
  '/references/debt-structure': [{ who: 'operator' }],
  '/references/individual-statuses': [{ who: 'operator' }],
  '/references/legal-entity-statuses': [{ who: 'operator' }],
  '/references/settlement-statuses': [{ who: 'operator' }],
  '/references/settlement-templates': [
    { who: 'operator', at: '/references/settlement-templates?preview=1' },
    { who: 'head', as: 'own' },
  ],
  '/references/legal-entity-types': [{ who: 'operator', at: '/references/legal-entity-types?preview=1' }],
  '/dashboard/old/legal-entity-types': [{ who: 'operator' }],
  '/dashboard/old/individual-cathegories': [{ who: 'operator' }],
  '/dashboard/settlements': [{ who: 'operator' }, { who: 'bargainer', as: 'own' }, { who: 'head', as: 'creditor' }],
  '/registry-{$key}': [
    { who: 'operator', at: '/registry-1-1' },
    { who: 'operator', at: '/registry-1-1?tab=requests', as: 'requests' },
  ],
  '/registry-entry-{$key}': [
    { who: 'operator', at: firstOf('/internal/questionnaires/legal-entities/registry-entries', claimPath) },
    { who: 'individual', at: firstOf(ownClaims, claimPath, isFree), as: 'own' },
    { who: 'individual', at: firstOf(ownClaims, (row) => `${claimPath(row)}?step=apply`, isFree), as: 'apply' },
  ],
  '/simplified-registry-{$key}': [
    { who: 'operator', at: firstOf('/internal/questionnaires/legal-entities/simple-registries', simplePath) },
  ],
  '/request-{$key}': [
    { who: 'operator', at: firstOf(allRequests, requestPath) },
    { who: 'individual', at: firstOf('/api/individuals/{me}/questionnaires', requestPath), as: 'own' },
  ],
  '/simplified-request-{$key}': [
    { who: 'individual', at: simpleRequestOf },
    { who: 'operator', at: async ({ url }) => simpleRequestOf(await enterAs('individual', url)), as: 'desk' },
  ],
  '/settlement-{$id}': [
    { who: 'operator', at: settlementIn('negotiation') },
    { who: 'operator', at: settlementIn('closed'), as: 'closed' },
    { who: 'bargainer', at: settlementIn('negotiation'), as: 'own' },
    { who: 'bargainer', at: firstOf('/api/loans', ({ id }) => `/settlement-${id}?step=offer`), as: 'offer' },
    { who: 'bargainer', at: settlementIn('waiting_for_payment'), as: 'overdue' },
    { who: 'individual', at: settlementIn('waiting_for_payment'), as: 'running' },
    { who: 'individual', at: settlementIn('closed'), as: 'fulfilled' },
    { who: 'head', at: settlementIn('negotiation'), as: 'creditor' },
    { who: 'head', at: settlementIn('waiting_for_payment'), as: 'creditor-running' },
    { who: 'head', at: settlementIn('paid'), as: 'creditor-paid' },
  ],
  '/complaints': [{ who: 'operator' }],
  '/complaints/own': [{ who: 'individual' }],
  '/chats': [{ who: 'bargainer' }, { who: 'head', as: 'creditor' }],
  '/chat-{$id}': [
    { who: 'bargainer', at: firstOf('/api/chats', ({ id }) => `/chat-${id}`) },
    { who: 'head', at: firstOf('/api/chats', ({ id }) => `/chat-${id}`), as: 'creditor' },
  ],
  '/dashboard/old/individuals': [{ who: 'operator' }],
  '/dashboard/old/legal-entities': [{ who: 'operator' }],
  '/dashboard/old/employees': [{ who: 'head' }],
  '/dashboard/old/operators': [{ who: 'operator' }],
  '/dashboard/old/invites': [{ who: 'head' }],
  '/roles': [{ who: 'operator' }, { who: 'head', as: 'own' }],
  '/dashboard/logs': [{ who: 'operator' }],
  '/security-events': [{ who: 'operator' }],
  '/log': [{ who: 'operator' }],
  '/settings': [{ who: 'operator' }],
  '/approvals': [{ who: 'operator' }],
  '/notifications': [{ who: 'operator' }],
  '/notifications/choices': [{ who: 'individual' }, { who: 'head' }],
  '/deliveries': [{ who: 'operator' }],
  '/individual-{$id}': [
    { who: 'operator', at: '/individual-1' },
    { who: 'operator', at: '/individual-1?tab=requests', as: 'requests' },
    { who: 'operator', at: '/individual-1?tab=history', as: 'history' },
    { who: 'operator', at: '/individual-1?tab=consents', as: 'consents' },
    { who: 'individual', at: '/individual-1', as: 'own' },
    { who: 'individual', at: '/individual-1?tab=files', as: 'files' },
    { who: 'individual', at: '/individual-1?tab=payment-details', as: 'payment-details' },
    { who: 'individual', at: '/individual-1?tab=rnko', as: 'rnko' },
  ],
  '/legal-entity-{$id}': [
    { who: 'operator', at: '/legal-entity-1' },
    { who: 'head', at: '/legal-entity-1?tab=employees', as: 'employees' },
    { who: 'head', at: '/legal-entity-1?tab=requests', as: 'requests' },
    { who: 'head', at: '/legal-entity-1?tab=representative', as: 'representative' },
    { who: 'head', at: '/legal-entity-1?tab=policy', as: 'policy' },
    { who: 'head', at: '/legal-entity-1?tab=tariff', as: 'tariff' },
    { who: 'head', at: '/legal-entity-1?tab=money', as: 'money' },
    { who: 'operator', at: '/legal-entity-1?tab=features', as: 'features' },
    { who: 'head', at: '/legal-entity-1?tab=files', as: 'files' },
    { who: 'head', at: '/legal-entity-1?tab=payment-details', as: 'payment-details' },
    { who: 'head', at: '/legal-entity-1?tab=rnko', as: 'rnko' },
  ],
  nowhere: [{ who: 'nobody', at: '/no/such/page' }],
};
/** A screen that can be opened. */
export interface Shown {
  /** The path of its page. */
  path: string;
  /** What its picture is called. */
  name: string;
  who: Who;
  /** The address for somebody who is signed in as its viewer. */
  addressFor: (client: Client) => Promise<string>;
}

/** Every screen of every page. @throws when a page is there that nobody is said to look at */
export function allScreens(): Shown[] {
  const paths = [...modules.flatMap(({ pages }) => pages.map(({ path }) => path)), 'nowhere'];
  const unknown = paths.filter((path) => !(path in screens));
  if (unknown.length > 0) throw new Error(`В test/helpers/screens.ts не сказано, кто смотрит на ${unknown.join(', ')}`);
  return paths.flatMap((path) =>
    (screens[path] ?? []).map(({ who, at = path, as }) => ({
      path,
      name: [path.replaceAll(/[^\w-]+/g, '-').replace(/^-|-$/g, '') || 'home', as].filter(Boolean).join('-'),
      who,
      addressFor: async (client: Client) => (typeof at === 'string' ? at : at(client)),
    })),
  );
}

/** Signs a viewer in to the demonstration that stands at an address. */
export async function enterAs(who: Who, url: string): Promise<Client> {
  const client = new Client(url);
  if (who === 'nobody') return client;
  const path = who === 'operator' ? '/internal/auth/operator/signin' : '/api/auth/signin';
  const [individual, bargainer] = demoAccounts.individuals;
  const logins = {
    operator: 'admin@demo.test',
    head: 'head@alpha.test',
    individual: individual.email,
    bargainer: bargainer.email,
  };
  const { status } = await client.post(path, { login: logins[who], password: demoPassword });
  if (status !== 200) throw new Error(`Вход ${logins[who]}: ${status}`);
  return client;
}

/** The cookies of a viewer, for his browser. */
export const cookiesOf = ({ cookies }: Client, url: string): { name: string; value: string; url: string }[] =>
  [...cookies].map(([name, value]) => ({ name, value, url }));
