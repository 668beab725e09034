import type { ReactNode } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { DocumentBlocks, wideDialog } from '#web/kit/parts/document-blocks.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { readingTexts as t } from './reading-texts.ts';

interface TextDialogProps {
  kind: keyof typeof t.title;
  read: Parameters<typeof WithObject<Result<typeof settlements.readAgreement>>>[0]['read'];
  onClose: () => void;
  /** What may be done with the text, below it. */
  children?: ReactNode;
}

/** The whole text of what is to be signed. */
export function TextDialog({ kind, read, onClose, children }: TextDialogProps) {
  return (
    <Dialog title={t.title[kind]} onClose={onClose} className={wideDialog}>
      <div className="stack">
        <p className="dim">{t.lead}</p>
        <WithObject read={read}>
          {({ blocks, sha256 }) => (
            <>
              <DocumentBlocks blocks={blocks} />
              <p className="dim small">{t.hash(sha256)}</p>
              {children}
            </>
          )}
        </WithObject>
      </div>
    </Dialog>
  );
}
