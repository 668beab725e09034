import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { RETENTION } from '#domain/settings/retention.ts';
import { defaultsOf } from '#domain/settings/setting.ts';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { openDocument } from '#server/modules/documents/storage.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import { erasureDigest } from '#server/modules/personal-data/erase-audit.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import { sealAudit, verifyAudit } from '#server/platform/state/audit-chain.ts';
import { runDeadlines } from '#server/platform/state/deadlines.ts';
import { patience } from '../helpers/patience.ts';
import type { PaymentScenario } from '../payments/helpers/scenario.ts';
import { canariesInDatabase, canariesInFiles, filesIn, makeMarkedSubject } from './helpers/subject.ts';

const terms = defaultsOf(RETENTION);
let scenario: PaymentScenario;
let settlement: number;
afterAll(() => scenario.stop());

test('a person has been here for a while', async () => {
  ({ scenario, settlement } = await makeMarkedSubject());
}, 60_000);

const consents = '/api/auth/consents';
const mine = async () => (await scenario.debtor.get(consents)).body;
const offered = async (kind: string) => (await mine()).offered.find((one: { kind: string }) => one.kind === kind);
const give = async (kind: string) => scenario.debtor.post(consents, { documentId: (await offered(kind)).documentId });
const withdraw = async () => {
  const { id } = (await mine()).items.findLast(
    (one: { kind: string; revokedAt: unknown }) => one.kind === 'personal-data-platform' && !one.revokedAt,
  );
  return scenario.debtor.post(`${consents}/${id}/withdraw`);
};
const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
const later = inDays(terms.regretDays + 1);

/** The debt of the settlement is settled and nothing of it goes on. */
const endSettlement = async (): Promise<void> => {
  await scenario.run(
    `update settlements set status = 'closed', close_reason = 'fulfilled', closed_at = now() where id = $1`,
    [settlement],
  );
  await scenario.run(`update requests set status = 'closed', close_reason = 'fulfilled' where individual_id = $1`, [
    scenario.debtorId,
  ]);
  await scenario.run('update registry_entries set settled_at = now() where individual_id = $1', [scenario.debtorId]);
};

