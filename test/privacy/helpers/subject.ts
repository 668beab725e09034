import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { smallPaper } from '../../helpers/files/multipart.ts';
import { patience } from '../../helpers/patience.ts';
import { agree, makePaymentScenario, type PaymentScenario, payFully } from '../../payments/helpers/scenario.ts';
import { innOf } from '../../settlements/helpers/scenario.ts';
import { canaries, canariesIn, canaryHeaders } from './canaries.ts';

/** A debtor whose every value is a canary, with a paid agreement, papers, a photo's place, requisites and a request. */
export async function makeMarkedSubject(): Promise<{ scenario: PaymentScenario; settlement: number }> {
  const scenario = await makePaymentScenario();
  const { app } = scenario.testApp;
  await scenario.bank.speak(scenario.testApp.url);
  const { series, number } = canaries.passport;
  await scenario.run(
    `update individuals set last_name = $2, first_name = $3, middle_name = $4, birth_date = $5, inn = $6,
       passport_sealed = $7, snils_sealed = $8 where id = $1`,
    [
      scenario.debtorId,
      canaries.lastName,
      canaries.firstName,
      canaries.middleName,
      canaries.birthDate,
      innOf.debtor,
      app.secrets.seal('individuals.passport', { series, number }),
      app.secrets.seal('individuals.snils', canaries.snils),
    ],
  );
  await scenario.run(
    `update accounts set phone = '+79035551729', phone_confirmed_at = now() where id = (select account_id from individuals where id = $1)`,
    [scenario.debtorId],
  );
  const settlement = await agree(scenario);
  await scenario.run(
    `update registry_entries set last_name = $2, first_name = $3, middle_name = $4, phone = '+79035551729', email = $5, comment = $6
     where individual_id = $1`,
    [scenario.debtorId, canaries.lastName, canaries.firstName, canaries.middleName, canaries.email, canaries.comment],
  );
  await payFully(scenario, settlement, 3_000_000);
  const own = `/api/individuals/${scenario.debtorId}`;
  const form = new FormData();
  form.set('file', new File([smallPaper], `${canaries.lastName}.pdf`));
  expect((await scenario.debtor.send('PUT', `${own}/file/passport`, form)).status).toBe(200);
  const draft = await scenario.debtor.post(
    `${own}/questionnaires`,
    { creditorInn: innOf.stranger, comment: canaries.comment },
    canaryHeaders,
  );
  expect(draft.status).toBe(201);
  const revealed = await scenario.operator.post(`${own}/reveal`, { fields: ['passport'], reason: canaries.reason });
  expect(revealed.status, revealed.text).toBe(200);
  await vi.waitFor(async () => {
    const { items } = (await scenario.debtor.get(`/api/issued-documents/loan/${settlement}`)).body;
    expect(items).toHaveLength(2);
    for (const { id } of items)
      expect((await scenario.debtor.get(`/api/issued-documents/loan/${settlement}/${id}`)).status).toBe(200);
  }, patience);
  return { scenario, settlement };
}

/** Where in the database a canary is told: `table: what`. */
export async function canariesInDatabase({ testApp }: Pick<PaymentScenario, 'testApp'>): Promise<string[]> {
  const { rows: tables } = await testApp.owner.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await testApp.owner.query(`select to_jsonb(t)::text as text from ${name} t`);
    const told = new Set(rows.flatMap(({ text }) => canariesIn(text)));
    if (told.size > 0) found.push(`${name}: ${[...told].join(', ')}`);
  }
  return found;
}

/** The files of a storage, by their names. */
export function filesIn({ testApp }: PaymentScenario, folder: string): string[] {
  return readdirSync(join(testApp.dataDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What the storage tells as it lies. */
export const canariesInFiles = (scenario: PaymentScenario): string[] =>
  ['files', 'documents'].flatMap((folder) =>
    filesIn(scenario, folder).flatMap((file) => canariesIn(readFileSync(file, 'utf8'))),
  );
