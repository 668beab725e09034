import type { AgreementFacts } from '#domain/documents/agreement-facts.ts';
import type { Block } from '#domain/documents/document-template.ts';
import { maskDigits, maskEmail, maskWhole } from '#domain/values/masks.ts';
import type { App } from '#server/platform/app.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { type AgreementTerms, agreementFacts } from './facts.ts';
import { publishedForm } from './forms.queries.ts';
import { printed } from './make.ts';

export type { AgreementTerms };

/** An agreement as both would sign it: its text without signatures. */
export interface ComposedText {
  version: number;
  blocks: readonly Block[];
  /** Composes the same for the creditor before the debtor has signed: passport, addresses and phone are masked as on the card. */
  masked: () => readonly Block[];
  /** Of the form's version and the text, block by block, whatever the file looks like; under a key of the platform. */
  sha256: string;
}

/**
 * The fingerprint of a text. Its readers know most of it, so that under a plain hash what is masked for them could be found by
 * trying; nobody without the key can try (docs/decisions/0110).
 */
export const textFingerprint = ({ secrets }: Pick<App, 'secrets'>, text: object): string =>
  secrets.mark('texts.signed', hashOf(text), 'hex');

/**
 * Composes the agreement of terms by a version of its form, from all that is known now of the parties, the contract and the
 * accounts. The same facts give the same text, so that a text which differs means that something has changed.
 */
export async function agreementText(
  ctx: Pick<Ctx, 'app' | 'db'>,
  agreed: AgreementTerms,
  version: number,
): Promise<ComposedText> {
  const template = await publishedForm(ctx.db, { kind: 'agreement', version });
  const facts = await agreementFacts(ctx, agreed, [], version);
  const blocks = printed(template, facts);
  return {
    version,
    blocks,
    masked: () => printed(template, { ...facts, debtor: maskedDebtor(facts.debtor) }),
    sha256: textFingerprint(ctx.app, { kind: 'agreement', version, blocks }),
  };
}

const maskedDebtor = (debtor: AgreementFacts['debtor']): AgreementFacts['debtor'] => ({
  ...debtor,
  document: maskDigits(debtor.document),
  documentIssue: null,
  address: maskWhole(debtor.address),
  phone: maskDigits(debtor.phone),
  email: maskEmail(debtor.email ?? ''),
});

/** The same as a file to look at: nothing of it is issued or kept. */
export const printAgreementText = (
  { app, now }: Pick<Ctx, 'app' | 'now'>,
  { version, blocks }: Pick<ComposedText, 'version' | 'blocks'>,
  name: string,
): Promise<Buffer> =>
  app.printer.print({
    name,
    blocks,
    foot: `Проект · версия формы ${version}`,
    check: null,
    watermark: 'Проект',
    issuedAt: now,
  });
