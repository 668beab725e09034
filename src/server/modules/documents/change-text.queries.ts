import type { AddendumTerms } from '#domain/documents/addendum-template.ts';
import type { AnnulmentTerms } from '#domain/documents/annulment-template.ts';
import type { ShiftNoticeTerms } from '#domain/documents/notices/shift-notice.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { type ChangeKind, changedSettlement } from './addendum-facts.ts';
import { type ComposedText, textFingerprint } from './agreement-text.queries.ts';
import { publishedForm } from './forms.queries.ts';
import { printed } from './make.ts';

/** A form of a paper that changes an agreement in force. */
interface ChangeForm {
  kind: ChangeKind;
  version: number;
}

/**
 * Composes the paper of a change as it would be signed. Its creditor reads the debtor as he does in the agreement that both have
 * signed, so nothing is masked.
 */
export async function changeText(
  { app, db }: Pick<Ctx, 'app' | 'db'>,
  settlementId: number,
  { kind, version }: ChangeForm,
  terms: AddendumTerms | AnnulmentTerms | ShiftNoticeTerms,
): Promise<ComposedText> {
  const { facts } = await changedSettlement(db, settlementId, kind);
  const template = await publishedForm(db, { kind, version });
  const blocks = printed(template, { ...facts, ...terms, signatures: [] });
  return { version, blocks, masked: () => blocks, sha256: textFingerprint(app, { kind, version, blocks }) };
}
