import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { RETENTION } from '#domain/settings/retention.ts';
import { usualOf } from '#domain/settings/setting.ts';
import { addDays, moscowDay } from '#domain/values/days.ts';
import { openDocument } from '#server/modules/documents/storage.ts';
import { brokenLedger } from '#server/modules/ledger/ledger.read.ts';
import { digestOf } from '#server/modules/personal-data/erase.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import { keepDeadlines } from '#server/platform/jobs/deadlines.ts';
import { sealAudit, verifyAudit } from '#server/platform/state/audit-chain.ts';
import { patience } from '../helpers/patience.ts';
import type { MoneyStage } from '../payments/bank.ts';
import { canariesInDatabase, canariesInFiles, filesIn, makeMarkedSubject } from './subject.ts';

const terms = usualOf(RETENTION);
let stage: MoneyStage;
let deal: number;
afterAll(() => stage.stop());

test('a person has been here for a while', async () => {
  ({ stage, deal } = await makeMarkedSubject());
}, 60_000);

const consents = '/api/auth/consents';
const mine = async () => (await stage.debtor.get(consents)).body;
const offered = async (kind: string) => (await mine()).offered.find((one: { kind: string }) => one.kind === kind);
const give = async (kind: string) => stage.debtor.post(consents, { documentId: (await offered(kind)).documentId });
const withdraw = async () => {
  const { id } = (await mine()).items.findLast(
    (one: { kind: string; revokedAt: unknown }) => one.kind === 'personal-data-platform' && !one.revokedAt,
  );
  return stage.debtor.post(`${consents}/${id}/withdraw`);
};
const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
const later = inDays(terms.regretDays + 1);

/** The debt of the deal is settled and nothing of it goes on. */
const endDeal = async (): Promise<void> => {
  await stage.run(
    `update settlements set status = 'closed', close_reason = 'fulfilled', closed_at = now() where id = $1`,
    [deal],
  );
  await stage.run(`update requests set status = 'closed', close_reason = 'fulfilled' where individual_id = $1`, [
    stage.debtorId,
  ]);
  await stage.run('update registry_entries set settled_at = now() where individual_id = $1', [stage.debtorId]);
};

describe('whoever takes back the consent to be known here', () => {
  test('is told what keeps him while his debts go on, and nothing more of him goes anywhere', async () => {
    await give('personal-data-platform');
    const { body } = await withdraw();
    expect(body.erasure).toEqual({
      dueOn: addDays(moscowDay(new Date()), terms.regretDays),
      keptBy: expect.arrayContaining(['deal', 'claim']),
    });
    expect(body.items.filter((one: { revokedAt: unknown }) => !one.revokedAt)).toEqual([]);
    expect(body.offered.map(({ kind }: { kind: string }) => kind)).toEqual(['personal-data-platform']);
    await keepDeadlines(stage.house.app, later);
    expect((await mine()).erasure.keptBy).toContain('deal');
    const seen = (await stage.operator.get(`/api/individuals/${stage.debtorId}/consents`)).body;
    expect(seen.erasure).toEqual((await mine()).erasure);
  });

  test('may change his mind', async () => {
    expect((await give('personal-data-platform')).body.erasure).toBeNull();
    const rows = await stage.run(`select status from erasures where individual_id = $1`, [stage.debtorId]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });

  test('is erased when nothing keeps him: his values are nowhere, what a law wants stays and is true', async () => {
    const { app } = stage.house;
    expect((await canariesInDatabase(stage)).length).toBeGreaterThan(5);
    await sealAudit(app.database.db);
    await withdraw();
    await endDeal();
    await keepDeadlines(app);
    expect((await mine()).erasure).not.toBeNull();
    const [file] = await stage.run(
      'select key from stored_files where id in (select file_id from owned_files where individual_id = $1)',
      [stage.debtorId],
    );
    await keepDeadlines(app, later);
    expect((await stage.debtor.get('/api/auth/me')).status).toBe(401);
    expect(await canariesInDatabase(stage)).toEqual([]);
    expect(canariesInFiles(stage)).toEqual([]);
    await vi.waitFor(
      () => expect(filesIn(stage, 'files').filter((name) => name.endsWith(String(file!['key'])))).toEqual([]),
      patience,
    );
    expect(await brokenLedger(app.database.db)).toEqual([]);
    await expectDocumentsHold();
  });

  test('leaves an act, which the chain of the audit covers', async () => {
    const { db } = stage.house.app.database;
    const [row] = await stage.run(
      `select id, act, audit_digest as digest from erasures where individual_id = $1 and status = 'done'`,
      [stage.debtorId],
    );
    const act = row!['act'] as { deleted: object; blanked: object; kept: object; files: number; auditRows: number };
    expect(act).toMatchObject({
      deleted: { ownedFiles: 1, storedFiles: 1 },
      blanked: { individuals: 1, accounts: 1, registryEntries: expect.any(Number) },
      kept: { issuedDocuments: expect.stringContaining('пять лет'), ledgerEntries: expect.any(String) },
      files: 1,
    });
    expect(act.auditRows).toBeGreaterThan(10);
    expect(await digestOf(db, row!['id'] as number)).toBe(row!['digest']);
    const told = await stage.run(
      `select after ->> 'audit_digest' as digest from audit_log where object_type = 'erasures' and after ->> 'status' = 'done'`,
    );
    expect(told).toEqual([{ digest: row!['digest'] }]);
    await sealAudit(db);
    expect((await db.transaction().execute((tx) => verifyAudit(tx))).brokenAt).toBeNull();
  });

  test('cannot be used to change the audit: a blanked row must say what it said then, and others do not change', async () => {
    const { db } = stage.house.app.database;
    const { owner } = stage.house;
    const change = `update audit_log set reason = 'иначе' where id = `;
    await expect(owner.query(`${change} (select max(id) from audit_log)`)).rejects.toThrow('append-only');
    const { rows } = await owner.query('select min(audit_id) as id from audit_erasures');
    await owner.query(`begin; set local ugovor.erasure = '1'; ${change} ${rows[0].id}; commit`);
    expect((await db.transaction().execute((tx) => verifyAudit(tx))).brokenAt).toBe(rows[0].id);
  });
});

/** What was signed is the same to the byte, and its facts are those that were written down. */
async function expectDocumentsHold(): Promise<void> {
  const { app } = stage.house;
  const rows = await stage.run(
    'select file_key, sha256, facts_sealed, facts_sha256 from issued_documents where settlement_id = $1 and file_key is not null',
    [deal],
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    const pdf = await openDocument(app, { fileKey: String(row['file_key']), sha256: String(row['sha256']) });
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(row['sha256']);
    expect(hashOf(app.secrets.open('issued_documents.facts', String(row['facts_sealed'])))).toBe(row['facts_sha256']);
  }
}
