import type { Resource } from '#contract/kernel/access.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import { AGREEMENT_TEMPLATE } from '#domain/documents/agreement-template.ts';
import type { CertificateFacts } from '#domain/documents/certificate-template.ts';
import type { CorrectionFacts } from '#domain/money/invoice-lines.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { factsContext } from '#server/modules/documents/make.ts';
import { storeDocument } from '#server/modules/documents/storage.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { say } from '../../access/helpers/settlements.ts';
import { makeEntry, makePaper } from '../../access/helpers/things.ts';
import type { Booted } from '../../helpers/boot.ts';
import { invoiceFacts } from '../../helpers/invoice-facts.ts';
import type { ActorName } from './asking.ts';

/** Requests in the states from which somebody may do something with them, and a bargaining. */
export interface FuzzedSettlements {
  idsOf(actor: ActorName): Partial<Record<Resource, number | undefined>>;
  /** The code of a document that is made. */
  verifyCode: string;
  /** SQL that takes away past the triggers what the last case has made, and lays out the bargaining anew. */
  pastTriggers: string;
  /** SQL that brings the rest of them back to where they can be changed. */
  restoration: string;
}

interface Between {
  company: number;
  individual: number;
  account: number;
  registry: number;
  entry: number;
  /** Who says something in the chat. */
  accounts: Readonly<Partial<Record<ActorName, number>>>;
}

/** Whose request is in which state: a draft of the person, one that is with the company, one that operators put away. */
const place: Record<ActorName, number> = { anonymous: 0, individual: 0, head: 1, administrator: 2 };
const creditors = ['7728168971', '7736050003', '7710140679'];

