import type { Result } from '#contract/kernel/op.ts';
import { assignmentDeeds } from '#contract/registries/assignment-deeds.ts';
import type { claims } from '#contract/registries/registries.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { UploadButton } from '#web/kit/files/upload-button.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { mayAsk } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { formatInstant } from '#web/ui/format.ts';
import { deedTexts as t } from './assignment-deed-texts.ts';

type Claim = Pick<Result<typeof claims.get>, 'id' | 'legalEntityId' | 'registryId' | 'cessionRef' | 'assignmentDeed'>;

/** The scan of the deed of assignment, wherever a claim or its notice stands. */
export const DeedButton = ({ entryId }: { entryId: number }) => (
  <DownloadButton operation={assignmentDeeds.get} params={{ e: entryId }}>
    {t.open}
  </DownloadButton>
);

/** The deed on the page of a claim: its scan for whoever sees the claim; the creditor attaches it. */
export function AssignmentDeed({ claim }: { claim: Claim }) {
  const { id, legalEntityId, registryId, cessionRef, assignmentDeed: deed } = claim;
  const attaches = mayAsk(assignmentDeeds.attach.code, useMe());
  if (!deed && !attaches) return null;
  const params = { id: legalEntityId, r: registryId, e: id };
  return (
    <section className="stack-tight" aria-label={t.title}>
      <p className="small">{deed ? t.attached(deed.name, formatInstant(deed.attachedAt)) : t.none}</p>
      {deed?.scan === 'held' && <p className="dim small">{t.held}</p>}
      {deed?.scan === 'infected' && <p className="dim small">{t.infected}</p>}
      <div className="row">
        {deed && <DeedButton entryId={id} />}
        {attaches && (
          <UploadButton operation={assignmentDeeds.attach} params={params} title={cessionRef ?? t.title}>
            {deed ? t.replace : t.attach}
          </UploadButton>
        )}
        {attaches && deed && (
          <MoveButton
            operation={assignmentDeeds.remove}
            input={{ params }}
            label={t.remove}
            ask={t.removeAsk}
            done={t.removed}
          />
        )}
      </div>
      {attaches && <p className="dim small">{t.hint}</p>}
    </section>
  );
}
