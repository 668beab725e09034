import { isServed } from '#contract/kernel/file.ts';
import type { Result } from '#contract/kernel/op.ts';
import { claims } from '#contract/registries/claims.ts';
import { writs } from '#contract/registries/writs.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { UploadButton } from '#web/kit/files/upload-button.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { mayAsk } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { bailiffTexts as t } from './bailiffs-texts.ts';

type Claim = Result<typeof claims.get>;

/** One tap by which a debtor says that no bailiffs collect the debt. */
export const DenyBailiffs = ({ individualId, entryId }: { individualId: number; entryId: number }) => (
  <>
    <p className="small">{t.ask}</p>
    <div>
      <MoveButton
        operation={claims.denyBailiffs}
        input={{ params: { id: individualId, e: entryId }, body: {} }}
        label={t.deny}
        done={t.denied}
      />
    </div>
  </>
);

/** The way back from it, as long as no writ is attached. */
export const RecallDenial = ({ individualId, entryId }: { individualId: number; entryId: number }) => (
  <div>
    <MoveButton
      operation={claims.recallDenial}
      input={{ params: { id: individualId, e: entryId } }}
      label={t.recall}
      ask={t.recallAsk}
      asks={t.recalling}
      done={t.recalled}
    />
  </div>
);

/** What its debtor may say of the bailiffs whom the creditor names, and what proves them. */
export function OwnBailiffs({ claim, individualId }: { claim: Claim; individualId: number }) {
  const { enforcement, moves, id } = claim;
  // An older node that still runs beside this one tells nothing of it.
  if (!enforcement) return null;
  const { writ, stage } = enforcement;
  return (
    <Card title={t.titles[stage]}>
      <div className="stack-tight">
        {writ && <Writ writ={writ} stage={stage} entryId={id} />}
        {stage === 'court' && !isProof(writ) && <p>{t.court.untold}</p>}
        {isDenied(enforcement) && <p>{t.mistaken}</p>}
        {moves.includes('denyBailiffs') && <DenyBailiffs individualId={individualId} entryId={id} />}
        {moves.includes('recallDenial') && <RecallDenial individualId={individualId} entryId={id} />}
      </div>
    </Card>
  );
}

/** The same for the creditor, who attaches the writ. */
export function CreditorBailiffs({
  claim,
}: {
  claim: Pick<Claim, 'id' | 'legalEntityId' | 'registryId' | 'enforcement'>;
}) {
  const { id, legalEntityId, registryId, enforcement } = claim;
  const attaches = mayAsk(writs.attach.code, useMe());
  // An older node that still runs beside this one tells nothing of it.
  if (!enforcement) return null;
  const { deniedAt, writ, stage } = enforcement;
  const own = stage === 'court' ? t.court : t.creditor;
  return (
    <Card title={t.titles[stage]}>
      <div className="stack-tight">
        {deniedAt && !isProof(writ) && <Notice tone="warning">{t.creditor.told(formatInstant(deniedAt))}</Notice>}
        {writ && <Writ writ={writ} stage={stage} entryId={id} />}
        {attaches && (
          <>
            <div>
              <UploadButton
                operation={writs.attach}
                params={{ id: legalEntityId, r: registryId, e: id }}
                title={own.paper}
              >
                {writ ? t.replace : t.attach}
              </UploadButton>
              {writ && (
                <MoveButton
                  operation={writs.remove}
                  input={{ params: { id: legalEntityId, r: registryId, e: id } }}
                  label={t.creditor.remove}
                  ask={own.removeAsk}
                  done={t.creditor.removed}
                />
              )}
            </div>
            <p className="dim small">{own.hint}</p>
          </>
        )}
      </div>
    </Card>
  );
}

type WritFile = NonNullable<Claim['enforcement']>['writ'];
type Stage = NonNullable<Claim['enforcement']>['stage'];

/** Whether its debtor has said that there are no bailiffs, and nothing proves them. */
export const isDenied = (enforcement: Claim['enforcement']): boolean =>
  // An older node that still runs beside this one tells nothing of it.
  Boolean(enforcement?.deniedAt) && !isProof(enforcement!.writ);

/** A file that nobody can open proves nothing (docs/decisions/0146). */
const isProof = (writ: WritFile): boolean => writ !== null && isServed(writ.scan);

function Writ({ writ, stage, entryId }: { writ: NonNullable<WritFile>; stage: Stage; entryId: number }) {
  return (
    <>
      <p>{t.proved[stage](writ.name, formatInstant(writ.attachedAt))}</p>
      {writ.scan === 'held' && <p className="dim small">{t.held}</p>}
      {writ.scan === 'infected' && <p className="dim small">{t.infected}</p>}
      {isServed(writ.scan) && (
        <div>
          <DownloadButton operation={writs.get} params={{ e: entryId }}>
            {t.opens[stage]}
          </DownloadButton>
        </div>
      )}
    </>
  );
}
