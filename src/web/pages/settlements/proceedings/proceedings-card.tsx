import { documents } from '#contract/documents/documents.ts';
import { DenyBailiffs, RecallDenial } from '#web/features/claims/bailiffs.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { formatInstant } from '#web/ui/format.ts';
import type { Settlement, Side } from '../sides.ts';
import { proceedingsTexts as t } from './proceedings-texts.ts';

/** A debt that is in court or with bailiffs: what the agreement changes about it, what is to be done, and the drafts for it. */
export function ProceedingsCard({
  settlement: { id, individualId, registryEntryId, proceedings },
  side,
}: {
  settlement: Settlement;
  side: Side | null;
}) {
  const mayTake = accessTo(documents.courtPaper, useMe()) !== 'no';
  if (!proceedings) return null;
  const { stage, deniedAt, proved, words, papers } = proceedings;
  const isOwn = stage === 'enforcement' && side === 'individual' && !proved;
  const isDenied = deniedAt !== null && !proved;
  const entry = { individualId, entryId: registryEntryId };
  const told = stage === 'enforcement' && isDenied ? 'denied' : stage;
  return (
    <Card title={t.title[stage]}>
      <div className="stack-tight">
        <p>{t.creditorSays(words)}</p>
        {stage === 'enforcement' && <p>{t.check}</p>}
        <p>{t.what[told]}</p>
        {isOwn && !isDenied && <DenyBailiffs {...entry} />}
        {isDenied && <p>{t.denied[side ?? 'creditor'](formatInstant(deniedAt))}</p>}
        {isOwn && isDenied && <RecallDenial {...entry} />}
        {papers.length > 0 && <p>{t.todo[told][side ?? 'creditor']}</p>}
        {mayTake &&
          papers.map((kind) => (
            <div key={kind}>
              <DownloadButton operation={documents.courtPaper} params={{ id }} query={{ kind }}>
                {t.drafts[kind]}
              </DownloadButton>
            </div>
          ))}
      </div>
    </Card>
  );
}
