import { useState } from 'react';
import { documents } from '#contract/documents/documents.ts';
import type { Result } from '#contract/kernel/op.ts';
import { useWrite } from '#web/kit/data/query.ts';
import { told } from '#web/kit/detail/use-move.ts';
import { DocumentBlocks, wideDialog } from '#web/kit/parts/document-blocks.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { papersTexts as t } from './papers-texts.ts';

interface Of {
  settlementId: number;
  documentId: number;
  title: string;
}

/** The debtor opens a notice on the page: from then on it has come to him and is read. */
export function ReadNotice({ settlementId, documentId, title }: Of) {
  const { individualId } = useMe() ?? {};
  const [text, setText] = useState<Result<typeof documents.readNotice> | null>(null);
  const read = useWrite(documents.readNotice, { done: setText, refused: told });
  if (individualId === undefined || individualId === null) return null;
  return (
    <div>
      <Button
        busy={read.isPending}
        onClick={() => read.mutate({ params: { id: individualId, x: settlementId, documentId } })}
      >
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
