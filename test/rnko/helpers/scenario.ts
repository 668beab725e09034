import { rnkoForms } from '#contract/parties/rnko.ts';
import { signatureHeader, signatureOf, timestampHeader } from '#server/platform/auth/signature.ts';
import { type Booted, boot } from '#test/helpers/boot.ts';
import type { Client, Reply } from '#test/helpers/client.ts';
import { passport, sealedPapers } from '#test/helpers/papers.ts';
import { partnerKey } from '#test/payments/helpers/scenario.ts';
import { openRnko, type Rnko } from './partner.ts';

/** A person and a company of whom the partner may be told all that he wants to know. */
export interface RnkoScenario {
  testApp: Booted;
  rnko: Rnko;
  person: Client;
  personId: number;
  head: Client;
  legalEntityId: number;
  verifier: Client;
  manager: Client;
  run(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

export async function makeRnkoScenario(): Promise<RnkoScenario> {
  const rnko = await openRnko();
  const testApp = await boot({ rnko: { url: rnko.url, key: partnerKey } });
  const { app } = testApp;
  const run: RnkoScenario['run'] = async (text, values = []) => (await app.database.pool.query(text, values)).rows;
  const { client: person, individualId: personId } = await testApp.individual({
    inn: '500100732259',
    phone: '+79161234567',
    papers: sealedPapers(app),
  });
  const legalEntityId = await testApp.company();
  await run(
    `update legal_entities set ogrn = '1027700132195', legal_address = 'Москва', phone = '+79161234567' where id = $1`,
    [legalEntityId],
  );
  await run(
    `insert into representatives (legal_entity_id, last_name, first_name, passport_sealed) values ($1, 'Кравцов', 'Пётр', $2)`,
    [legalEntityId, app.secrets.seal('representatives.passport', passport)],
  );
  return {
    testApp,
    rnko,
    person,
    personId,
    head: (await testApp.employee({ legalEntityId, role: 'head' })).client,
    legalEntityId,
    verifier: (await testApp.operator('verifier')).client,
    manager: (await testApp.operator('manager')).client,
    run,
    async stop() {
      await testApp.stop();
      await rnko.stop();
    },
  };
}

/** Sends a message of the partner as he would sign it, or otherwise. */
export function notify(
  client: Client,
  {
    key,
    id = crypto.randomUUID(),
    at = Date.now() / 1000,
    signedWith = partnerKey,
  }: Record<'key', string> & {
    id?: string;
    at?: number;
    signedWith?: string;
  },
): Promise<Reply> {
  const { path } = rnkoForms.notice;
  const body = JSON.stringify({ id, type: 'identification.success', key });
  const timestamp = String(Math.floor(at));
  return client.send('POST', path, body, {
    'content-type': 'application/json',
    [timestampHeader]: timestamp,
    [signatureHeader]: signatureOf(signedWith, timestamp, `POST ${path}`, body),
  });
}
