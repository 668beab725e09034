import { lifeEvents } from '#contract/parties/life-events.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { LifeSubject } from './enter-dialog.tsx';
import { LifeOfPerson } from './life-list.tsx';
import type { LifeEvent } from './running-events.ts';
import { lifeTexts as t } from './texts.ts';

const EnterDialog = lazyPart(
  () => import('./enter-dialog.tsx'),
  (module) => module.EnterDialog,
);

/** What has happened in a person's life, as he and the operators see it. */
export function LifeCard({ id }: { id: number }) {
  const read = useRead(lifeEvents.list, { params: { id } });
  const isOwn = useMe()?.individualId === id;
  return (
    <Card title={isOwn ? t.own : t.title}>
      <WithObject read={read}>
        {({ items }) => (
          <div className="stack">
            {items.length === 0 && <p className="dim">{t.none}</p>}
            <LifeOfPerson items={items} individualId={id} />
            {!items.some(isDecided) && <EnterButton of={isOwn ? { ownId: id } : { individualId: id }} />}
          </div>
        )}
      </WithObject>
    </Card>
  );
}

/** While operators decide about one, another is not entered. */
const isDecided = ({ status, settlementId }: LifeEvent): boolean => status === 'waiting' && settlementId === null;

/** For whoever may enter one. */
export function EnterButton({ of }: { of: LifeSubject }) {
  const operation =
    'ownId' in of ? lifeEvents.enterByDebtor : 'legalEntityId' in of ? lifeEvents.enterByCreditor : lifeEvents.enter;
  if (accessTo(operation, useMe()) === 'no') return null;
  return (
    <div>
      <Button onClick={() => openDialog((close) => <EnterDialog of={of} onClose={close} />)}>
        {'individualId' in of ? t.enter : t.tell}
      </Button>
    </div>
  );
}
