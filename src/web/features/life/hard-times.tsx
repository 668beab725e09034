import { useState } from 'react';
import { pauses } from '#contract/settlements/pauses.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { useOwnStop } from './own-life.ts';
import { pauseTexts as t } from './pause-texts.ts';

const PauseDialog = lazyPart(
  () => import('./pause-dialog.tsx'),
  (module) => module.PauseDialog,
);
const HolidaysDialog = lazyPart(
  () => import('./holidays-dialog.tsx'),
  (module) => module.HolidaysDialog,
);

const SupportDialog = lazyPart(
  () => import('./support-dialog.tsx'),
  (module) => module.SupportDialog,
);

/** An agreement as pauses need it. */
export interface Pausable {
  id: number;
  individualId: number;
  legalEntityId: number;
  moves: readonly string[];
}

/** Who enters a bankruptcy or a call-up, and how he is reached: the debtor himself has no form for it. */
function GreatChange() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>{t.great}</p>
      <div>
        <Button onClick={() => setOpen(true)}>{t.support}</Button>
      </div>
      {isOpen && <SupportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The same of a debt that nothing is agreed about yet; who has told of it already is told no more. */
export function HardTimesOfDebt({ individualId }: { individualId: number }) {
  if (useOwnStop(individualId)) return null;
  return (
    <Card title={t.title}>
      <GreatChange />
    </Card>
  );
}

/** The ways out for a debtor who cannot pay for a while. */
export function HardTimes({ settlement }: { settlement: Pausable }) {
  const [open, setOpen] = useState<'pause' | 'holidays'>();
  const close = () => setOpen(undefined);
  const [mayAsk, mayTake, mayRecall] = (['askPause', 'takeHolidays', 'recallPause'] as const).map((move) =>
    settlement.moves.includes(move),
  );
  return (
    <Card title={t.title}>
      {(mayAsk || mayTake) && <p className="dim">{t.lead}</p>}
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
        {mayAsk && <Button onClick={() => setOpen('pause')}>{t.ask}</Button>}
        {mayTake && <Button onClick={() => setOpen('holidays')}>{t.take}</Button>}
      </div>
      {mayTake && <p>{t.service}</p>}
      <GreatChange />
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
      {open === 'pause' && <PauseDialog settlement={settlement} onClose={close} />}
      {open === 'holidays' && <HolidaysDialog settlement={settlement} onClose={close} />}
    </Card>
  );
}
