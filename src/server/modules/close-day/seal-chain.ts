import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type ChainEnd, chainStart } from '#server/platform/state/audit-chain.ts';

/** Entries that are hashed at once. */
const portion = 5_000;

/** What the first seal is chained to. */
const firstHash = Buffer.alloc(32);

/** The last seal: what the next one begins from. */
export interface LastSeal {
  hash: Buffer;
  lastEntry: number;
  audit: ChainEnd;
}

/** What a seal covers. */
export interface Sealed extends LastSeal {
  entries: number;
}

/** The seal of the day before; where there is none, of nothing. */
export async function lastSealOf(db: Db): Promise<LastSeal> {
  const last = await db
    .selectFrom('businessDays')
    .select(['hash', 'lastEntry', 'auditSeq', 'auditId', 'auditSeal', 'auditSettled'])
    .where('status', '=', 'sealed')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return { hash: firstHash, lastEntry: 0, audit: chainStart };
  const { auditSeq: seq, auditId, auditSeal, auditSettled: settled } = last;
  return {
    hash: last.hash!,
    lastEntry: last.lastEntry,
    audit: { seq, auditId, hash: auditSeal ?? chainStart.hash, settled },
  };
}

/** The seal of a day over the one before it, the chain of the audit and the entries since; entries never change. */
export async function sealOf(db: Db, day: string, from: LastSeal, lastEntry: number): Promise<Sealed> {
  const { audit } = from;
  const hash = createHash('sha256').update(from.hash);
  hash.update(JSON.stringify([day, from.lastEntry, lastEntry, audit.seq, audit.hash.toString('hex')]));
  let entries = 0;
  for (let after = from.lastEntry; ; ) {
    const { rows } = await sql<{ id: number; text: string }>`
      select e.id, jsonb_build_array(e.id, e.kind, e.event, e.settlement_id, e.payment_id, e.value_date,
        extract(epoch from e.created_at), (select jsonb_agg(jsonb_build_array(l.account, l.holder_id, l.side, l.amount) order by l.id)
          from ledger_lines l where l.entry_id = e.id))::text as text
      from ledger_entries e where e.id > ${after} and e.id <= ${lastEntry} order by e.id limit ${portion}`.execute(db);
    for (const { text } of rows) hash.update(text);
    entries += rows.length;
    if (rows.length < portion) break;
    after = rows.at(-1)!.id;
  }
  return { hash: hash.digest(), lastEntry, audit, entries };
}

/**
 * The first of the last sealed days whose seal does not fit what the books say now; null when all do.
 * @param most so many of them are looked at
 */
export async function brokenSeal(db: Db, most: number): Promise<string | null> {
  const last = await db
    .selectFrom('businessDays')
    .select(['day', 'hash', 'lastEntry', 'auditSeq', 'auditSeal'])
    .where('status', '=', 'sealed')
    .orderBy('day', 'desc')
    .limit(most + 1)
    .execute();
  let before: Pick<LastSeal, 'hash' | 'lastEntry'> = { hash: firstHash, lastEntry: 0 };
  for (const [index, { day, hash, lastEntry, auditSeq: seq, auditSeal }] of last.toReversed().entries()) {
    const audit: ChainEnd = { ...chainStart, seq, hash: auditSeal ?? chainStart.hash };
    // Of more than were asked for the earliest is only what the next one is chained to.
    const isBase = last.length > most && index === 0;
    const sealed = isBase ? null : await sealOf(db, day, { ...before, audit }, lastEntry);
    if (sealed && !sealed.hash.equals(hash!)) return day;
    before = { hash: hash!, lastEntry };
  }
  return null;
}

/** What a seal is by the books as they are now, beside what it was. */
interface SealCheck {
  day: string;
  fits: boolean;
  seal: string;
  counted: string;
  entries: number;
}

/** Counts the seal of a day anew, and looks for the place of the audit that it names; undefined of a day that is not sealed. */
export async function checkSeal(db: Db, day: Day): Promise<SealCheck | undefined> {
  const [sealed, before] = await db
    .selectFrom('businessDays')
    .select(['day', 'hash', 'lastEntry', 'auditSeq', 'auditSeal'])
    .where('status', '=', 'sealed')
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(2)
    .execute();
  if (sealed?.day !== day) return undefined;
  const { hash, lastEntry, auditSeq: seq, auditSeal } = sealed;
  const audit: ChainEnd = { ...chainStart, seq, hash: auditSeal ?? chainStart.hash };
  const from = before ? { hash: before.hash!, lastEntry: before.lastEntry } : { hash: firstHash, lastEntry: 0 };
  const counted = await sealOf(db, day, { ...from, audit }, lastEntry);
  return {
    day,
    fits: counted.hash.equals(hash!) && (await isInAudit(db, audit)),
    seal: hash!.toString('hex'),
    counted: counted.hash.toString('hex'),
    entries: counted.entries,
  };
}

/** Whether the audit still has the seal that stood at a place of its chain. */
async function isInAudit(db: Db, { seq, hash }: ChainEnd): Promise<boolean> {
  if (seq === chainStart.seq) return true;
  const seal = await db.selectFrom('auditSeals').select('hash').where('seq', '=', seq).executeTakeFirst();
  return seal?.hash.equals(hash) ?? false;
}
