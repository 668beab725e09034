import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { smallPaper } from '../helpers/files/multipart.ts';
import { patience } from '../helpers/patience.ts';
import { agree, type MoneyStage, makeMoneyStage, payFully } from '../payments/bank.ts';
import { innOf } from '../settlements/stage.ts';
import { canaries, canariesIn, canaryHeaders } from './canaries.ts';

/** A debtor whose every value is a canary, with a paid agreement, papers, a photo's place, requisites and a request. */
export async function makeMarkedSubject(): Promise<{ stage: MoneyStage; deal: number }> {
  const stage = await makeMoneyStage();
  const { app } = stage.house;
  await stage.bank.speak(stage.house.url);
  const { series, number } = canaries.passport;
  await stage.run(
    `update individuals set last_name = $2, first_name = $3, middle_name = $4, birth_date = $5, inn = $6,
       passport_sealed = $7, snils_sealed = $8 where id = $1`,
    [
      stage.debtorId,
      canaries.lastName,
      canaries.firstName,
      canaries.middleName,
      canaries.birthDate,
      innOf.debtor,
      app.secrets.seal('individuals.passport', { series, number }),
      app.secrets.seal('individuals.snils', canaries.snils),
    ],
  );
  await stage.run(
    `update accounts set phone = '+79035551729', phone_confirmed_at = now() where id = (select account_id from individuals where id = $1)`,
    [stage.debtorId],
  );
  const deal = await agree(stage);
  await stage.run(
    `update registry_entries set last_name = $2, first_name = $3, middle_name = $4, phone = '+79035551729', email = $5, comment = $6
     where individual_id = $1`,
    [stage.debtorId, canaries.lastName, canaries.firstName, canaries.middleName, canaries.email, canaries.comment],
  );
  await payFully(stage, deal, 3_000_000);
  const own = `/api/individuals/${stage.debtorId}`;
  const form = new FormData();
  form.set('file', new File([smallPaper], `${canaries.lastName}.pdf`));
  expect((await stage.debtor.send('PUT', `${own}/file/passport`, form)).status).toBe(200);
  const draft = await stage.debtor.post(
    `${own}/questionnaires`,
    { creditorInn: innOf.stranger, comment: canaries.comment },
    canaryHeaders,
  );
  expect(draft.status).toBe(201);
  const revealed = await stage.operator.post(`${own}/reveal`, { fields: ['passport'], reason: canaries.reason });
  expect(revealed.status, revealed.text).toBe(200);
  await vi.waitFor(async () => {
    const { items } = (await stage.debtor.get(`/api/issued-documents/loan/${deal}`)).body;
    expect(items).toHaveLength(2);
    for (const { id } of items)
      expect((await stage.debtor.get(`/api/issued-documents/loan/${deal}/${id}`)).status).toBe(200);
  }, patience);
  return { stage, deal };
}

/** Where in the database a canary is told: `table: what`. */
export async function canariesInDatabase({ house }: Pick<MoneyStage, 'house'>): Promise<string[]> {
  const { rows: tables } = await house.owner.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await house.owner.query(`select to_jsonb(t)::text as text from ${name} t`);
    const told = new Set(rows.flatMap(({ text }) => canariesIn(text)));
    if (told.size > 0) found.push(`${name}: ${[...told].join(', ')}`);
  }
  return found;
}

/** The files of a storage, by their names. */
export function filesIn({ house }: MoneyStage, folder: string): string[] {
  return readdirSync(join(house.dataDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What the storage tells as it lies. */
export const canariesInFiles = (stage: MoneyStage): string[] =>
  ['files', 'documents'].flatMap((folder) =>
    filesIn(stage, folder).flatMap((file) => canariesIn(readFileSync(file, 'utf8'))),
  );
