import { assignmentDeeds } from '#contract/registries/assignment-deeds.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { UploadButton } from '#web/kit/files/upload-button.tsx';
import { deedTexts as t } from './assignment-deed-texts.ts';

/** How the creditor attaches the scan of a deed, and takes it away. */
export function AttachDeed({
  params,
  title,
  isThere,
}: {
  params: { id: number; r: number; e: number };
  title: string;
  isThere: boolean;
}) {
  return (
    <>
      <UploadButton operation={assignmentDeeds.attach} params={params} title={title}>
        {isThere ? t.replace : t.attach}
      </UploadButton>
      {isThere && (
        <MoveButton
          operation={assignmentDeeds.remove}
          input={{ params }}
          label={t.remove}
          ask={t.removeAsk}
          done={t.removed}
        />
      )}
    </>
  );
}
