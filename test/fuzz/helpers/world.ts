import fc from 'fast-check';
import type { Resource } from '#contract/kernel/access.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { sealLink } from '#server/modules/files/links.queries.ts';
import { sealPayLink } from '#server/platform/secrets/pay-link.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { papersInSql } from '#test/helpers/papers.ts';
import { ordinaryBand } from '#test/settlements/helpers/bargaining.ts';
import { kindOf, makeDetail } from '../../access/helpers/things.ts';
import { type Booted, boot, password } from '../../helpers/boot.ts';
import { Client } from '../../helpers/client.ts';
import { leaveLedger } from '../../helpers/ledger/ledger-watch.ts';
import { partnerKey } from '../../payments/helpers/scenario.ts';
import type { Hints } from './arbitraries.ts';
import { type ActorName, isOwnOnly } from './asking.ts';
import { dictionaryHints, dictionaryIds } from './dictionaries.ts';
import { makeFiles } from './files.ts';
import { invitationToken, makeRoles, makeTokens, restoreToken } from './grants.ts';
import { makeBackgroundTasks, makeDelivery, makeOwnConsents, makePushSubscriptions, makeSavedViews } from './own.ts';
import { makeRegistries } from './registries.ts';
import { copies, prepareRestoration } from './restoration.ts';
import { rnkoRestoration } from './rnko.ts';
import { makeSettlements } from './settlements.ts';
import { makeTariff, tariffHints } from './tariffs.ts';

/** People of each kind, and other people's objects that they may break without breaking themselves. */
export interface World {
  testApp: Booted;
  hints: Hints;
  tokens: readonly string[];
  /** What a word of a path may be: the kind of an owner, the code of a document, else a token. */
  wordsOf(param: string, path: string): readonly string[];
  /** A browser with the actor's cookies, of which nothing flows back. */
  browser(actor: ActorName): Client;
  /** The id of an object that the actor may or may not reach. */
  idOf(resource: Resource, actor: ActorName, operation?: Operation): number;
  /** Undoes what would close the way for the next case: ended sessions, spent limits and tokens, grown versions. */
  restore(): Promise<void>;
}

/** Conditions and plans whose parts go together: by chance they hardly ever would. */
const plans = [
  { kind: 'at_once', amount: 100, firstDate: '2099-01-15' },
  { kind: 'equal', amount: 900, payments: 3, firstDate: '2099-01-15' },
];

