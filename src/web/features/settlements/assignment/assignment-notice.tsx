import { DOCUMENT_KINDS, documents } from '#contract/documents/documents.ts';
import type { Result } from '#contract/kernel/op.ts';
import type { claims } from '#contract/registries/claims.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { DeedButton } from '../deed-button.tsx';
import { PaperHead } from '../paper-head.tsx';
import { papersTexts as t } from '../papers-texts.ts';
import { ReadNotice } from '../read-notice.tsx';

type Notice = NonNullable<Result<typeof claims.get>['assignmentNotice']>;

const title = DOCUMENT_KINDS.assignment_notice;

/** The notice of its assignment on the page of a claim: whether it came, its text for the debtor, its file. */
export function AssignmentNotice({ entryId, notice }: { entryId: number; notice: Notice }) {
  return (
    <div className="stack-tight">
      <PaperHead title={title} paper={notice} notice={notice} />
      <AssignmentActions entryId={entryId} />
    </div>
  );
}

/** What can be done with it wherever it is listed, with the deed that it tells of where its scan is there. */
export function AssignmentActions({ entryId, hasDeed = false }: { entryId: number; hasDeed?: boolean }) {
  const mayTake = accessTo(documents.assignmentNotice, useMe()) !== 'no';
  return (
    <div className="row">
      <ReadNotice of={{ entryId }} title={title} />
      {mayTake && (
        <DownloadButton operation={documents.assignmentNotice} params={{ e: entryId }}>
          {t.download}
        </DownloadButton>
      )}
      {hasDeed && <DeedButton entryId={entryId} />}
    </div>
  );
}
