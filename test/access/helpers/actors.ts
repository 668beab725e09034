import { sql } from 'kysely';
import { type EmployeeRole, type OperatorRole, type Resource, type Scope, scopeOf } from '#contract/kernel/access.ts';
import { isText, type Operation } from '#contract/kernel/op.ts';
import { makeEmployee, makeIndividual, makeOperator } from '#server/demo/factories.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot } from '../../helpers/boot.ts';
import { Client } from '../../helpers/client.ts';
import { type Person, people, type Target } from './matrix.ts';
import { makeHanded, makeOwnClaims, type Settlement } from './settlements.ts';
import {
  type Claims,
  type Company,
  copiedPermission,
  kindOf,
  makeApproval,
  makeBackgroundTask,
  makeClaims,
  makeCompanyFiles,
  makeConsent,
  makeDetail,
  makeDifference,
  makeFile,
  makeOperatorAvatars,
  makePaper,
  makePersonFiles,
  makeRole,
  makeSavedView,
  makeTariff,
  makeWithEmployees,
  makeWords,
  passwordHash,
} from './things.ts';

/** Somebody of the matrix who is really there: his browser with his session in it, and what is his own. */
export interface Actor {
  person: Person;
  client: Client;
  accountId: number | null;
  sessionId: number | null;
  individualId: number | null;
  employeeId: number | null;
  operatorId: number | null;
  savedView: number | null;
  /** What he has agreed to. */
  consent: number | null;
  /** Where he is paid to. */
  detail: number | null;
  backgroundTask: number | null;
  /** A claim against an individual, and an entry that has found him. */
  entry: number | null;
  simpleEntry: number | null;
  /** His drafts about that claim. */
  settlement: Settlement | null;
}

/** What a company holds besides its people. */
interface Held {
  claims: Claims;
  settlement: Settlement;
  detail: number;
  tariff: number;
  files: { folder: number; tariff: number };
}

export interface World {
  testApp: Booted;
  actors: readonly Actor[];
  home: Company & Held;
  other: Company & Held;
  /** One of each dictionary. */
  word: Awaited<ReturnType<typeof makeWords>>;
  /** Who has taken on himself a claim of the other company. */
  second: number;
  secondDetail: number;
  /** Somebody whom nobody of the matrix is. */
  stranger: {
    individual: number;
    detail: number;
    session: number;
    savedView: number;
    consent: number;
    backgroundTask: number;
  };
  operatorRole: number;
  operator: number;
  approval: number;
  difference: number;
  permission: Record<'employee' | 'operator', number>;
}

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
const personal = { phone: '+79990001122', inn: '500100732259' };

/**
 * A server with everybody of the matrix in it. Addresses are taken from the proxy's header, so that each request comes
 * from a network of its own and rate limits stay out of the way.
 */
export async function makeWorld(): Promise<World> {
  const testApp = await boot({ trustProxy: 1, operatorsNeedSecondFactor: true, redisUrl: undefined, databasePool: 30 });
  return inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
    const home = await makeWithEmployees(tx, '7707083893');
    const other = await makeWithEmployees(tx, '7728168971');
    const elsewhere = await makeWithEmployees(tx, '7736050003');
    const operatorRole = await makeRole(tx, 'operator', null);
    const stranger = await makeIndividual(tx, { passwordHash, ...personal });
    const second = await makeIndividual(tx, { passwordHash });
    const file = await makeFile(tx, testApp.app.files);
    const claims = await makeClaims(tx, file, home.id, stranger.individualId);
    const otherClaims = await makeClaims(tx, file, other.id, second.individualId);
    const shown = await makePaper(tx, testApp.app.files);
    const detailOf = (owner: Parameters<typeof makeDetail>[2]) => makeDetail(tx, testApp.app.secrets, owner);
    const ofPerson = async (individualId: number): Promise<number> => {
      await makePersonFiles(tx, shown, individualId);
      return detailOf({ individualId });
    };
    const { operatorId, accountId: makerId } = await makeOperator(tx, { passwordHash, role: 'administrator' });
    await makeOperatorAvatars(tx, shown);
    const actors: Actor[] = [];
    for (const person of people) {
      const made = await makePerson(testApp, tx, person, { home, elsewhere, operatorRole });
      const signed = await signIn(testApp, tx, person, made.accountId);
      actors.push({
        person,
        ...made,
        ...signed,
        backgroundTask:
          made.accountId && signed.sessionId && (await makeBackgroundTask(tx, made.accountId, signed.sessionId)),
        savedView: made.accountId && (await makeSavedView(tx, made.accountId)),
        consent: made.accountId && (await makeConsent(tx, made.accountId)),
        detail: made.individualId && (await ofPerson(made.individualId)),
        ...(await makeOwnClaims(tx, shown, home.id, claims, made.individualId)),
      });
    }
    const { sessionId } = await signIn(testApp, tx, { name: '', kind: 'individual' }, stranger.accountId);
    return {
      testApp,
      actors,
      home: {
        ...home,
        claims,
        settlement: await makeHanded(tx, shown, home.id, claims, stranger.individualId),
        detail: await detailOf({ legalEntityId: home.id }),
        tariff: await makeTariff(tx, home.id),
        files: await makeCompanyFiles(tx, shown, home.id),
      },
      other: {
        ...other,
        claims: otherClaims,
        settlement: await makeHanded(tx, shown, other.id, otherClaims, second.individualId),
        detail: await detailOf({ legalEntityId: other.id }),
        tariff: await makeTariff(tx, other.id),
        files: await makeCompanyFiles(tx, shown, other.id),
      },
      word: await makeWords(tx),
      second: second.individualId,
      secondDetail: await ofPerson(second.individualId),
      stranger: {
        individual: stranger.individualId,
        detail: await ofPerson(stranger.individualId),
        session: sessionId!,
        savedView: await makeSavedView(tx, stranger.accountId),
        consent: await makeConsent(tx, stranger.accountId),
        backgroundTask: await makeBackgroundTask(tx, stranger.accountId, sessionId!),
      },
      operatorRole,
      operator: operatorId,
      approval: await makeApproval(tx, makerId, stranger.individualId),
      difference: await makeDifference(tx),
      permission: {
        employee: await copiedPermission(tx, 'employee'),
        operator: await copiedPermission(tx, 'operator'),
      },
    };
  });
}

