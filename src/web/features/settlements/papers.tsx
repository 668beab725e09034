import { DOCUMENT_KINDS, documents } from '#contract/documents/documents.ts';
import type { Result } from '#contract/kernel/op.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { AssignmentActions } from './assignment/assignment-notice.tsx';
import { PaperHead } from './paper-head.tsx';
import { papersTexts } from './papers-texts.ts';
import { ReadNotice } from './read-notice.tsx';

const t = papersTexts;
type Paper = Result<typeof documents.list>['items'][number];
/** A notice of an assignment is printed when somebody asks for its file. */
const isMade = ({ made, registryEntryId }: Paper): boolean => made || registryEntryId !== null;

/** The documents of an agreement: each with its number, its check code and its file, as soon as that is printed. */
export function Papers({ settlementId }: { settlementId: number }) {
  const { data } = useFollow(documents.list, ({ items }) => !items.every(isMade), {
    params: { a: 'loan', b: settlementId },
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={t.title}>
      <ul className="stack">
        {data.items.map((paper) => (
          <li key={paper.id} className="stack-tight">
            <PaperHead title={DOCUMENT_KINDS[paper.kind]} paper={paper} notice={paper.notice} />
            {paper.registryEntryId === null ? (
              <Actions settlementId={settlementId} paper={paper} />
            ) : (
              <AssignmentActions entryId={paper.registryEntryId} hasDeed={paper.hasDeed} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Actions({ settlementId, paper }: { settlementId: number; paper: Paper }) {
  const { id, kind, notice } = paper;
  const mayRead = accessTo(documents.get, useMe()) !== 'no';
  return (
    <>
      {notice && <ReadNotice of={{ settlementId, documentId: id }} title={DOCUMENT_KINDS[kind]} />}
      <div>
        {isMade(paper) ? (
          mayRead && (
            <DownloadButton operation={documents.get} params={{ a: 'loan', b: settlementId, c: id }}>
              {t.download}
            </DownloadButton>
          )
        ) : (
          <span role="status" className="dim small">
            {t.making}
          </span>
        )}
      </div>
    </>
  );
}
