import type { FileRow } from '#server/demo/registry-generator.ts';
import type { Booted } from '../../helpers/boot.ts';
import type { Lender } from './scenario.ts';

/**
 * Makes every second debtor of a creditor known: he is verified and has told of his debt himself, so the creditor was told
 * of it. Every sixteenth has asked for a settlement too, and his request looks for the claim.
 */
export async function makeDebtorsKnown({ owner }: Booted, { id }: Lender, rows: readonly FileRow[]): Promise<void> {
  const known = rows.filter((_, at) => at % 2 === 0);
  await owner.query(
    `with debtors as (select * from unnest($1::text[], $2::text[]) with ordinality as d (inn, contract, at)),
    made as (
      insert into accounts (kind, email, password_hash, email_confirmed_at)
      select 'individual', inn || '@known.test', 'none', now() from debtors returning id, split_part(email, '@', 1) as inn),
    agreed as (
      insert into consents (account_id, document_id)
      select a.id, d.id from made a, consent_documents d where d.kind = 'personal-data-creditor'),
    people as (
      insert into individuals (account_id, last_name, first_name, inn, birth_date, verification_status, identification_level)
      select id, 'Иванов', 'Иван', inn, '1985-04-12', 'verified', 'full' from made returning id, inn),
    told as (
      insert into simple_requests (individual_id, creditor_inn, stage, legal_entity_id)
      select p.id, le.inn, 'creditor-notified', le.id from people p, legal_entities le where le.id = $3)
    insert into requests (started_by, status, individual_id, creditor_inn, creditor_name, contract_number, claimed_debt, debt_reason)
    select 'individual', 'search', p.id, le.inn, le.short_name, d.contract, 100000, 'Болезнь'
    from people p join debtors d on d.inn = p.inn, legal_entities le where le.id = $3 and d.at % 8 = 0`,
    [known.map((row) => row['debtorInn']), known.map((row) => row['contractNumber']), id],
  );
}
