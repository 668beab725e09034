import fc from 'fast-check';
import { needsPermission, type Resource, rolesOf, scopeOf } from '#contract/kernel/access.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { sealLink } from '#server/modules/files/files.queries.ts';
import { sqlState } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { papersInSql } from '#test/helpers/papers.ts';
import { ordinaryBand } from '#test/settlements/helpers/bargaining.ts';
import { kindOf, makeDetail } from '../../access/helpers/things.ts';
import { type Booted, boot, password } from '../../helpers/boot.ts';
import { Client } from '../../helpers/client.ts';
import { leaveLedger } from '../../helpers/ledger-watch.ts';
import { partnerKey } from '../../payments/helpers/scenario.ts';
import type { Hints } from './arbitraries.ts';
import { dictionaries, dictionaryHints, dictionaryIds, dictionaryRestoration } from './dictionaries.ts';
import { makeFiles } from './files.ts';
import { invitationToken, makeRoles, makeTokens, restoreToken } from './grants.ts';
import { makeBackgroundTasks, makeOwnConsents, makeSavedViews } from './own.ts';
import { makeRegistries } from './registries.ts';
import { rnkoRestoration } from './rnko.ts';
import { makeSettlements } from './settlements.ts';
import { makeTariff, tariffHints } from './tariffs.ts';

export const actorNames = ['anonymous', 'individual', 'head', 'administrator'] as const;
export type ActorName = (typeof actorNames)[number];

const kindOfActor = { individual: 'individual', head: 'employee', administrator: 'operator' } as const;

/** All whose kind may ask. */
export const actorsFor = ({ def: { access } }: Operation): readonly ActorName[] =>
  actorNames.filter((name) => access === 'anyone' || (name !== 'anonymous' && access[kindOfActor[name]]));

/** Somebody whose request gets past the access check. */
export function actorFor({ def }: Operation): ActorName {
  if (def.access === 'anyone') return 'anonymous';
  const { access } = def;
  if (
    access.operator &&
    (!needsPermission(access, 'operator') || rolesOf(access, 'operator').includes('administrator'))
  )
    return 'administrator';
  return access.employee ? 'head' : 'individual';
}

/** Whether an operation lets him reach nobody but himself. */
const isOwnOnly = ({ def: { access } }: Operation, actor: ActorName): boolean =>
  access !== 'anyone' && actor !== 'anonymous' && scopeOf(access, kindOfActor[actor]) === 'own';

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

/** Ended sessions go on, and those with a new token have the one that the browsers of the world hold. */
export const sessionRestoration = `
  update sessions s set ended_at = null, token_hash = held.token_hash from test.sessions held
    where held.id = s.id and (s.ended_at is not null or s.token_hash <> held.token_hash)`;

/** Conditions and plans whose parts go together: by chance they hardly ever would. */
const plans = [
  { kind: 'at_once', amount: 100, firstDate: '2099-01-15' },
  { kind: 'equal', amount: 900, payments: 3, firstDate: '2099-01-15' },
];

const versioned = [
  'individuals',
  'legal_entities',
  'representatives',
  'roles',
  'memberships',
  'powers_of_attorney',
  'operators',
  'employees',
  'permissions',
  'payment_details',
  'tariffs',
  'rnko_identities',
  'rnko_forms',
  'settings',
  ...dictionaries,
];
/** Copies of a permission of each kind, under numbers that nothing else has. */
const copies = { employee: 1_000_001, operator: 1_000_002 };
/** @param status that of the person and of the company: some operations want them verified, others new */
const restoration = (
  {
    company,
    employeeRoleId,
    operatorRoleId,
    permissionOf,
    individual,
    victim,
    papers,
    approval,
    registries,
    settlements,
    files,
    tariff,
    rnko,
    own,
  }: Restored,
  status: 'unverified' | 'verified',
): string => `
  delete from rate_limits; update settings set kept = '{}';${settlements}${registries}${rnko}${own}
  update individuals set verification_status = '${status}', birth_date = '1985-04-12', inn = '500100732259',
    ${papers}, category_id = null where id = ${individual};
  update individuals set verification_status = 'unverified' where verification_status = 'blocked';
  update accounts set status = 'active' where status = 'blocked';
  update legal_entities set verification_status = '${status}', ogrn = '1027700132195', legal_address = 'Москва',
    phone = '+79161234567', type_id = null where id = ${company};
  insert into representatives (legal_entity_id, last_name, basis) values (${company}, 'Кравцов', 'charter')
    on conflict (legal_entity_id) do nothing;
  update approvals set status = case when id = ${approval} then 'pending' else 'expired' end, decided_by = null
    where (id = ${approval}) <> (status = 'pending');
  ${sessionRestoration};
  update restore_password_tokens set used_at = null, expires_at = now() + interval '1 hour'
    where used_at is not null or expires_at < now() + interval '10 minutes';
  update registration_tokens set used_at = null, revoked_at = null where kind = 'employee' and legal_entity_id is not null;
  update memberships set active = true where not active;
  update powers_of_attorney set status = 'given' where status = 'revoked';
  update payment_details set deleted_at = null where deleted_at is not null;
  delete from tariffs where id <> ${tariff};
  ${dictionaryRestoration}
  delete from owned_files where id > ${files.last} and payment_id is null and life_event_id is null;
  update owned_files set deleted_at = null where deleted_at is not null;
  insert into roles (id, kind, legal_entity_id, code, name) overriding system value
    values (${employeeRoleId}, 'employee', ${company}, 'spare', 'Запасная роль'), (${operatorRoleId}, 'operator', null, 'spare', 'Запасная роль')
    on conflict do nothing;
  insert into permissions (id, code, group_name, name, method, path, employee, operator, system)
    overriding system value
    select copy.id, code, group_name, name, method, path, employee, operator, false
    from permissions, (values (${copies.employee}, ${permissionOf.employee}), (${copies.operator}, ${permissionOf.operator})) as copy (id, original)
    where permissions.id = copy.original on conflict do nothing;
  delete from role_permissions where permission_id in (${copies.employee}, ${copies.operator});
  update accounts set totp_sealed = 'away' where id = ${victim};
  ${versioned.map((table) => `update ${table} set version = 1 where version > 1;`).join('\n  ')}`;