interface Places {
  home: Company;
  elsewhere: Company;
  operatorRole: number;
}

async function makePerson(
  testApp: Booted,
  tx: Tx,
  person: Person,
  places: Places,
): Promise<Pick<Actor, 'accountId' | 'individualId' | 'employeeId' | 'operatorId'>> {
  const nobody = { accountId: null, individualId: null, employeeId: null, operatorId: null };
  if (person.kind === null) return nobody;
  if (person.kind === 'individual') {
    return { ...nobody, ...(await makeIndividual(tx, { passwordHash, inn: '770708389324' })) };
  }
  if (person.kind === 'employee') return { ...nobody, ...(await makeColleague(tx, person, places)) };
  return { ...nobody, ...(await makeOperatorOf(testApp, tx, person, places.operatorRole)) };
}

async function makeColleague(tx: Tx, person: Person, { home, elsewhere }: Places) {
  const role = (person.role ?? 'observer') as EmployeeRole;
  const made = await makeEmployee(tx, { passwordHash, legalEntityId: home.id, role });
  const place = tx.updateTable('memberships').where('id', '=', made.membershipId);
  if (person.role === null) await place.set({ roleId: home.role }).execute();
  if (person.out === 'dismissed') await place.set({ active: false }).execute();
  if (person.roleElsewhere !== undefined) {
    const { roleId } = await tx
      .selectFrom('memberships')
      .innerJoin('roles', 'roles.id', 'memberships.roleId')
      .select('roleId')
      .where('memberships.legalEntityId', '=', elsewhere.id)
      .where('roles.code', '=', person.roleElsewhere)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('memberships')
      .values({ employeeId: made.employeeId, legalEntityId: elsewhere.id, roleId })
      .execute();
  }
  return { accountId: made.accountId, employeeId: made.employeeId };
}

async function makeOperatorOf(testApp: Booted, tx: Tx, person: Person, powerless: number) {
  const role = (person.role ?? 'observer') as OperatorRole;
  const { accountId, operatorId } = await makeOperator(tx, { passwordHash, role });
  const place = tx.updateTable('operators').where('id', '=', operatorId);
  if (person.role === null) await place.set({ roleId: powerless }).execute();
  if (person.out === 'dismissed') await place.set({ active: false }).execute();
  if (!person.lacksSecondFactor) {
    const totpSealed = testApp.app.secrets.seal('accounts.totp', 'JBSWY3DPEHPK3PXP');
    await tx.updateTable('accounts').set({ totpSealed }).where('id', '=', accountId).execute();
  }
  return { accountId, operatorId };
}

/** Opens a session in the table itself: sign-in is tested elsewhere, and an expired one cannot be had by it. */
export async function signIn(
  testApp: Booted,
  tx: Tx,
  { out }: Person,
  accountId: number | null,
): Promise<{ client: Client; sessionId: number | null }> {
  const client = new Client(testApp.url);
  if (accountId === null) return { client, sessionId: null };
  if (out === 'blocked') {
    await tx.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', accountId).execute();
  }
  const token = newToken();
  const end = out === 'expired' ? sql<Date>`now() - interval '1 second'` : sql<Date>`now() + interval '1 hour'`;
  const { id } = await tx
    .insertInto('sessions')
    .values({ accountId, tokenHash: hashToken(token), expiresAt: end, idleExpiresAt: end })
    .returning('id')
    .executeTakeFirstOrThrow();
  client.cookies.set('session', token);
  return { client, sessionId: id };
}

type Objects = { own: number | null; foreign?: number };

/** A settlement of the person himself, or one with his company; to individuals that of somebody else is foreign. */
const dealt =
  (kind: keyof Settlement) =>
  ({ home, other }: World, { settlement }: Actor): Objects => ({
    own: (settlement ?? home.settlement)[kind],
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
  lifeEvent: dealt('lifeEvent'),
  // The form of receipts, of which nobody here has one to be drawn again.
  agreementTemplate: () => ({ own: 6 }),
  legalEntityType: ({ word }) => ({ own: word.legalEntityType }),
  individualCategory: ({ word }) => ({ own: word.individualCategory }),
  tariff: ({ home, other }) => ({ own: home.tariff, foreign: other.tariff }),
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
    throw new Error(`test/access/helpers/actors.ts does not say what an own and a foreign «${resource}» are: add it`);
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
