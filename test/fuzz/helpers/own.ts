import { Readable } from 'node:stream';
import { resultsOf } from '#server/modules/background-tasks/run-export.ts';
import type { Booted } from '../../helpers/boot.ts';

/** A saved view of each actor; one that is deleted stays so, which is an answer of the contract as well. */
export async function makeSavedViews(
  testApp: Booted,
  signed: Readonly<Record<string, { accountId: number }>>,
): Promise<Map<string, number>> {
  const views = new Map<string, number>();
  for (const [name, { accountId }] of Object.entries(signed)) {
    const { rows } = await testApp.app.database.pool.query(
      `insert into saved_views (account_id, screen, name, query, view) values ($1, 'individuals', 'Мои', '', '{}') returning id`,
      [accountId],
    );
    views.set(name, rows[0].id);
  }
  return views;
}

/** A browser of each actor that is told of news. */
export async function makePushSubscriptions(
  testApp: Booted,
  signed: Readonly<Record<string, { accountId: number }>>,
): Promise<Map<string, number>> {
  const { pool } = testApp.app.database;
  const { rows: keys } = await pool.query(
    `insert into push_keys (public_key, private_sealed) values ('fuzz', '') returning id`,
  );
  const browsers = new Map<string, number>();
  for (const [name, { accountId }] of Object.entries(signed)) {
    const { rows } = await pool.query(
      `insert into push_subscriptions (account_id, push_key_id, endpoint_sealed, endpoint_mark, browser)
       values ($1, $2, '', gen_random_uuid()::text, 'Firefox') returning id`,
      [accountId, keys[0].id],
    );
    browsers.set(name, rows[0].id);
  }
  return browsers;
}

/** A delivery that has not come, so that it may be made again. */
export async function makeDelivery(testApp: Booted, accountId: number): Promise<number> {
  const { rows } = await testApp.app.database.pool.query(
    `with told as (insert into notifications (account_id, event, title) values ($1, 'settlement.turn', 'Новое') returning id)
     insert into deliveries (account_id, notification_id, event, channel, status, due_at)
     select $1, id, 'settlement.turn', 'push', 'failed', now() from told returning id`,
    [accountId],
  );
  return rows[0].id;
}

/** A finished task of each actor with its file. */
export async function makeBackgroundTasks(
  testApp: Booted,
  signed: Readonly<Record<string, { accountId: number }>>,
): Promise<Map<string, number>> {
  const tasks = new Map<string, number>();
  for (const [name, { accountId }] of Object.entries(signed)) {
    const upload = { kinds: ['zip' as const], maxBytes: 100 };
    const { key } = await resultsOf(testApp.app).receive(Readable.from([Buffer.from('PK\u0003\u0004')]), 'x', upload);
    const { rows } = await testApp.app.database.pool.query(
      `insert into background_tasks (account_id, session_id, operation, title, query_sealed, state, file_key, file_name,
         expires_at)
       select $1, min(id), 'individuals.exportExcel', 'Физлица', '', 'done', $2, 'Физлица.xlsx', now() + interval '1 day'
       from sessions where account_id = $1 returning id`,
      [accountId, key],
    );
    tasks.set(name, rows[0].id);
  }
  return tasks;
}

/** A consent of each actor, the documents that may be signed, and what brings all consents back as they were. */
export async function makeOwnConsents(
  testApp: Booted,
  signed: Readonly<Record<string, { accountId: number }>>,
): Promise<{ ids: Map<string, number>; documentIds: number[]; restoration: string }> {
  const { pool } = testApp.app.database;
  const ids = new Map<string, number>();
  for (const [name, { accountId }] of Object.entries(signed)) {
    // Without the second one nobody is told of to the partner.
    const { rows } = await pool.query(
      `insert into consents (account_id, document_id) select $1, id from consent_documents
       where kind in ('marketing', 'personal-data-partner') order by kind returning id`,
      [accountId],
    );
    ids.set(name, rows[0].id);
  }
  const { rows: documents } = await pool.query('select id from consent_documents order by id');
  const { rows } = await pool.query('select max(id) as last from consents');
  const restoration = `delete from consents where id > ${rows[0].last};
  update consents set revoked_at = null where revoked_at is not null;`;
  return { ids, documentIds: documents.map(({ id }) => id), restoration };
}
