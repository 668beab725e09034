import type { EmployeeRole, OperatorRole } from '#contract/kernel/access.ts';
import { type VerificationMove, type VerificationStatus, verificationMachine } from '#domain/parties/verification.ts';
import type { Actor } from '#domain/values/machine.ts';
import { type Booted, boot } from '#test/helpers/boot.ts';
import type { Client, Reply } from '#test/helpers/client.ts';
import { codeTo } from '#test/helpers/mail/letters.ts';
import { papers } from '#test/helpers/papers.ts';

/** Those whom the machine names and who come by themselves. */
export type Player = Exclude<Actor, 'system' | 'partner'>;

/** An object under verification, as the tests ask for it. */
export interface Target {
  table: 'individuals' | 'legal_entities';
  id: number;
  path: string;
  owner: 'individual' | 'head';
}

export interface Scenario {
  testApp: Booted;
  /** Everybody the machine knows, by the name it gives him; the owners own `person` and `company`. */
  clients: Record<Player, Client>;
  secondAdministrator: Client;
  /** Both have all that an application needs. */
  person: Target;
  company: Target;
  personAccount: number;
  run(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Puts the object where a case begins: the status alone, nothing proposed, nobody has edited it. */
  place(target: Target, status: VerificationStatus): Promise<void>;
  versionOf(target: Target): Promise<number>;
  /** Has a code for a form sent to the owner of what was verified and reads it in his letter. */
  codeOf(owner: Client, path: string, form: object): Promise<string>;
  /** Makes a move as the interface does: an application has an operation of its own, all others share one. */
  make(client: Client, target: Target, move: VerificationMove, more?: object): Promise<Reply>;
}

export const innOf = { first: '500100732259', second: '770708389324', third: '643909418561', fourth: '771234567859' };
export const reason = 'Данные не совпадают с документом';

/** The moves that somebody makes by a button; `reopen` is made by a change of data. */
export const byHand = (Object.keys(verificationMachine.moves) as VerificationMove[]).filter(
  (move) => move !== 'reopen',
);
/** These take effect once a second person approves. */
export const isProposed = (move: VerificationMove): boolean => move === 'block' || move === 'unblock';

/** Who may look at the object at all. */
export const playersOf = ({ clients }: Scenario, { owner }: Target): Player[] =>
  (Object.keys(clients) as Player[]).filter((player) =>
    owner === 'head'
      ? player !== 'individual'
      : player === 'individual' || player === 'administrator' || player.startsWith('operator:'),
  );

export const personAt = (id: number): Target => ({
  table: 'individuals',
  id,
  path: `/api/individuals/${id}`,
  owner: 'individual',
});
export const companyAt = (id: number): Target => ({
  table: 'legal_entities',
  id,
  path: `/api/legal-entities/${id}`,
  owner: 'head',
});

const operatorAs = {
  administrator: 'administrator',
  manager: 'operator:manager',
  verifier: 'operator:verifier',
  accountant: 'operator:accountant',
  observer: 'operator:observer',
} as const satisfies Record<OperatorRole, Player>;

/** A server with one person, one company and everybody whom the machine of verification names. */
export async function makeScenario(overrides: Parameters<typeof boot>[0] = {}): Promise<Scenario> {
  const testApp = await boot(overrides);
  const legalEntityId = await testApp.company({ ogrn: '1027700132195' });
  const clients = {} as Scenario['clients'];
  for (const role of ['head', 'manager', 'accountant', 'observer'] satisfies EmployeeRole[]) {
    clients[role] = (await testApp.employee({ legalEntityId, role })).client;
  }
  for (const role of Object.keys(operatorAs) as OperatorRole[]) {
    clients[operatorAs[role]] = (await testApp.operator(role)).client;
  }
  const made = await testApp.individual({ inn: innOf.first });
  clients.individual = made.client;
  const person = personAt(made.individualId);
  const company = companyAt(legalEntityId);
  await clients.individual.patch(person.path, { ...papers, version: 1 });
  await fillCompany(clients.head, company);
  const versionOf: Scenario['versionOf'] = async ({ path }) => (await clients.administrator.get(path)).body.version;
  const run: Scenario['run'] = (sql, values = []) => testApp.app.database.pool.query(sql, values);
  return {
    testApp,
    clients,
    secondAdministrator: (await testApp.operator('administrator')).client,
    person,
    company,
    personAccount: made.accountId,
    run,
    async place({ table, id }, status) {
      await run(
        `update ${table} set verification_status = $1, pending_since = case when $1 = 'pending' then now() end,
           remarks = '[]', editors = '{}' where id = $2`,
        [status, id],
      );
      await run(`update approvals set status = 'expired' where status = 'pending'`);
    },
    versionOf,
    async codeOf(owner, path, form) {
      await owner.post(`${path}/code`, { form });
      return codeTo(testApp, (await owner.get('/api/auth/me')).body.email);
    },
    async make(client, target, move, more = {}) {
      const version = await versionOf(target);
      return move === 'apply'
        ? client.post(`${target.path}/verification`, { version, ...more })
        : client.post(`${target.path}/verification_status`, { move, version, reason, ...more });
    },
  };
}

async function fillCompany(head: Client, { path }: Target): Promise<void> {
  await head.patch(path, { legalAddress: 'Москва, ул. Первая, 1', phone: '+79161234567', version: 1 });
  await head.patch(`${path}/representative`, {
    lastName: 'Кравцов',
    firstName: 'Алексей',
    basis: 'charter',
    version: 0,
  });
}
