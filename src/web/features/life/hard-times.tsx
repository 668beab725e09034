import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
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
  const waiting = life.find(({ status, settlementId }) => status === 'waiting' && settlementId === null);
  if (waiting) return <p>{t.told(waiting.title)}</p>;
  return (
    <>
      <p>{t.great}</p>
      <div>
        <Button
          onClick={() =>
            openDialog((close) => (
              <EnterDialog of={{ ownId: individualId, ...(settlement && { settlement }) }} onClose={close} />
            ))
          }
        >
          {t.tell}
        </Button>
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

/** Whoever comes by a link that asks for a pause finds the dialog of it open. */
function useAsked(settlement: Pausable, mayAsk: boolean): void {
  const { ask }: { ask?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isAsked = mayAsk && ask === 'pause';
  useEffect(() => {
    // An address that goes on closes what is open, and one that stays would open it again.
    if (isAsked) void navigate({ to: '.', search: {}, replace: true }).then(() => askForPause(settlement));
  }, [isAsked, navigate, settlement]);
}

/** The ways out for a debtor who cannot pay for a while. */
export function HardTimes({ settlement }: { settlement: Pausable }) {
  const [mayAsk, mayTake, mayRecall] = (['askPause', 'takeHolidays', 'recallPause'] as const).map((move) =>
    settlement.moves.includes(move),
  );
  useAsked(settlement, mayAsk === true);
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
            done={t.recalled}
          />
        )}
        {mayAsk && <Button onClick={() => askForPause(settlement)}>{t.ask}</Button>}
        {mayTake && (
          <Button onClick={() => openDialog((close) => <HolidaysDialog settlement={settlement} onClose={close} />)}>
            {t.take}
          </Button>
        )}
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
