import type { CreditorPaper, CreditorPaperSignature } from '#domain/documents/creditor-paper.ts';
import type { DocumentTemplate } from '#domain/documents/document-template.ts';
import type { SettlementFacts } from '#domain/documents/settlement-words.ts';
import { toDay } from '#domain/values/days.ts';
import { fullName } from '#domain/values/person-name.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type Issuing, issue } from './issue.ts';
import { enqueueMaking, printed } from './make.ts';
import { companyFacts, concludedSettlement, headOf } from './sides.ts';

export type { Issuing };

/** What every paper says that a creditor issues by himself about a settlement. */
type Common = SettlementFacts & Omit<CreditorPaper, 'signature'>;

/** A paper of a creditor before it is signed. */
export interface UnsignedPaper {
  settlementId: number;
  template: DocumentTemplate;
  facts: Common;
  subject: { agreementId: number; individualId: number; legalEntityId: number };
  /** Of its form's version and its text without the frame of the signature. */
  sha256: string;
}

/**
 * Composes a paper of a creditor about the last agreement of a settlement (docs/decisions/0100).
 * @param numbered makes its number of that of the agreement
 * @param own what it says beside the sides
 */
export async function composePaper(
  { db, now }: Pick<Issuing, 'now'> & { db: Db },
  settlementId: number,
  { template, numbered, own }: { template: DocumentTemplate; numbered: (agreement: string) => string; own: object },
): Promise<UnsignedPaper> {
  const { row, subject, facts } = await concludedSettlement(db, settlementId);
  const paper = {
    ...facts,
    number: numbered(row.number),
    issuedAt: now,
    creditor: companyFacts(row),
    debtor: { fullName: fullName(row), birthDate: row.birthDate === null ? null : toDay(row.birthDate) },
    // Until the card of the company names its head, those act for it whom it has let on the platform.
    signatory: headOf(row) ?? 'уполномоченный сотрудник Кредитора на платформе',
    ...own,
  };
  const { kind, version } = template;
  const text = textOf({ template, facts: paper }).filter(({ type }) => type !== 'signature');
  return { settlementId, template, facts: paper, subject, sha256: hashOf({ kind, version, blocks: text }) };
}

/** Its text, piece by piece. */
export const textOf = ({ template, facts }: Pick<UnsignedPaper, 'template' | 'facts'>) => printed(template, facts);

/** Issues a paper of a creditor with his signature. @returns its id */
export async function issuePaper(
  ctx: Pick<Issuing, 'app' | 'db'>,
  { settlementId, template, facts, subject }: UnsignedPaper,
  signature: CreditorPaperSignature,
): Promise<number> {
  const issued = { ...subject, settlementId, number: facts.number };
  const id = await issue(ctx, issued, template, { ...facts, signature });
  await enqueueMaking(ctx.app, ctx.db, subject.agreementId);
  return id;
}