export async function makeSettlements(testApp: Booted, between: Between): Promise<FuzzedSettlements> {
  const { company, individual, registry } = between;
  return inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
    const entryId = await makeEntry(tx, { legalEntityId: company, individualId: individual, registryId: registry });
    const requests = await tx
      .insertInto('requests')
      .values(
        ['1', '2', '3', '4'].map((contractNumber) => ({
          startedBy: 'individual',
          status: 'waiting',
          individualId: individual,
          creditorInn: '7707083893',
          contractNumber,
        })),
      )
      .returning('id')
      .execute();
    const simple = await tx
      .insertInto('simpleRequests')
      .values(creditors.map((creditorInn) => ({ individualId: individual, creditorInn })))
      .returning('id')
      .execute();
    const { id: settlement } = await tx
      .insertInto('settlements')
      .values({
        requestId: requests[3]!.id,
        registryEntryId: entryId,
        individualId: individual,
        legalEntityId: company,
        debt: jsonText([{ code: 'principal', amount: kopecks(1_000) }]),
        debtTotal: 1_000,
        debtAsOf: '2026-01-10',
        turn: 'creditor',
        search: 'у-1',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: chat } = await tx
      .updateTable('chats')
      .set({ calledAt: new Date() })
      .where('settlementId', '=', settlement)
      .returning('id')
      .executeTakeFirstOrThrow();
    // A call that is to come; far away no other one stands in its way.
    const { id: contactRecord } = await tx
      .insertInto('contactRecords')
      .values({
        legalEntityId: company,
        registryEntryId: between.entry,
        individualId: individual,
        kind: 'call',
        source: 'hand',
        status: 'planned',
        at: new Date('2099-01-15T09:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // One that has been, of which its debtor may complain.
    const { id: heldContact } = await tx
      .insertInto('contactRecords')
      .values({
        legalEntityId: company,
        registryEntryId: between.entry,
        individualId: individual,
        kind: 'call',
        source: 'hand',
        status: 'held',
        at: new Date('2026-01-15T09:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { accounts } = between;
    const file = await makePaper(tx, testApp.app.files);
    const messages = new Map<string, Awaited<ReturnType<typeof say>>>();
    for (const [actor, account] of Object.entries(accounts)) messages.set(actor, await say(tx, chat, account, file));
    const { message: answer } = await say(tx, chat, accounts.head!, file, 'creditor');
    const kept = [...[...messages.values()].map(({ message }) => message), answer].join();
    const talk = (actor: ActorName) => ({
      chat,
      chatAuthor: accounts[actor] ?? between.account,
      messageFile: messages.get(actor)?.messageFile,
      ownMessage: messages.get(actor)?.message,
      otherMessage: actor === 'head' ? messages.get('individual')?.message : answer,
      ownMessageFile: messages.get(actor)?.messageFile,
    });
    const paper = () => storeDocument(testApp.app, Buffer.from('%PDF-1.7'));
    const stored = [await paper(), await paper()];
    const ids = { requests: requests.map(({ id }) => id), simple: simple.map(({ id }) => id), settlement };
    return {
      idsOf: (actor) => ({
        request: ids.requests[place[actor]]!,
        simpleRequest: ids.simple[place[actor]]!,
        settlement,
        document: documentId,
        certificateRequest: requestId,
        payment: paymentId,
        lifeEvent: lifeEventId,
        difference: differenceId,
        payout: payoutId,
        invoice: invoiceId,
        contactRecord: actor === 'individual' ? heldContact : contactRecord,
        complaint: complaintId,
        ...talk(actor),
      }),
      verifyCode,
      pastTriggers: rounds(between, ids.settlement),
      restoration: [
        `delete from contact_records where id not in (${contactRecord}, ${heldContact}) and source <> 'letter';
        update contact_records set status = 'planned' where id = ${contactRecord};
        delete from complaints;
        insert into complaints (id, account_id, message_id, kind) overriding system value
          values (${complaintId}, ${between.account}, ${answer}, 'threat');
        delete from chat_edits; delete from chat_reads; delete from chat_messages where id not in (${kept});
        update chat_messages set deleted_at = null, text = 'Здравствуйте' where deleted_at is not null or text <> 'Здравствуйте';
        update chats set settlement_id = null where settlement_id <> ${settlement};
        delete from chats where kind = 'support' or request_id not in (${ids.requests.join()});
        delete from owned_files where chat_id is not null and not exists (select from chat_messages m where m.file_id = owned_files.id);`,
        `delete from requests where id not in (${ids.requests.join()});`,
        papers(between, settlement, stored, testApp.app.secrets.seal(factsContext, certificateFacts)),
        wholeRequests(between, ids.requests),
        simpleOnes(between, ids.simple),
      ].join(''),
    };
  });
}

/** Rounds and signatures never change, so what the last case has made of them is taken away past their triggers. */
const rounds = ({ account, company, individual }: Between, settlement: number): string => `
  delete from invoice_allocations; delete from invoice_rows; delete from invoice_payments; delete from invoice_corrections; delete from invoices; delete from paper_numbers; delete from invoice_issuers;
  delete from ledger_lines; delete from ledger_entries; delete from ledger_balances;
  delete from differences; delete from reconciliations; delete from partner_messages; delete from autopayment_attempts; delete from autopayments; delete from payouts; delete from payout_rules; delete from refund_allocations; delete from refund_requests; delete from refunds; delete from payment_allocations; delete from owned_files where payment_id is not null or life_event_id is not null; delete from payments;
  delete from life_events;
  delete from company_features; delete from settlement_policies; delete from notices; delete from certificate_requests; delete from certificate_rules; delete from creditor_signatures; delete from payment_shifts; delete from issued_documents; delete from agreements; delete from signatures; delete from schedule_items; delete from terms_offers;
  delete from settlements where id <> ${settlement};
  insert into terms_offers (settlement_id, round, side, account_id, amount, plan, rows, terms_hash, template_version, expires_at)
    values (${settlement}, 1, case when random() < 0.5 then 'individual' else 'creditor' end, ${account}, 100,
      '{"kind": "at_once", "amount": 100, "firstDate": "2099-01-15"}', '[]', repeat('a', 64), ${AGREEMENT_TEMPLATE.version}, now() + interval '7 days');
  insert into settlement_policies (legal_entity_id, version, bands, account_id) values (${company}, 1, '[]', ${account});
  update settlements set status = 'negotiation', close_reason = null, round = 1, turn = case when random() < 0.5 then 'individual' else 'creditor' end, paid_amount = 0, paid_on = null,
    signed_at = '2026-01-05', closed_at = null, feedback_status = 'none', rating = null, feedback_text = null,
    last_individual_amount = null, last_creditor_amount = null where id = ${settlement};
  if random() < 0.5 then
    update settlements set status = 'waiting_for_payment', agreed_amount = 100, discount_amount = debt_total - 100, turn = null, shift_every = 2
      where id = ${settlement};
    update terms_offers set status = 'accepted' where settlement_id = ${settlement};
    if random() < 0.5 then
      insert into terms_offers (settlement_id, kind, round, side, account_id, amount, plan, rows, terms_hash, expires_at)
        values (${settlement}, case when random() < 0.5 then 'addendum' else 'annulment' end, 1,
          case when random() < 0.5 then 'individual' else 'creditor' end, ${account}, 100, '{}', '[]', repeat('b', 64),
          now() + interval '7 days');
    end if;
    insert into schedule_items (settlement_id, no, planned_date, due_date, principal, interest, amount)
      values (${settlement}, 1, '2020-01-15', case when random() < 0.5 then '2020-01-15' else '2099-01-15' end::date, 100, 0, 100);
    insert into ledger_balances (account, holder_id, shard, debit, credit)
      values ('M10', ${settlement}, 0, 100, 0), ('M20', ${settlement}, 0, 900, 0), ('M99', ${settlement}, 0, 0, 1000);
    if random() < 0.5 then
      update settlements set status = 'paid', paid_on = '2026-01-10', paid_amount = 100 where id = ${settlement};
      update schedule_items set paid = 100, status = 'paid';
      insert into certificate_requests (kind, settlement_id, individual_id, legal_entity_id, since, due_on, remind_on)
        values ('certificate', ${settlement}, ${individual}, ${company}, '2099-01-10', '2099-01-19', '2099-01-15');
      if random() < 0.6 then
        update settlements set feedback_status = 'moderation', rating = 5, feedback_at = now() where id = ${settlement};
      end if;
    end if;
  end if;
  insert into certificate_requests (id, kind, settlement_id, individual_id, legal_entity_id, debt_on, since, due_on, remind_on)
    overriding system value values (${requestId}, 'statement', ${settlement}, ${individual}, ${company}, '2026-01-10', '2099-01-10', '2099-01-19', '2099-01-15');
  if random() < 0.5 then
    insert into creditor_signatures (legal_entity_id, account_id, ip, user_agent, signatory, text_sha256)
      values (${company}, ${account}, '—', '—', '{"fullName": "Петров П. П.", "position": "директор", "ground": {"kind": "charter"}}', repeat('c', 64));
    insert into certificate_rules (legal_entity_id, version, signature_id)
      select ${company}, 1, max(id) from creditor_signatures;
  end if;
  insert into payments (id, settlement_id, individual_id, legal_entity_id, channel, amount, status)
    overriding system value values (${paymentId}, ${settlement}, ${individual}, ${company}, 'sbp', 100,
      case when random() < 0.5 then 'created' else 'failed' end);
  if random() < 0.3 then
    update payments set channel = 'outside', paid_on = '2026-01-10', status = 'created',
      stated_by = case when random() < 0.5 then 'individual' else 'creditor' end where id = ${paymentId};
  elsif random() < 0.4 then
    update payments set status = 'succeeded', overpaid = 100, value_date = '2026-01-10', succeeded_at = '2026-01-10' where id = ${paymentId};
    if random() < 0.5 then
      insert into refund_requests (payment_id, amount, reason) values (${paymentId}, 60, 'Заплачено дважды');
    elsif random() < 0.3 then
      insert into refunds (payment_id, settlement_id, amount, overpaid, returned, reason, partner_silent)
        values (${paymentId}, ${settlement}, 60, 60, 60, 'Заплачено дважды', true);
    end if;
  end if;
  insert into autopayments (settlement_id, individual_id, channel, status)
    select ${settlement}, ${individual}, 'card', 'created' where random() < 0.5;
  insert into owned_files (payment_id, place, kind, file_id)
    select ${paymentId}, 'slot', 'proof', min(id) from stored_files where kind = 'pdf' having min(id) is not null;
  insert into life_events (id, individual_id, settlement_id, legal_entity_id, kind, since, until, months, status, ground, side, entered_by, objected_at, ended_by)
    overriding system value select ${lifeEventId}, ${individual}, ${settlement}, ${company}, of.kind, '2026-01-10',
      case when of.status = 'in_force' then '2099-01-10'::date when of.status = 'over' then '2026-02-10'::date end, 1, of.status, of.ground,
      'individual', ${account}, case when of.status = 'over' then now() end, case when of.status = 'over' then ${account}::bigint end
    from (values ('holidays', 'in_force', 'income', 0), ('illness', 'waiting', null, 1), ('job_loss', 'refused', null, 2), ('holidays', 'over', 'income', 3)) as of (kind, status, ground, place)
    order by random() limit 1;
  insert into owned_files (life_event_id, place, kind, file_id)
    select ${lifeEventId}, 'slot', 'proof', min(id) from stored_files where kind = 'pdf' having min(id) is not null;
  insert into differences (id, reference, day, kind, statement_id, replaced_line, movement, theirs)
    overriding system value values (${differenceId}, 'line:t-1', '2026-01-10', 'missing_here', 't-1', 't-0', 'transfer', 500);
  insert into payout_rules (legal_entity_id, every, least) values (${company}, 'week', 50000);
  insert into payouts (id, legal_entity_id, amount, payment_detail_id, detail_version, bank_name, account, status, partner_silent)
    overriding system value select ${payoutId}, ${company}, 60, min(id), 1, 'Банк', '•••• 0005', one, one = 'created'
    from payment_details, (select case when random() < 0.5 then 'waiting' else 'created' end as one) drawn
    where legal_entity_id = ${company} group by one;
  insert into invoice_issuers (id, platform_id, kpp, bank_name, bik, corr_account, account, head_name, head_position)
    overriding system value select ${invoiceId}, min(id), '770701001', 'Банк', '044525225', '30101810400000000225', '40702810138000000005', 'Петров П. П.', 'директор'
    from operating_companies where kind = 'platform';
  insert into invoices (id, number, issuer_id, legal_entity_id, month, issued_on, due_date, amount, vat, facts)
    overriding system value values (${invoiceId}, 'СЧ-2020-000001', ${invoiceId}, ${company}, '2020-01-01', '2020-01-31', '2020-02-07', 12200, 2200, '${JSON.stringify(invoiceFacts(1))}');
  insert into invoice_corrections (id, number, invoice_id, legal_entity_id, issued_on, amount, vat, facts)
    overriding system value values (1, 'КД-2020-000001', ${invoiceId}, ${company}, '2020-02-29', 1, 0, '${JSON.stringify(correctionFacts)}');
  if random() < 0.5 then
    update invoices set corrected = 1 where id = ${invoiceId};
  else
    delete from invoice_corrections;
  end if;`;

/** Numbers that nothing made meanwhile has. */
const documentId = 1_000_001;
const paymentId = 1_000_001;
const lifeEventId = 1_000_001;
const differenceId = 1_000_001;
const payoutId = 1_000_001;
const invoiceId = 1_000_001;
const requestId = 1_000_001;
const complaintId = 1_000_001;
/** A kopeck is taken off the invoice. */
const correctionFacts: CorrectionFacts = {
  ...invoiceFacts(1),
  number: 'КД-2020-000001',
  issuedOn: toDay('2020-02-29'),
  invoice: invoiceFacts(1),
  reason: 'Платёж возвращён',
  before: invoiceFacts(1).lines,
  lines: [{ vatBps: 2000, amount: kopecks(1), vat: kopecks(0), count: 1 }],
};
const verifyCode = '0123456789ABCDEF';
/** What a certificate tells, so that it can be drawn again. */
const certificateFacts: CertificateFacts = {
  number: 'С-1',
  issuedAt: new Date(0),
  creditor: { name: 'Альфа', inn: '7728168971', ogrn: 'не указано', address: 'не указано', phone: 'не указан' },
  debtor: { fullName: 'Иванов Иван', birthDate: toDay('1985-04-12') },
  contract: { number: 'К-1', date: toDay('2024-02-01') },
  agreement: { number: 'У-1', date: toDay('2026-01-05') },
  paid: kopecks(100),
  paidOn: toDay('2026-01-10'),
  forgiven: kopecks(0),
  penalty: kopecks(0),
  signatory: 'Петров П. П.',
};

/** An agreement of an earlier bargaining with its documents, whose files are really there. */
const papers = ({ company, individual }: Between, settlement: number, stored: Uploaded[], told: string): string => {
  const [{ key, sha256, size }, certificate] = stored as [Uploaded, Uploaded];
  return `
  with agreement as (
    insert into agreements (settlement_id, offer_id, snapshot, snapshot_sha256)
      select ${settlement}, id, '{}', 'hash' from terms_offers where settlement_id = ${settlement} and kind = 'terms' returning id)
  insert into issued_documents (id, kind, number, settlement_id, agreement_id, individual_id, legal_entity_id,
      template_version, facts_sealed, facts_sha256, verify_code, file_key, sha256, size, made_at)
    overriding system value
    select ${documentId}, 'agreement', 'У-1', ${settlement}, id, ${individual}, ${company}, 1, '1.sealed', 'hash',
      '${verifyCode}', '${key}', '${sha256}', ${size}, now() from agreement;
  insert into issued_documents (id, kind, number, settlement_id, agreement_id, individual_id, legal_entity_id,
      template_version, facts_sealed, facts_sha256, verify_code, file_key, sha256, size, made_at)
    overriding system value
    select ${documentId + 1}, 'certificate', 'С-1', settlement_id, agreement_id, individual_id, legal_entity_id, 1, '${told}', '${hashOf(certificateFacts)}',
      reverse(verify_code), '${certificate.key}', '${certificate.sha256}', ${certificate.size}, now() from issued_documents
    where id = ${documentId} and random() < 0.3 and not exists (select from settlements where id = ${settlement} and status = 'paid');`;
};

const wholeRequests = ({ company, registry }: Between, [draft, handed, shelved, dealt]: number[]): string => `
  update requests set status = 'pending', legal_entity_id = ${company}, registry_id = ${registry},
    registry_entry_id = null, close_reason = null, version = 1 where id = ${handed};
  update requests set status = (select case when s.status = 'closed' then 'negotiation' else s.status end from settlements s where s.request_id = requests.id),
    legal_entity_id = ${company}, close_reason = null, version = 1 where id = ${dealt};
  update requests set status = 'search', close_reason = null, creditor_inn = '7707083893', creditor_name = 'Альфа',
    contract_number = 'Д-' || id, claimed_debt = 100, debt_reason = 'other', version = 1,
    legal_entity_id = case when id = ${shelved} then ${company} end,
    registry_id = case when id = ${shelved} then ${registry} else registry_id end,
    archived_at = case when id = ${shelved} and random() < 0.5 then coalesce(archived_at, now()) end
    where id in (${draft}, ${shelved});`;

const simpleOnes = ({ company }: Between, simple: number[]): string => `
  delete from simple_requests where id not in (${simple.join()});
  update simple_requests s set registry_id = null, registry_entry_id = null, deleted_at = null, version = 1,
    stage = case when s.id = ${simple[1]} then 'creditor-notified' else 'search' end,
    legal_entity_id = case when s.id = ${simple[1]} then ${company} end,
    archived_at = case when s.id = ${simple[2]} and random() < 0.5 then coalesce(archived_at, now()) end,
    creditor_inn = o.inn from unnest(array[${simple.join()}]::bigint[], array['${creditors.join("', '")}']) as o (id, inn)
    where s.id = o.id;`;
