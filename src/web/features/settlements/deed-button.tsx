import { assignmentDeeds } from '#contract/registries/assignment-deeds.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { deedTexts as t } from './assignment/assignment-deed-texts.ts';

/** The scan of the deed of assignment, wherever a claim or its notice stands. */
export const DeedButton = ({ entryId }: { entryId: number }) => (
  <DownloadButton operation={assignmentDeeds.get} params={{ e: entryId }}>
    {t.open}
  </DownloadButton>
);
