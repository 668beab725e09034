import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { lazyPart } from '../lazy-part.tsx';
import { Can } from '../session/can.tsx';
import type { Assigning, Assigns } from './assign-dialog.tsx';

const AssignDialog = lazyPart(
  () => import('./assign-dialog.tsx'),
  (module) => module.AssignDialog,
);

/** Gives a card a word of a dictionary, or takes it away. */
export function AssignWord<O extends Assigns>(props: Assigning<O>) {
  return (
    <Can op={props.operation} params={{ id: props.card.id }}>
      <Button onClick={() => openDialog((close) => <AssignDialog {...props} onClose={close} />)}>{props.action}</Button>
    </Can>
  );
}
