import type { documents } from '#contract/documents/documents.ts';
import type { Result } from '#contract/kernel/op.ts';
import { texts as t } from './texts.ts';

type Status = Result<typeof documents.verify>['status'];

/** What is to be known of a document before anything else; null when it is in force. */
export const warningOf = (status: Status): string | null => (status === 'revoked' ? t.revoked : null);

/** What a file is, and in which colour that is told: a revoked document is not made good by its file. */
export function verdictOfFile(
  status: Status,
  isSame: boolean,
): { tone: 'success' | 'warning' | 'danger'; text: string } {
  if (!isSame) return { tone: 'danger', text: t.file.other };
  return status === 'revoked' ? { tone: 'warning', text: t.file.sameRevoked } : { tone: 'success', text: t.file.same };
}
