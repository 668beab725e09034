import type { Tx } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type Booted, boot } from '../../helpers/boot.ts';
import type { Client, Reply } from '../../helpers/client.ts';
import { type ClaimOptions, makeClaim, makeRegistry } from './claims.ts';

export const innOf = { debtor: '500100732259', other: '770708389324', creditor: '7707083893', stranger: '7728168971' };

/** A verified creditor with his people and a registry, a verified debtor, and somebody who is neither. */
export interface Scenario {
  testApp: Booted;
  company: number;
  registry: number;
  head: Client;
  manager: Client;
  accountant: Client;
  debtor: Client;
  debtorId: number;
  debtorEmail: string;
  managerEmail: string;
  headEmail: string;
  other: Client;
  otherId: number;
  operator: Client;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  run(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** A claim of the creditor on the debtor; each has a contract of its own. */
  claim(options?: Partial<ClaimOptions>): Promise<number>;
  /** A request about a new claim, as the debtor makes it. */
  requestOf(entryId: number, body?: object): Promise<Reply>;
}

let contracts = 0;
/** A number of contract that nothing else has. */
export const freshContract = (): string => `КД-${++contracts}`;

export async function makeScenario(...booting: Parameters<typeof boot>): Promise<Scenario> {
  const testApp = await boot(...booting);
  const kindOf = async (name: string): Promise<number> =>
    (await testApp.owner.query('select id from legal_entity_types where name = $1', [name])).rows[0].id;
  const write: Scenario['write'] = (work) => inSystemTransaction(testApp.app.database.db, 'system.test', work);
  const company = await testApp.company({
    inn: innOf.creditor,
    verificationStatus: 'verified',
    typeId: await kindOf('Банк'),
  });
  const registry = await write((tx) => makeRegistry(tx, company));
  const employees = (role: 'head' | 'manager' | 'accountant') => testApp.employee({ legalEntityId: company, role });
  const head = await employees('head');
  const manager = await employees('manager');
  const debtor = await testApp.individual({ inn: innOf.debtor, verificationStatus: 'verified' });
  const other = await testApp.individual({ inn: innOf.other });
  const claim: Scenario['claim'] = (options = {}) =>
    write((tx) =>
      makeClaim(tx, {
        legalEntityId: company,
        registryId: registry,
        individualId: debtor.individualId,
        debtorInn: innOf.debtor,
        contractNumber: freshContract(),
        ...options,
      }),
    );
  return {
    testApp,
    company,
    registry,
    head: head.client,
    headEmail: head.email,
    manager: manager.client,
    managerEmail: manager.email,
    accountant: (await employees('accountant')).client,
    debtor: debtor.client,
    debtorId: debtor.individualId,
    debtorEmail: debtor.email,
    other: other.client,
    otherId: other.individualId,
    operator: (await testApp.operator('administrator')).client,
    write,
    run: async (sql, values = []) => (await testApp.owner.query(sql, values)).rows,
    claim,
    requestOf: (entryId, body = {}) =>
      debtor.client.post(
        `/api/individuals/${debtor.individualId}/questionnaires/create-by/legal-entity/${company}/registry/${registry}/registry-entry/${entryId}`,
        body,
      ),
  };
}

/** Makes the creditor a company of a kind for as long as the work takes. */
export async function asKind<T>(scenario: Scenario, name: string, work: () => Promise<T>): Promise<T> {
  const rename =
    'update legal_entities set type_id = (select id from legal_entity_types where name = $1) where id = $2';
  await scenario.run(rename, [name, scenario.company]);
  try {
    return await work();
  } finally {
    await scenario.run(rename, ['Банк', scenario.company]);
  }
}