/** A procedure keeps the plans of its statements: they are run thousands of times. */
const undoing = (status: 'unverified' | 'verified', restored: Restored): string =>
  `create procedure test.${status}() language plpgsql set test.restoring = 'on' as $undo$
   begin ${restoration(restored, status)} end $undo$;`;

/** What is as it was is not written again, so that it costs no audit. The server's own writes go on as ever. */
const onlyWhatChanged = `
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create trigger "0 only what changed" before update on %I for each row
        when (current_setting(''test.restoring'', true) = ''on'')
        execute function suppress_redundant_updates_trigger()', name);
    end loop;
  end $$;`;

interface Restored {
  own: string;
  rnko: string;
  tariff: number;
  company: number;
  employeeRoleId: number;
  operatorRoleId: number;
  permissionOf: Record<'employee' | 'operator', number>;
  individual: number;
  /** The account that has a second factor to be ended. */
  victim: number;
  papers: string;
  approval: number;
  registries: string;
  settlements: string;
  files: { last: number };
}

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
  const approval = await makeApproval(testApp, operator.accountId, victim.individualId);
  const savedView = await makeSavedViews(testApp, signed);
  const backgroundTask = await makeBackgroundTasks(testApp, signed);
  const ownConsents = await makeOwnConsents(testApp, signed);
  const registries = await makeRegistries(testApp, head, { company, individual: individual.individualId });
  const settlements = await makeSettlements(testApp, {
    company,
    individual: individual.individualId,
    account: individual.accountId,
    registry: registries.ids.registry!,
  });
  const details = await makeDetails(testApp, { individualId: individual.individualId, legalEntityId: company });
  const files = await makeFiles(testApp, {
    individualId: individual.individualId,
    legalEntityId: company,
    requestId: settlements.idsOf('individual').request!,
  });
  const tariff = await makeTariff(testApp);
  const restored: Restored = {
    own: ownConsents.restoration,
    files,
    tariff,
    rnko: rnkoRestoration(testApp, { individual: individual.individualId, company }),
    settlements: settlements.restoration,
    company,
    employeeRoleId,
    operatorRoleId,
    permissionOf,
    approval,
    individual: individual.individualId,
    victim: victim.accountId,
    papers: papersInSql(testApp.app),
    registries: registries.restoration,
  };
  await testApp.owner.query(`create schema test; create table test.sessions as select id, token_hash from sessions;
    ${onlyWhatChanged} ${undoing('unverified', restored)} ${undoing('verified', restored)}`);
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
  let turn = 0;
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
        : ({ a: ['loan'], kind: [kindOf(path)], code: [settlements.verifyCode] }[param] ?? tokens),
    hints: {
      detailId: fc.constantFrom(...Object.values(details)),
      login: fc.constantFrom(...Object.values(signed).map(({ email }) => email), 'nobody@test.example'),
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
    // What the world leaves to chance is drawn anew each time, and the same in every run.
    restore: () =>
      undone(
        testApp,
        `select setseed(${(++turn * goldenPart) % 1}); call test.${turn % 2 === 0 ? 'unverified' : 'verified'}()`,
      ),
  };
}

/** Multiples of it fall evenly between 0 and 1. */
const goldenPart = 0.618_034;

/** What the clock does meanwhile may hold a row that is put back: of two who wait for one another one tries again. */
async function undone(testApp: Booted, sqlText: string, attempts = 5): Promise<void> {
  try {
    await testApp.owner.query(sqlText);
  } catch (error) {
    if (attempts === 1 || sqlState(error) !== '40P01') throw error;
    await undone(testApp, sqlText, attempts - 1);
  }
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
