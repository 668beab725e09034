import { useState } from 'react';
import { documents } from '#contract/documents/documents.ts';
import type { Result } from '#contract/kernel/op.ts';
import { useWrite } from '#web/kit/data/query.ts';
import { notifyRefusal } from '#web/kit/detail/use-move.ts';
import { DocumentBlocks, wideDialog } from '#web/kit/parts/document-blocks.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { papersTexts as t } from './papers-texts.ts';

/** Which notice: one of a settlement, or that of the assignment of a claim. */
type NoticeOf = { settlementId: number; documentId: number } | { entryId: number };

/** The debtor opens a notice on the page: from then on it has come to him and is read. */
export function ReadNotice({ of, title }: { of: NoticeOf; title: string }) {
  const { individualId } = useMe() ?? {};
  const [text, setText] = useState<Result<typeof documents.readNotice> | null>(null);
  const hearers = { done: setText, refused: notifyRefusal };
  const read = useWrite(documents.readNotice, hearers);
  const readAssignment = useWrite(documents.readAssignmentNotice, hearers);
  if (individualId === undefined || individualId === null) return null;
  const open = () =>
    'entryId' in of
      ? readAssignment.mutate({ params: { id: individualId, e: of.entryId } })
      : read.mutate({ params: { id: individualId, x: of.settlementId, documentId: of.documentId } });
  return (
    <div>
      <Button busy={read.isPending || readAssignment.isPending} onClick={open}>
        {t.read}
      </Button>
      {text && (
        <Dialog title={title} onClose={() => setText(null)} className={wideDialog}>
          <DocumentBlocks blocks={text.blocks} />
        </Dialog>
      )}
    </div>
  );
}
