import { sql } from 'kysely';
import { byAccount, type TablesOfModule } from './database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  dataKeys: {
    holds: { secret: 'wrapped' },
  },
  nodes: {
    holds: { code: 'id storage process' },
  },
  idempotencyRecords: {
    holds: { secret: 'request_hash answer_sealed', code: 'operation key' },
    person: { of: byAccount, fate: 'delete' },
  },
  rateLimits: {
    holds: { code: 'key' },
  },
  rowCounts: {
    holds: { code: 'list status' },
  },
  statusHistory: {
    holds: { free: 'reason remarks', code: 'machine object_type move from_status to_status' },
  },
  letters: {
    holds: { contact: 'recipient', secret: 'contents_sealed', code: 'template status problem provider_id' },
    person: { title: 'Письма', of: ({ email }) => sql`recipient = ${email}`, fate: 'delete' },
  },
  demonstration: {
    holds: {},
  },
  partnerMessages: {
    holds: { code: 'id type partner' },
  },
};
