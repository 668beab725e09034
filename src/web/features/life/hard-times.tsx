import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { pauses } from '#contract/settlements/pauses.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { useNavigate } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { useOwnLife } from './own-life.ts';
import { pauseTexts as t } from './pause-texts.ts';
import { type LifeEvent, ofDebt, stopping } from './running-events.ts';

const PauseDialog = lazyPart(
  () => import('./pause-dialog.tsx'),
  (module) => module.PauseDialog,
);
const HolidaysDialog = lazyPart(
  () => import('./holidays-dialog.tsx'),
  (module) => module.HolidaysDialog,
);

const EnterDialog = lazyPart(
  () => import('./enter-dialog.tsx'),
  (module) => module.EnterDialog,
);

/** An agreement as pauses need it. */
export interface Pausable {
  id: number;
  individualId: number;
  legalEntityId: number;
  moves: readonly string[];
  schedule: readonly { interest: number }[];
  life: readonly LifeEvent[];
}

/** What operators look at now: nothing else is told meanwhile. */
const waitingOf = (life: readonly LifeEvent[]): LifeEvent | undefined =>
  life.find(({ status, settlementId }) => status === 'waiting' && settlementId === null);

/** A bankruptcy or a call-up: the debtor states it himself, once; what he has told is looked at. */
function GreatChange({
  individualId,
  life,
  settlement,
}: {
  individualId: number;
  life: readonly LifeEvent[];
  settlement?: Pausable;
}) {
  const waiting = waitingOf(life);
  if (waiting) return <p>{t.told(waiting.title)}</p>;
  return (
    <>
      <p>{t.great}</p>
      <p>{t.ban}</p>
      <div>
        <Button onClick={() => tellOf(individualId, settlement)}>{t.tell}</Button>
      </div>
    </>
  );
}

/** The same of a debt that nothing is agreed about yet. */
export function HardTimesOfDebt({ individualId }: { individualId: number }) {
  const life = useOwnLife(individualId);
  if (life === undefined || stopping(ofDebt(life, null), 'bargaining')) return null;
  return (
    <Card title={t.title}>
      <GreatChange individualId={individualId} life={life} />
    </Card>
  );
}

const askForPause = (settlement: Pausable): void =>
  openDialog((close) => <PauseDialog settlement={settlement} onClose={close} />);

const takeHolidays = (settlement: Pausable): void =>
  openDialog((close) => <HolidaysDialog settlement={settlement} onClose={close} />);

const tellOf = (ownId: number, settlement?: Pausable): void =>
  openDialog((close) => <EnterDialog of={{ ownId, ...(settlement && { settlement }) }} onClose={close} />);

/** What a link of the page asks for: whoever comes by it finds the dialog open. */
const ASKED: ReadonlyMap<unknown, { may: (settlement: Pausable) => boolean; open: (settlement: Pausable) => void }> =
  new Map([
    ['pause', { may: ({ moves }) => moves.includes('askPause'), open: askForPause }],
    ['holidays', { may: ({ moves }) => moves.includes('takeHolidays'), open: takeHolidays }],
    ['tell', { may: ({ life }) => !waitingOf(life), open: (of) => tellOf(of.individualId, of) }],
  ]);

/** What the address asks for is opened once, as far as it is open now. */
function useAsked(settlement: Pausable): void {
  const { ask }: { ask?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const asked = ASKED.get(ask);
  const open = asked?.may(settlement) ? asked.open : undefined;
  const handled = useRef<string>(undefined);
  useEffect(() => {
    // The agreement may be read again before the address has changed.
    if (handled.current === ask) return;
    if (open || ask === undefined) handled.current = ask;
    // An address that goes on closes what is open, and one that stays would open it again.
    if (open) void navigate({ to: '.', search: {}, replace: true, resetScroll: false }).then(() => open(settlement));
  }, [ask, open, navigate, settlement]);
}

/** The ways out for a debtor who cannot pay for a while. */
export function HardTimes({ settlement }: { settlement: Pausable }) {
  const [mayAsk, mayTake, mayRecall] = (['askPause', 'takeHolidays', 'recallPause'] as const).map((move) =>
    settlement.moves.includes(move),
  );
  useAsked(settlement);
  // Only of what is open now.
  const lead = [mayTake && t.leadHolidays, mayAsk && t.leadPause].filter(Boolean).join(' ');
  return (
    <Card title={t.title}>
      {lead !== '' && <p className="dim">{lead}</p>}
      <div className="row">
        {mayRecall && (
          <MoveButton
            operation={pauses.recall}
            input={{ params: { id: settlement.individualId, x: settlement.id } }}
            label={t.recall}
            ask={t.recallAsk}
            asks={t.recalling}
            done={t.recalled}
          />
        )}
        {mayAsk && <Button onClick={() => askForPause(settlement)}>{t.ask}</Button>}
        {mayTake && <Button onClick={() => takeHolidays(settlement)}>{t.take}</Button>}
      </div>
      {mayTake && <p>{t.service}</p>}
      <GreatChange individualId={settlement.individualId} life={settlement.life} settlement={settlement} />
      <details>
        <summary>{t.rights.title}</summary>
        <div className="stack-tight">
          {t.rights.of.map((right) => (
            <p key={right} className="small">
              {right}
            </p>
          ))}
          <p className="dim small">{t.rights.note}</p>
        </div>
      </details>
    </Card>
  );
}
