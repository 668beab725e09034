import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { texts } from '../texts.ts';

const BulkDialog = lazyPart(
  () => import('./bulk-dialog.tsx'),
  (module) => module.BulkDialog,
);

export interface BulkProps {
  chosen: ReadonlyMap<number, string>;
  /** How a card is read, and by what its moves are made. */
  operations: { get: Operation; decide: Operation };
}

/** The moves of verification for several at once, with a look ahead at what each of them will change. */
const BulkMoves = (props: BulkProps) => (
  <Button onClick={() => openDialog((close) => <BulkDialog {...props} onClose={close} />)}>
    <ListChecks size={16} aria-hidden="true" />
    {texts.bulk.action}
  </Button>
);

/** Only for those who decide about verification; its owners send themselves. */
export function useBulkMoves(
  operations: BulkProps['operations'],
): ((chosen: BulkProps['chosen']) => ReactNode) | undefined {
  const me = useMe();
  if (me?.kind !== 'operator' || accessTo(operations.decide, me) === 'no') return undefined;
  return (chosen) => <BulkMoves chosen={chosen} operations={operations} />;
}
