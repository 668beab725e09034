import { type Resource, type Scope, scopeOf } from '#contract/kernel/access.ts';
import { isText, type Operation } from '#contract/kernel/op.ts';
import type { Actor, World } from './actors.ts';
import type { Target } from './matrix.ts';
import type { Settlement } from './settlements.ts';
import { kindOf } from './things.ts';

/** An id that nothing has. */
export const absentId = 2_000_000_001;
/** The words of a path that is not made of ids only. */
const words: Readonly<Record<string, string>> = {
  token: 'A'.repeat(43),
  // The document of the first settlement (settlements.ts).
  code: '1'.padStart(16, '0'),
  sub: 'sub',
  a: 'loan',
};

type Objects = { own: number | null; foreign?: number };

/** A settlement of the person himself, or one with his company; to individuals that of somebody else is foreign. */
const dealt =
  (kind: keyof Settlement) =>
  ({ home, other }: World, { settlement }: Actor): Objects => ({
    own: (settlement ?? home.settlement)[kind],
    foreign: (settlement ? home.settlement : other.settlement)[kind],
  });

/** What the person himself has said, or what was said in the chat of others. */
const said =
  (kind: 'message' | 'messageFile') =>
  ({ home, other }: World, { settlement, said: own }: Actor): Objects => ({
    own: own?.[kind] ?? home.settlement[kind],
    foreign: (settlement ? home.settlement : other.settlement)[kind],
  });

/** Of each resource: an object of the person's own and somebody else's. `own: null` says that he can have none. */
const objects: Partial<Record<Resource, (world: World, actor: Actor, scope: Scope | undefined) => Objects>> = {
  // An employee reaches who has taken a claim of his company on himself.
  individual: ({ stranger, second }, { individualId }) => ({
    own: individualId ?? stranger.individual,
    foreign: individualId === null ? second : stranger.individual,
  }),
  registry: ({ home, other }) => ({ own: home.claims.registry, foreign: other.claims.registry }),
  simpleRegistry: ({ home, other }) => ({ own: home.claims.simpleRegistry, foreign: other.claims.simpleRegistry }),
  registryEntry: ({ home, other }, { entry }) => ({
    own: entry ?? home.claims.entry,
    foreign: entry === null ? other.claims.entry : home.claims.entry,
  }),
  simpleEntry: ({ home, other }, { simpleEntry }) => ({
    own: simpleEntry ?? home.claims.simpleEntry,
    foreign: simpleEntry === null ? other.claims.simpleEntry : home.claims.simpleEntry,
  }),
  contactRecord: ({ home, other }, { contact }) => ({
    own: contact ?? home.claims.contact,
    foreign: contact === null ? other.claims.contact : home.claims.contact,
  }),
  request: dealt('request'),
  simpleRequest: dealt('simpleRequest'),
  settlement: dealt('settlement'),
  document: dealt('document'),
  certificateRequest: dealt('certificateRequest'),
  individualDetail: ({ stranger, secondDetail }, { detail }) => ({
    own: detail ?? stranger.detail,
    foreign: detail === null ? secondDetail : stranger.detail,
  }),
  companyFile: ({ home, other }) => ({ own: home.files.folder, foreign: other.files.folder }),
  tariffFile: ({ home, other }) => ({ own: home.files.tariff, foreign: other.files.tariff }),
  companyDetail: ({ home, other }) => ({ own: home.detail, foreign: other.detail }),
  payment: dealt('payment'),
  chat: dealt('chat'),
  // Whoever writes names himself; operators too, whatever else they reach.
  chatAuthor: ({ home }, { accountId }, scope) => ({
    own: accountId ?? home.account,
    foreign: scope === 'all' ? (accountId ?? home.account) : home.account,
  }),
  messageFile: said('messageFile'),
  ownMessage: said('message'),
  ownMessageFile: said('messageFile'),
  // A debtor complains of what the company has answered, its people of what a debtor has said.
  otherMessage: ({ home, other }, { settlement }) => ({
    own: settlement ? settlement.answer : home.settlement.message,
    foreign: settlement ? home.settlement.answer : other.settlement.message,
  }),
  complaint: ({ complaint }) => ({ own: complaint }),
  payout: ({ home, other }) => ({ own: home.payout, foreign: other.payout }),
  lifeEvent: dealt('lifeEvent'),
  // The form of receipts, of which nobody here has one to be drawn again.
  agreementTemplate: () => ({ own: 6 }),
  legalEntityType: ({ word }) => ({ own: word.legalEntityType }),
  individualCategory: ({ word }) => ({ own: word.individualCategory }),
  tariff: ({ home, other }) => ({ own: home.tariff, foreign: other.tariff }),
  invoice: ({ home, other }) => ({ own: home.invoice, foreign: other.invoice }),
  legalEntity: ({ home, other }) => ({ own: home.id, foreign: other.id }),
  membership: ({ home, other }) => ({ own: home.membership, foreign: other.membership }),
  powerOfAttorney: ({ home, other }) => ({ own: home.power, foreign: other.power }),
  // Himself where only that is open to him, else a colleague.
  employee: ({ home, other }, { employeeId }, scope) => ({
    own: (scope === 'own' && employeeId) || home.employee,
    foreign: other.employee,
  }),
  registrationToken: ({ home, other }) => ({ own: home.invitation, foreign: other.invitation }),
  account: ({ home }) => ({ own: home.account }),
  employeeRole: ({ home, other }) => ({ own: home.role, foreign: other.role }),
  session: ({ stranger }, { sessionId }) => ({ own: sessionId ?? stranger.session, foreign: stranger.session }),
  savedView: ({ stranger }, { savedView }) => ({ own: savedView ?? stranger.savedView, foreign: stranger.savedView }),
  pushSubscription: ({ stranger }, { pushSubscription }) => ({
    own: pushSubscription ?? stranger.pushSubscription,
    foreign: stranger.pushSubscription,
  }),
  delivery: ({ stranger }) => ({ own: stranger.delivery }),
  consent: ({ stranger }, { consent }) => ({ own: consent ?? stranger.consent, foreign: stranger.consent }),
  backgroundTask: ({ stranger }, { backgroundTask }) => ({
    own: backgroundTask ?? stranger.backgroundTask,
    foreign: stranger.backgroundTask,
  }),
  approval: ({ approval }) => ({ own: approval }),
  difference: ({ difference }) => ({ own: difference }),
  operator: ({ operator }, { operatorId }, scope) => ({ own: (scope === 'own' && operatorId) || operator }),
  operatorRole: ({ operatorRole }) => ({ own: operatorRole }),
  employeePermission: ({ permission }) => ({ own: permission.employee }),
  operatorPermission: ({ permission }) => ({ own: permission.operator }),
};

