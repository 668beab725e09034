import { settlements } from '#contract/settlements/settlements.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { formTexts } from '#web/kit/form/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import type { Pausable } from './hard-times.tsx';
import { PauseForm } from './pause-dialog.tsx';
import { pauseTexts } from './pause-texts.ts';

const t = pauseTexts.door;
/** Of so many agreements one is chosen. */
const most = 25;

/**
 * Where whoever is ill, or has lost his work, asks for a pause: each agreement has a creditor of its own who answers. On the page of
 * one it is asked for at once.
 */
export function PauseWays({
  ownId,
  settlement,
  onClose,
}: {
  ownId: number;
  settlement: Pausable | undefined;
  onClose: () => void;
}) {
  if (settlement?.moves.includes('askPause')) return <PauseForm settlement={settlement} onClose={onClose} />;
  return (
    <div className="stack">
      <Agreements ownId={ownId} />
      <div>
        <Button onClick={onClose}>{formTexts.cancel}</Button>
      </div>
    </div>
  );
}

function Agreements({ ownId }: { ownId: number }) {
  const query = { limit: most, filter: { status: ['waiting_for_payment' as const] } };
  const read = useRead(settlements.ofIndividual, { params: { id: ownId }, query });
  return (
    <WithObject read={read}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{t.none}</p>
        ) : (
          <>
            <p>{t.choose}</p>
            {items.map(({ id, creditor, contractNumber }) => (
              <ButtonLink key={id} to={`/settlement-${id}`} search={{ ask: 'pause' }}>
                {t.of(creditor, contractNumber)}
              </ButtonLink>
            ))}
          </>
        )
      }
    </WithObject>
  );
}