describe('whoever takes back the consent to be known here', () => {
  test('is told what keeps him while his debts go on, and nothing more of him goes anywhere', async () => {
    await give('personal-data-platform');
    const { body } = await withdraw();
    expect(body.erasure).toEqual({
      dueOn: addDays(moscowDay(new Date()), terms.regretDays),
      keptBy: expect.arrayContaining(['settlement', 'claim']),
    });
    // The rules of signing are an agreement, not a consent: what has been signed by them stays signed.
    const held = body.items.filter((one: { revokedAt: unknown }) => !one.revokedAt);
    expect(held.map(({ kind }: { kind: string }) => kind)).toEqual(['pep-agreement']);
    // His agreement goes on, and a question for a pause by illness with it (docs/decisions/0152).
    expect(body.offered.map(({ kind }: { kind: string }) => kind)).toEqual(['personal-data-platform', 'health-data']);
    await runDeadlines(scenario.testApp.app, later);
    expect((await mine()).erasure.keptBy).toContain('settlement');
    const seen = (await scenario.operator.get(`/api/individuals/${scenario.debtorId}/consents`)).body;
    expect(seen.erasure).toEqual((await mine()).erasure);
  });

  test('may change his mind', async () => {
    expect((await give('personal-data-platform')).body.erasure).toBeNull();
    const rows = await scenario.run(`select status from erasures where individual_id = $1`, [scenario.debtorId]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });

  test('is erased when nothing keeps him: his values are nowhere, what a law wants stays and is true', async () => {
    const { app } = scenario.testApp;
    expect((await canariesInDatabase(scenario)).length).toBeGreaterThan(5);
    await sealAudit(app.database.db);
    await withdraw();
    await endSettlement();
    await runDeadlines(app);
    expect((await mine()).erasure).not.toBeNull();
    const [file] = await scenario.run(
      'select key from stored_files where id in (select file_id from owned_files where individual_id = $1)',
      [scenario.debtorId],
    );
    await runDeadlines(app, later);
    expect((await scenario.debtor.get('/api/auth/me')).status).toBe(401);
    expect(await canariesInDatabase(scenario)).toEqual([]);
    expect(canariesInFiles(scenario)).toEqual([]);
    await vi.waitFor(
      () => expect(filesIn(scenario, 'files').filter((name) => name.endsWith(String(file!['key'])))).toEqual([]),
      patience,
    );
    expect(await brokenLedger(app.database.db)).toEqual([]);
    await expectDocumentsHold();
  });

  test('leaves an act, which the chain of the audit covers', async () => {
    const { db } = scenario.testApp.app.database;
    const [row] = await scenario.run(
      `select id, act, audit_digest as digest from erasures where individual_id = $1 and status = 'done'`,
      [scenario.debtorId],
    );
    const act = row!['act'] as { deleted: object; blanked: object; kept: object; files: number; auditRows: number };
    expect(act).toMatchObject({
      deleted: { ownedFiles: 1, storedFiles: 1 },
      blanked: { individuals: 1, accounts: 1, registryEntries: expect.any(Number) },
      kept: { issuedDocuments: expect.stringContaining('пять лет'), ledgerEntries: expect.any(String) },
      files: 1,
    });
    expect(act.auditRows).toBeGreaterThan(10);
    expect(await erasureDigest(db, row!['id'] as number)).toBe(row!['digest']);
    const told = await scenario.run(
      `select after ->> 'audit_digest' as digest from audit_log where object_type = 'erasures' and after ->> 'status' = 'done'`,
    );
    expect(told).toEqual([{ digest: row!['digest'] }]);
    await sealAudit(db);
    expect((await db.transaction().execute((tx) => verifyAudit(tx))).brokenAt).toBeNull();
  });

  test('cannot be used to change the audit: a blanked row must say what it said then, and others do not change', async () => {
    const { db } = scenario.testApp.app.database;
    const { owner } = scenario.testApp;
    const change = `update audit_log set reason = 'иначе' where id = `;
    await expect(owner.query(`${change} (select max(id) from audit_log)`)).rejects.toThrow('append-only');
    const { rows } = await owner.query('select min(audit_id) as id from audit_erasures');
    await owner.query(`begin; set local ugovor.erasure = '1'; ${change} ${rows[0].id}; commit`);
    expect((await db.transaction().execute((tx) => verifyAudit(tx))).brokenAt).toBe(rows[0].id);
  });
});

/** What was signed is the same to the byte, and its facts are those that were written down. */
async function expectDocumentsHold(): Promise<void> {
  const { app } = scenario.testApp;
  const rows = await scenario.run(
    'select file_key, sha256, facts_sealed, facts_sha256 from issued_documents where settlement_id = $1 and file_key is not null',
    [settlement],
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    const pdf = await openDocument(app, { fileKey: String(row['file_key']), sha256: String(row['sha256']) });
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(row['sha256']);
    expect(hashOf(app.secrets.open('issued_documents.facts', String(row['facts_sealed'])))).toBe(row['facts_sha256']);
  }
}

test('a claim keeps its person until it is withdrawn or settled, also who calls it not his', async () => {
  const [claim] = await scenario.run(
    `update registry_entries set settled_at = null, status = 'rejected_by_individual',
      reject_reason = 'not_mine', decision_at = now(), individual_id = $1
    where id = (select min(id) from registry_entries) returning id`,
    [scenario.otherId],
  );
  const keptBy = async () => {
    const { body } = await scenario.other.get(consents);
    const { documentId } = body.offered.find((one: { kind: string }) => one.kind === 'personal-data-platform');
    await scenario.other.post(consents, { documentId });
    const given = (await scenario.other.get(consents)).body.items.at(-1);
    return (await scenario.other.post(`${consents}/${given.id}/withdraw`)).body.erasure.keptBy;
  };
  expect(await keptBy()).toEqual(['claim']);
  await scenario.run('update registry_entries set withdrawn_at = now() where id = $1', [claim!['id']]);
  expect(await keptBy()).toEqual([]);
});

test('whoever has only typed the ИНН of somebody else takes nothing of him along when he is erased', async () => {
  const { testApp } = scenario;
  const [stranger, own] = ['643909418561', '770708389324'];
  const typed = await testApp.individual({ inn: stranger });
  const verified = await testApp.individual({ inn: own, verificationStatus: 'verified' });
  for (const [no, inn] of [stranger, own].entries()) {
    await testApp.owner.query(
      `insert into registry_rows (registry_id, row_no, broken, warned, last_name, debtor_inn)
       select min(id), $1, false, false, 'Чужой', $2 from registries`,
      [9_000 + no, inn],
    );
  }
  for (const { client } of [typed, verified]) {
    const { body } = await client.get(consents);
    const { documentId } = body.offered.find((one: { kind: string }) => one.kind === 'personal-data-platform');
    await client.post(consents, { documentId });
    const given = (await client.get(consents)).body.items.at(-1);
    expect((await client.post(`${consents}/${given.id}/withdraw`)).status).toBe(200);
  }
  await runDeadlines(testApp.app, later);
  for (const { client } of [typed, verified]) expect((await client.get('/api/auth/me')).status).toBe(401);
  const left = await scenario.run(
    'select debtor_inn, last_name, broken from registry_rows where row_no in (9000, 9001) order by row_no',
  );
  // A row that names nobody is no claim: its registry is loaded without it.
  expect(left).toEqual([
    { debtor_inn: stranger, last_name: 'Чужой', broken: false },
    { debtor_inn: null, last_name: null, broken: true },
  ]);
});
