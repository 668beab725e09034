import { useState } from 'react';
import { pauses } from '#contract/settlements/pauses.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import type { HolidayGround } from '#domain/settlements/holidays.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { readingTexts } from '#web/kit/signing/reading-texts.ts';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Pausable } from './hard-times.tsx';
import { PauseText } from './pause-text.tsx';
import { pauseTexts } from './pause-texts.ts';
import type { LifeEvent } from './running-events.ts';

const { answer: t, objection, month } = pauseTexts;

const RefuseDialog = lazyPart(
  () => import('./answer-dialogs.tsx'),
  (module) => module.RefuseDialog,
);
const ObjectionDialog = lazyPart(
  () => import('./answer-dialogs.tsx'),
  (module) => module.ObjectionDialog,
);

/** A button that opens the addendum of a pause as both would sign it. */
function ReadPause({ params }: { params: { id: number; x: number } }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{readingTexts.read.addendum}</Button>
      {isOpen && <PauseText params={params} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What the creditor may answer to a question for a pause, or object to holidays. */
export function PauseAnswers({
  settlement,
  life,
  closed,
}: {
  settlement: Pausable;
  life: readonly LifeEvent[];
  /** Why the viewer may not sign a change for his company. */
  closed: string | undefined;
}) {
  const { moves, legalEntityId, id } = settlement;
  const asked = life.find(({ status, side, settlementId }) => {
    return status === 'waiting' && side === 'individual' && settlementId !== null;
  });
  const taken = life.find(
    ({ status, ground, settlementId }) => status === 'in_force' && ground && settlementId !== null,
  );
  const ground = taken?.ground as HolidayGround | undefined;
  const params = { id: legalEntityId, x: id };
  return (
    <div className="row">
      {asked && moves.includes('agreePause') && (
        <SignButton
          code={{ operation: settlements.codeForCreditor, params }}
          signed={{
            operation: pauses.agree,
            params,
            body: {},
            reads: { operation: pauses.draft, params, body: {} },
            title: t.agreeing,
            what: (
              <div className="stack-tight">
                <p>
                  <strong>{t.what(asked.title, month(asked.months ?? 1))}</strong>
                </p>
                <div>
                  <ReadPause params={params} />
                </div>
                <p className="dim">{t.after}</p>
              </div>
            ),
            action: t.sign,
            done: t.agreed,
          }}
          closed={closed}
        >
          {t.agree}
        </SignButton>
      )}
      {asked && moves.includes('refusePause') && (
        <Button onClick={() => openDialog((close) => <RefuseDialog params={params} onClose={close} />)}>
          {t.refuse}
        </Button>
      )}
      {ground && moves.includes('objectHolidays') && (
        <Button
          onClick={() => openDialog((close) => <ObjectionDialog params={params} ground={ground} onClose={close} />)}
        >
          {objection.open}
        </Button>
      )}
    </div>
  );
}
