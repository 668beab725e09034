import { sql } from 'kysely';
import { kopecks } from '#domain/values/money.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { makeContact } from './contacts.ts';
import { type Claims, makeEntry, makeOwnedFile, makeSimpleEntry } from './things.ts';

/** What somebody asks a company for: a request, a simple one, a bargaining, a document that is still being made, a statement, a payment, a pause. */
export interface Settlement {
  request: number;
  simpleRequest: number;
  settlement: number;
  document: number;
  certificateRequest: number;
  payment: number;
  lifeEvent: number;
  /** Where both talk about it, to which operators are called, and what has been said there. */
  chat: number;
  message: number;
  messageFile: number;
  /** What the company has answered there. */
  answer: number;
}

interface Between {
  legalEntityId: number;
  registryId: number;
  entryId: number;
  individualId: number;
  /** What is shown with the request. */
  paper: number;
  /** With the company already, so that its people see it; else it is a draft. */
  isHanded: boolean;
}

/** A settlement of each kind about one claim. */
export async function makeSettlement(tx: Tx, { isHanded, ...between }: Between): Promise<Settlement> {
  const { legalEntityId, registryId, entryId, individualId, paper } = between;
  const { id: request } = await tx
    .insertInto('requests')
    .values({
      startedBy: 'individual',
      individualId,
      creditorInn: '7707083893',
      ...(isHanded ? { status: 'pending', legalEntityId, registryId } : { status: 'waiting' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await makeOwnedFile(tx, paper, { requestId: request }, 'slot', 'contract');
  const { id: simpleRequest } = await tx
    .insertInto('simpleRequests')
    .values({
      individualId,
      creditorInn: '7707083893',
      ...(isHanded && { stage: 'creditor-notified', legalEntityId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: settlement } = await tx
    .insertInto('settlements')
    .values({
      requestId: request,
      registryEntryId: entryId,
      individualId,
      legalEntityId,
      debt: jsonText([{ code: 'principal', amount: kopecks(4_000_000) }]),
      debtTotal: 4_000_000,
      debtAsOf: '2026-01-10',
      turn: 'creditor',
      search: 'у-1',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await makeForgiven(tx, settlement);
  await tx
    .insertInto('scheduleItems')
    .values({
      settlementId: settlement,
      no: 1,
      plannedDate: '2099-01-15',
      dueDate: '2099-01-15',
      principal: 100,
      interest: 0,
      amount: 100,
    })
    .execute();
  const { id: payment } = await tx
    .insertInto('payments')
    .values({ settlementId: settlement, individualId, legalEntityId, channel: 'sbp', amount: 100, status: 'failed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await makeOwnedFile(tx, paper, { paymentId: payment }, 'slot', 'proof');
  const { id: lifeEvent } = await tx
    .insertInto('lifeEvents')
    .values({
      individualId,
      settlementId: settlement,
      legalEntityId,
      // A paper of health is open to a creditor only until he has answered (docs/decisions/0148).
      kind: 'job_loss',
      since: '2026-01-10',
      status: 'waiting',
      side: 'individual',
      months: 2,
      enteredBy: sql<number>`(select min(id) from accounts)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await makeOwnedFile(tx, paper, { lifeEventId: lifeEvent }, 'slot', 'proof');
  const { id: certificateRequest } = await tx
    .insertInto('certificateRequests')
    .values({
      kind: 'statement',
      settlementId: settlement,
      individualId,
      legalEntityId,
      debtOn: '2026-01-10',
      since: '2099-01-15',
      dueOn: '2099-01-22',
      remindOn: '2099-01-20',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const document = await makeDocument(tx, settlement);
  const talk = await makeTalk(tx, paper, request);
  return { request, simpleRequest, settlement, document, certificateRequest, payment, lifeEvent, ...talk };
}

/** A message with a file in the chat of a settlement, by whoever was here first. */
async function makeTalk(tx: Tx, paper: number, requestId: number) {
  const { id: chat } = await tx
    .updateTable('chats')
    .set({ calledAt: sql<Date>`now()` })
    .where('requestId', '=', requestId)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: number }>`select min(id) as id from accounts`.execute(tx);
  const { id } = rows[0]!;
  const { message: answer } = await say(tx, chat, id, paper, 'creditor');
  return { chat, answer, ...(await say(tx, chat, id, paper)) };
}

/** What somebody has said in a chat, with a file. */
export async function say(
  tx: Tx,
  chatId: number,
  accountId: number,
  paper: number,
  side: 'individual' | 'creditor' = 'individual',
) {
  const messageFile = await makeOwnedFile(tx, paper, { chatId }, 'folder', 'message');
  const { lastNo: no, lastChange: change } = await tx
    .updateTable('chats')
    .set({ lastNo: sql`last_no + 1`, lastChange: sql`last_change + 1`, lastSide: side })
    .where('id', '=', chatId)
    .returning(['lastNo', 'lastChange'])
    .executeTakeFirstOrThrow();
  const { id: message } = await tx
    .insertInto('chatMessages')
    .values({
      chatId,
      no,
      change,
      authorKind: 55,
      side,
      clientKey: sql<string>`gen_random_uuid()`,
      accountId,
      text: 'Здравствуйте',
      fileId: messageFile,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { message, messageFile };
}

/** An agreement between the same two that was kept, and forgave something. */
async function makeForgiven(tx: Tx, like: number): Promise<void> {
  await sql`
    insert into settlements (request_id, registry_entry_id, individual_id, legal_entity_id, debt, debt_total, debt_as_of, search,
      status, close_reason, signed_at, closed_at, paid_on, agreed_amount, discount_amount, discount_bps)
    select request_id, registry_entry_id, individual_id, legal_entity_id, debt, debt_total, debt_as_of, search,
      'closed', 'fulfilled', now(), now(), date '2026-01-20', debt_total - 100, 100, 1 from settlements where id = ${like}`.execute(
    tx,
  );
}

/** The document of an agreement about a settlement, without its file. */
async function makeDocument(tx: Tx, settlementId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with signer as (select min(id) as id from accounts),
    offer as (
      insert into terms_offers (settlement_id, round, side, account_id, amount, plan, rows, terms_hash, status, expires_at)
      select ${settlementId}, 1, 'creditor', signer.id, 100, '{"kind": "at_once", "amount": 100, "firstDate": "2099-01-15"}', '[]', 'hash', 'withdrawn', now() from signer returning id),
    agreement as (
      insert into agreements (settlement_id, offer_id, snapshot, snapshot_sha256)
      select ${settlementId}, id, '{}', 'hash' from offer returning id)
    insert into issued_documents (kind, number, settlement_id, agreement_id, individual_id, legal_entity_id,
      template_version, facts_sealed, facts_sha256, verify_code)
    select 'agreement', 'У-1', ${settlementId}, agreement.id, s.individual_id, s.legal_entity_id, 1, '1.sealed', 'hash',
      lpad(${settlementId}::text, 16, '0') from agreement, settlements s where s.id = ${settlementId}
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** What the debtor of a claim asks the company for. */
export const makeHanded = (
  tx: Tx,
  paper: number,
  legalEntityId: number,
  { registry, entry }: Claims,
  individualId: number,
): Promise<Settlement> =>
  makeSettlement(tx, { legalEntityId, registryId: registry, entryId: entry, individualId, paper, isHanded: true });

/** What the home company's registries say of an individual of the matrix, and what he drafts. */
export async function makeOwnClaims(
  tx: Tx,
  paper: number,
  legalEntityId: number,
  claims: Claims,
  individualId: number | null,
) {
  if (individualId === null) return { entry: null, simpleEntry: null, settlement: null, contact: null };
  const registryId = claims.registry;
  const entry = await makeEntry(tx, { legalEntityId, individualId, registryId });
  return {
    entry,
    contact: await makeContact(tx, { legalEntityId, registryEntryId: entry, individualId }),
    settlement: await makeSettlement(tx, {
      legalEntityId,
      registryId,
      entryId: entry,
      individualId,
      paper,
      isHanded: false,
    }),
    simpleEntry: await makeSimpleEntry(tx, { legalEntityId, individualId, registryId: claims.simpleRegistry }),
  };
}
