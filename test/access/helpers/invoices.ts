import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { invoiceFacts, issuerDetails } from '../../helpers/invoice-facts.ts';

/** An invoice of the platform's fee to a company, of a month that no test closes. */
export async function makeInvoice(tx: Tx, legalEntityId: number): Promise<number> {
  const platform = await tx
    .selectFrom('operatingCompanies')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow();
  const issuer = await tx
    .insertInto('invoiceIssuers')
    .values({ platformId: platform.id, ...issuerDetails })
    .onConflict((same) => same.column('platformId').doUpdateSet({ bankName: issuerDetails.bankName }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const facts = invoiceFacts(legalEntityId);
  const { number, month, issuedOn, dueDate } = facts;
  const made = await tx
    .insertInto('invoices')
    .values({
      number,
      month,
      issuedOn,
      dueDate,
      legalEntityId,
      issuerId: issuer.id,
      amount: 12_200,
      vat: 2_200,
      facts: jsonText(facts),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
