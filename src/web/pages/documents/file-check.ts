import type { documents } from '#contract/documents/documents.ts';
import type { Result } from '#contract/kernel/op.ts';
import { texts as t } from './texts.ts';

type Status = Result<typeof documents.verify>['status'];

/** What is to be known of a document before anything else; null when it is in force. */
export const warningOf = (status: Status): string | null =>
  status === 'revoked' ? t.revoked : status === 'terminated' ? t.terminated : null;

/** What a file is, and in which colour that is told: a revoked document is not made good by its file. */
export function fileCheck(status: Status, isSame: boolean): { tone: 'success' | 'warning' | 'danger'; text: string } {
  if (!isSame) return { tone: 'danger', text: t.file.other };
  if (status === 'issued') return { tone: 'success', text: t.file.same };
  return { tone: 'warning', text: status === 'revoked' ? t.file.sameRevoked : t.file.sameTerminated };
}
