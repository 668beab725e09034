import { useState } from 'react';
import { lifeEvents } from '#contract/parties/life-events.ts';
import { LIFE_EFFECTS, lifeEventMachine } from '#domain/parties/life-event.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import type { LifeEvent } from './acting.ts';
import { lifeTexts as t } from './texts.ts';

const EndDialog = lazyPart(
  () => import('./end-dialog.tsx'),
  (module) => module.EndDialog,
);

/** What acts, or may act, on debts: what each event stops and what goes on. */
export function LifeList({ items, individualId }: { items: readonly LifeEvent[]; individualId: number }) {
  return items.map((event) => <EventNotice key={event.id} event={event} individualId={individualId} />);
}

function EventNotice({ event, individualId }: { event: LifeEvent; individualId: number }) {
  const { id, title, status, stops, goes, settlement, comment, reason, enteredBy, decidedBy, hasProof } = event;
  const isActing = status === 'in_force';
  return (
    <Notice tone={isActing ? 'warning' : 'info'}>
      <div className="stack-tight">
        <p>
          <strong>{title}</strong> <StatusTag of={lifeEventMachine} status={status} />
        </p>
        {settlement && <p className="dim small">{t.ofSettlement(settlement)}</p>}
        {statusLine(event) && <p>{statusLine(event)}</p>}
        {isActing && stops.length > 0 && <p>{t.stops(stops.join(', ').toLowerCase())}</p>}
        {isActing && goes.length > 0 && <p>{t.goes(goes.join(', '))}</p>}
        {comment && <p>{comment}</p>}
        {reason && <p>{t.reason(reason)}</p>}
        {enteredBy && (
          <p className="dim small">{[t.entered(enteredBy), ...(decidedBy ? [t.decided(decidedBy)] : [])].join('. ')}</p>
        )}
        {isActing && <Rules event={event} />}
        <div className="row">
          {hasProof && (
            <DownloadButton operation={lifeEvents.proof} params={{ id }}>
              {t.proof}
            </DownloadButton>
          )}
          {event.moves.includes('end') && <EndButton event={event} individualId={individualId} />}
        </div>
      </div>
    </Notice>
  );
}

/** What the status means for the debts. */
const statusLine = ({ status, side, objectedAt }: LifeEvent): string | undefined => {
  if (status === 'waiting' && side === 'individual') return t.asked;
  return status === 'in_force' && objectedAt !== null ? t.objected : t.statuses[status];
};

/** The law behind each cell, for whoever asks. */
function Rules({ event: { rules } }: { event: LifeEvent }) {
  return (
    <details>
      <summary>{t.rules}</summary>
      <ul>
        {rules.map(({ effect, stops, by }) => (
          <li key={effect}>
            {LIFE_EFFECTS[effect].stops}: {stops ? 'остановлено' : 'продолжается'} ({by})
          </li>
        ))}
      </ul>
    </details>
  );
}

function EndButton({ event, individualId }: { event: LifeEvent; individualId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.end}</Button>
      {isOpen && <EndDialog event={event} individualId={individualId} onClose={() => setOpen(false)} />}
    </>
  );
}