/** The object behind one id of a path. @throws Error when nobody has said how such an object is made */
export function objectOf(
  world: World,
  actor: Actor,
  resource: Resource,
  whose: 'own' | 'foreign',
  scope?: Scope,
): number | null {
  const make = objects[resource];
  if (!make)
    throw new Error(
      `test/access/helpers/addresses.ts does not say what an own and a foreign «${resource}» are: add it`,
    );
  const { own, foreign } = make(world, actor, scope);
  return whose === 'own' ? own : (foreign ?? own);
}

/** The address of an operation over such objects, or null when the person can have none of them. */
export function addressOf(world: World, actor: Actor, operation: Operation, target: Target): string | null {
  const last = idsOf(operation).at(-1);
  const { access } = operation.def;
  const { kind } = actor.person;
  const scope = access === 'anyone' || kind === null ? undefined : scopeOf(access, kind);
  return addressBy(operation, (param, resource) =>
    target === 'absent' && param === last
      ? absentId
      : objectOf(world, actor, resource, target === 'foreign' ? 'foreign' : 'own', scope),
  );
}

/** The address of an operation over the objects that `idFor` chooses one by one. */
export function addressBy(
  operation: Operation,
  idFor: (param: string, resource: Resource) => number | null,
): string | null {
  let address = operation.path;
  for (const param of operation.params) {
    const value = isText(param) ? (words[param] ?? kindOf(operation.path)) : idFor(param, operation.def.on![param]!);
    if (value === null) return null;
    address = address.replace(`{${param}}`, String(value));
  }
  return address;
}

/** The params of the path that name objects, the parent first. */
export const idsOf = ({ params }: Operation): string[] => params.filter((param) => !isText(param));

let network = 0;
/** The header that makes a request come from an address of its own. */
export const fromNowhere = (): Record<string, string> => {
  network++;
  return { 'x-forwarded-for': `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}` };
};