export async function makeWorld(overrides: Parameters<typeof boot>[0] = {}): Promise<World> {
  // The counters stand in the database even where there is a Redis: `restore` empties them there.
  const testApp = await boot({
    redisUrl: undefined,
    payments: { url: 'http://127.0.0.1:9', key: partnerKey },
    rnko: { url: 'http://127.0.0.1:9', key: partnerKey },
    ...overrides,
  });
  // What a case leaves is taken away past the triggers, so the sums of the ledger say nothing here.
  leaveLedger(testApp.app.database.db);
  const company = await testApp.company();
  const [individual, head, administrator, victim, colleague, operator] = await Promise.all([
    testApp.individual({ phone: '+79161110022' }),
    testApp.employee({ legalEntityId: company, role: 'head' }),
    testApp.operator('administrator'),
    testApp.individual(),
    testApp.employee({ legalEntityId: company, role: 'observer' }),
    testApp.operator('observer'),
  ]);
  const signed = { individual, head, administrator };
  const sessions = await Promise.all(
    Object.entries(signed).map(async ([name, { email }]) => [name, await secondSession(testApp, name, email)] as const),
  );
  const sessionOf = new Map<string, number>(sessions);
  const { employeeRoleId, operatorRoleId, observers, permissionOf, consents } = await makeRoles(testApp, company);
  const invitation = await makeTokens(testApp, {
    victim: victim.accountId,
    company,
    roleId: observers[0]!,
    createdBy: head.accountId,
  });
  // Whoever has proposed keeps his right to, so he is none of those who are changed here.
  const proposer = await testApp.operator('manager');
  const approval = await makeApproval(testApp, proposer.accountId, victim.individualId);
  const savedView = await makeSavedViews(testApp, signed);
  const backgroundTask = await makeBackgroundTasks(testApp, signed);
  const pushSubscription = await makePushSubscriptions(testApp, signed);
  const delivery = await makeDelivery(testApp, victim.accountId);
  const ownConsents = await makeOwnConsents(testApp, signed);
  const registries = await makeRegistries(testApp, head, { company, individual: individual.individualId });
  const settlements = await makeSettlements(testApp, {
    company,
    individual: individual.individualId,
    account: individual.accountId,
    registry: registries.ids.registry!,
    entry: registries.ids.registryEntry!,
    accounts: {
      individual: individual.accountId,
      head: head.accountId,
      administrator: administrator.accountId,
    },
  });
  const details = await makeDetails(testApp, { individualId: individual.individualId, legalEntityId: company });
  const files = await makeFiles(testApp, {
    individualId: individual.individualId,
    legalEntityId: company,
    requestId: settlements.idsOf('individual').request!,
  });
  const tariff = await makeTariff(testApp);
  const restore = await prepareRestoration(testApp, {
    own: ownConsents.restoration,
    files,
    tariff,
    rnko: rnkoRestoration(testApp, { individual: individual.individualId, company }),
    settlements: settlements.restoration,
    pastTriggers: settlements.pastTriggers,
    company,
    employeeRoleId,
    operatorRoleId,
    permissionOf,
    approval,
    individual: individual.individualId,
    victim: victim.accountId,
    papers: papersInSql(testApp.app),
    registries: registries.restoration,
  });
  const tokens = [restoreToken, invitationToken];
  // The one who is asked for first, the administrator, has the first.
  const links = Object.values(signed)
    .toReversed()
    .map(({ accountId }) =>
      sealLink(testApp.app, {
        file: files.folder,
        account: accountId,
        until: Date.now() + 3_600_000,
        right: 'company-folders.link',
        ids: { id: company, itemId: files.folder },
      }),
    );
  const payLink = sealPayLink(testApp.app.secrets, {
    settlement: settlements.idsOf('individual').settlement!,
    due: '2099-01-15',
    until: '2099-01-22',
  });
  const ids: Partial<Record<Resource, number>> = {
    individual: individual.individualId,
    legalEntity: company,
    membership: colleague.membershipId,
    powerOfAttorney: colleague.powerId!,
    operator: operator.operatorId,
    employee: colleague.employeeId,
    account: victim.accountId,
    registrationToken: invitation,
    approval,
    employeeRole: employeeRoleId,
    operatorRole: operatorRoleId,
    employeePermission: copies.employee,
    operatorPermission: copies.operator,
    ...details,
    tariff,
    ...dictionaryIds,
    // The form of certificates: of it there is one to be drawn again.
    agreementTemplate: 5,
    companyFile: files.folder,
    delivery,
    tariffFile: files.tariff,
    ...registries.ids,
  };
  const himself: Partial<Record<Resource, number>> = {
    employee: head.employeeId,
    operator: administrator.operatorId,
  };
  const ownOf = (actor: ActorName): Partial<Record<Resource, number | undefined>> => ({
    session: sessionOf.get(actor),
    savedView: savedView.get(actor),
    pushSubscription: pushSubscription.get(actor),
    consent: ownConsents.ids.get(actor),
    backgroundTask: backgroundTask.get(actor),
    ...settlements.idsOf(actor),
  });
  return {
    testApp,
    tokens,
    wordsOf: (param, path) =>
      path.includes('/shown-files/')
        ? links
        : path.includes('/pay-links/')
          ? [payLink]
          : ({ a: ['loan'], kind: [kindOf(path)], code: [settlements.verifyCode] }[param] ?? tokens),
    hints: {
      detailId: fc.constantFrom(...Object.values(details)),
      login: fc.constantFrom(...Object.values(signed).map(({ email }) => email), 'nobody@test.example'),
      time: fc.constantFrom('00:00', '12:00', '23:59'),
      password: fc.constant(password),
      current: fc.constant(password),
      version: fc.constantFrom(1, 1, 1, 2),
      roleId: fc.constantFrom(...observers),
      copyOf: fc.constantFrom(employeeRoleId, operatorRoleId, permissionOf.employee, permissionOf.operator),
      legalEntityId: fc.constant(company),
      permissionIds: fc.subarray([permissionOf.employee, permissionOf.operator]),
      consents: fc.constantFrom(...consents),
      documentId: fc.constantFrom(...ownConsents.documentIds),
      registryEntryId: fc.constant(registries.ids.registryEntry),
      operation: fc.constant('individuals.exportExcel'),
      rowNo: fc.constant(registries.rowNo),
      column: fc.constantFrom('debtorInn', 'lastName', 'phone'),
      withdrawAbsent: fc.constant(null),
      asOfDate: fc.constant('2026-01-01'),
      query: fc.constantFrom('', 'q=Иванов'),
      bands: fc.constantFrom([], [ordinaryBand]),
      plan: fc.constantFrom(...plans),
      amount: fc.constantFrom(100, 60),
      paidOn: fc.constant('2026-01-10'),
      correction: fc.constant(1),
      // The schedule has one payment.
      no: fc.integer({ min: 1, max: 2 }),
      ...tariffHints,
      ...dictionaryHints,
      token: fc.constantFrom(restoreToken, invitationToken),
      invitation: fc.constant(invitationToken),
    },
    browser(actor) {
      const client = new Client(testApp.url);
      if (actor !== 'anonymous')
        for (const [name, value] of signed[actor].client.cookies) client.cookies.set(name, value);
      return client;
    },
    idOf: (resource, actor, operation) =>
      (operation && isOwnOnly(operation, actor) ? himself[resource] : undefined) ??
      ownOf(actor)[resource] ??
      ids[resource] ??
      1,
    restore,
  };
}

/** A session in another browser of the same person, for the operations that end one. */
async function secondSession(testApp: Booted, name: string, login: string): Promise<number> {
  const path = name === 'administrator' ? '/internal/auth/operator/signin' : '/api/auth/signin';
  const client = testApp.anonymous();
  await client.post(path, { login, password });
  const { body } = await client.get('/api/auth/sessions');
  return body.items.find((session: { current: boolean }) => session.current).id;
}

/** A proposal of somebody who is none of the actors, so that the administrator may decide it. */
async function makeApproval(testApp: Booted, makerId: number, objectId: number): Promise<number> {
  const { rows } = await testApp.app.database.pool.query(
    `insert into approvals (kind, object_type, object_id, reason, maker_id, expires_at)
     values ('verification.block', 'individuals', $1, 'Проверка', $2, now() + interval '1 day') returning id`,
    [objectId, makerId],
  );
  return rows[0].id;
}

/** An account of the person and one of the company. */
async function makeDetails(
  testApp: Booted,
  { individualId, legalEntityId }: Record<'individualId' | 'legalEntityId', number>,
) {
  const { app } = testApp;
  return inSystemTransaction(app.database.db, 'system.test', async (tx) => ({
    individualDetail: await makeDetail(tx, app.secrets, { individualId }),
    companyDetail: await makeDetail(tx, app.secrets, { legalEntityId }),
  }));
}
