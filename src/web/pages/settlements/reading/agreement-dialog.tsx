import { settlements } from '#contract/settlements/settlements.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { DocumentBlocks, wideDialog } from '#web/kit/parts/document-blocks.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { draftsOf, paramsOf } from '../sides.ts';
import type { ReadProps } from './read-agreement.tsx';
import { readingTexts as t } from './reading-texts.ts';

/** The whole agreement, of the offer on the table or of terms that are about to be offered. */
export function AgreementDialog({ onClose, ...of }: ReadProps & { onClose: () => void }) {
  return (
    <Dialog title={t.title} onClose={onClose} className={wideDialog}>
      <div className="stack">
        <p className="dim">{t.lead}</p>
        {of.draft ? <Draft {...of} draft={of.draft} /> : <OnTable {...of} />}
      </div>
    </Dialog>
  );
}

function OnTable({ settlement: { id } }: ReadProps) {
  const read = useRead(settlements.readAgreement, { params: { id } });
  return (
    <WithObject read={read}>
      {({ blocks, sha256 }) => (
        <>
          <DocumentBlocks blocks={blocks} />
          <p className="dim small">{t.hash(sha256)}</p>
          <div>
            <DownloadButton operation={settlements.printAgreement} params={{ id }}>
              {t.pdf}
            </DownloadButton>
          </div>
        </>
      )}
    </WithObject>
  );
}

function Draft({ settlement, draft: { by, body } }: ReadProps & { draft: NonNullable<ReadProps['draft']> }) {
  const read = useRead(draftsOf[by], { params: paramsOf(settlement, by), body });
  return (
    <WithObject read={read}>
      {({ blocks, sha256 }) => (
        <>
          <DocumentBlocks blocks={blocks} />
          <p className="dim small">{t.hash(sha256)}</p>
        </>
      )}
    </WithObject>
  );
}
