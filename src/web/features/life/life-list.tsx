import { lifeEvents } from '#contract/parties/life-events.ts';
import { ALL_EFFECTS, caseNumberIn, LIFE_EFFECTS, lifeEventShown } from '#domain/parties/life-event.ts';
import { lifeWords } from '#domain/parties/life-table.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatDayOf } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { pauseTexts } from './pause-texts.ts';
import { type LifeEvent, ofDebt } from './running-events.ts';
import { lifeTexts as t } from './texts.ts';

const EndDialog = lazyPart(
  () => import('./end-dialog.tsx'),
  (module) => module.EndDialog,
);

const ReopenDialog = lazyPart(
  () => import('./reopen-dialog.tsx'),
  (module) => module.ReopenDialog,
);

/** What acts, or may act, on one debt: what stands still and what goes on, said once of all that holds. */
export function LifeList({ items, individualId }: { items: readonly LifeEvent[]; individualId: number }) {
  const inForce = items.filter(({ status }) => status === 'in_force');
  return (
    <>
      {inForce.length > 1 && <Together events={inForce} />}
      {items.map((event) => (
        <EventNotice
          key={event.id}
          event={event}
          individualId={individualId}
          words={inForce.length > 1 ? undefined : event}
        />
      ))}
    </>
  );
}

/** What has happened to a person, debt by debt: what one event stops no other one calls going on. */
export function LifeOfPerson({ items, individualId }: { items: readonly LifeEvent[]; individualId: number }) {
  return items.map((event) => {
    const running = ofDebt(items, event.settlementId).filter(({ status }) => status === 'in_force');
    const { goes } = lifeWords([event.kind, ...running.map(({ kind }) => kind)]);
    return (
      <EventNotice key={event.id} event={event} individualId={individualId} words={{ stops: event.stops, goes }} />
    );
  });
}

/** What several events together stop: what any of them stops is stopped. */
function Together({ events }: { events: readonly LifeEvent[] }) {
  // All are told of the same debt, so of the same effects.
  const concerned = new Set(events.flatMap(({ rules }) => rules.map(({ effect }) => effect)));
  const words = lifeWords(
    events.map(({ kind }) => kind),
    ALL_EFFECTS.filter((effect) => concerned.has(effect)),
  );
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <p>
          <strong>{t.together}</strong>
        </p>
        <Words words={words} />
      </div>
    </Notice>
  );
}

interface Worded {
  stops: readonly string[];
  goes: readonly string[];
}

function Words({ words: { stops, goes } }: { words: Worded }) {
  return (
    <>
      {stops.length > 0 && <p>{t.stops(stops.join(', ').toLowerCase())}</p>}
      {goes.length > 0 && <p>{t.goes(goes.join(', '))}</p>}
    </>
  );
}

function EventNotice({
  event,
  individualId,
  words,
}: {
  event: LifeEvent;
  individualId: number;
  /** What it stops; undefined where it is said of several together. */
  words: Worded | undefined;
}) {
  const { id, title, status, settlement, caseNo, comment, reason, enteredBy, decidedBy, hasProof, stated } = event;
  const isActing = status === 'in_force';
  // An older node that still runs beside this one tells nothing of it.
  const notBegun = event.notBegun ?? null;
  const { tone, label } = lifeEventShown(status, notBegun);
  const line = statusLine(event, useMe()?.individualId === individualId);
  return (
    <Notice tone={isActing ? 'warning' : 'info'}>
      <div className="stack-tight">
        <p>
          <strong>{title}</strong> <Tag tone={tone}>{label}</Tag>
        </p>
        {settlement && <p className="dim small">{t.ofSettlement(settlement)}</p>}
        {event.months !== null && status === 'waiting' && <p>{t.forMonths(pauseTexts.month(event.months))}</p>}
        {line && <p>{line}</p>}
        {isActing && words && <Words words={words} />}
        {stated && <p>{t.statedStops(stated.stops.join(', ').toLowerCase(), formatDayOf(stated.until))}</p>}
        {caseNo && <p>{t.caseNo(caseNo)}</p>}
        {comment && !isOnlyNumber(comment, caseNo) && <p>{t.explained(comment)}</p>}
        {/* An older node that still runs beside this one tells nothing of it. */}
        {event.outcome && <p>{t.ended(event.outcome)}</p>}
        {reason && notBegun !== 'recalled' && <p>{t.reason(reason)}</p>}
        {enteredBy && (
          <p className="dim small">
            {[t.entered(enteredBy), ...(decidedBy && notBegun === null ? [t.decided(status, decidedBy)] : [])].join(
              '. ',
            )}
          </p>
        )}
        {isActing && <Rules event={event} />}
        <div className="row">
          {hasProof && (
            <DownloadButton operation={lifeEvents.proof} params={{ id }}>
              {t.proof}
            </DownloadButton>
          )}
          {event.moves.includes('end') && <EndButton event={event} individualId={individualId} />}
          {event.moves.includes('reopen') && <ReopenButton event={event} individualId={individualId} />}
        </div>
      </div>
    </Notice>
  );
}

/** Whether a comment says no more than the number of the case, which is named beside it. */
const isOnlyNumber = (comment: string, caseNo: string | null): boolean =>
  caseNo !== null && caseNumberIn(comment) === caseNo && comment.trim().length === caseNo.length;

/** What the status means for the debts. */
const statusLine = (event: LifeEvent, isOwn: boolean): string | undefined => {
  const { status, side, settlementId, objectedAt, notBegun } = event;
  if (notBegun === 'recalled') return t.recalled[isOwn ? 'own' : 'others'];
  if (status === 'waiting' && settlementId !== null) return t.asked;
  if (status === 'waiting' && side === 'individual') return t.checked;
  if (status === 'refused' && settlementId !== null) return t.notBegun;
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
  const open = () => openDialog((close) => <EndDialog event={event} individualId={individualId} onClose={close} />);
  return <Button onClick={open}>{t.end}</Button>;
}

function ReopenButton({ event, individualId }: { event: LifeEvent; individualId: number }) {
  const open = () => openDialog((close) => <ReopenDialog event={event} individualId={individualId} onClose={close} />);
  return <Button onClick={open}>{t.reopen}</Button>;
}
