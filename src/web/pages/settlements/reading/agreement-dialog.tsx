import { settlements } from '#contract/settlements/settlements.ts';
import { useRead } from '#web/kit/data/query.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { readingTexts as t } from '#web/kit/signing/reading-texts.ts';
import { TextDialog } from '#web/kit/signing/text-dialog.tsx';
import { draftFilesOf, draftsOf, paramsOf } from '../sides.ts';
import type { ReadProps } from './read-agreement.tsx';

type DialogProps = ReadProps & { onClose: () => void };

/** The whole text of the offer on the table, or of one that is about to be made. */
export const AgreementDialog = ({ draft, ...of }: DialogProps) =>
  draft ? <Draft {...of} draft={draft} /> : <ActiveText {...of} />;

function ActiveText({ settlement: { id }, kind = 'terms', onClose }: DialogProps) {
  const read = useRead(settlements.readAgreement, { params: { id } });
  return (
    <TextDialog kind={kind} read={read} onClose={onClose}>
      <div>
        <DownloadButton operation={settlements.printAgreement} params={{ id }}>
          {t.pdf}
        </DownloadButton>
      </div>
    </TextDialog>
  );
}

type DraftProps = DialogProps & { draft: NonNullable<ReadProps['draft']> };

function Draft({ settlement, kind = 'terms', draft: { by, body }, onClose }: DraftProps) {
  const params = paramsOf(settlement, by);
  const read = useRead(draftsOf[by], { params, body: { ...body, opens: true } });
  return (
    <TextDialog kind={kind} read={read} onClose={onClose}>
      <div>
        <DownloadButton operation={draftFilesOf[by]} params={params} body={body}>
          {t.pdf}
        </DownloadButton>
      </div>
    </TextDialog>
  );
}
