import { useState } from 'react';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Draft, Settlement, Side } from '../sides.ts';
import { readingTexts as t } from './reading-texts.ts';

const AgreementDialog = lazyPart(
  () => import('./agreement-dialog.tsx'),
  (module) => module.AgreementDialog,
);

export interface ReadProps {
  settlement: Settlement;
  /** Terms that are about to be offered; without them the agreement of the offer on the table is read. */
  draft?: { by: Side; body: Draft } | undefined;
}

/** A button that opens the agreement as both would sign it. */
export function ReadAgreement({ large, ...of }: ReadProps & { large?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button large={large ?? false} onClick={() => setOpen(true)}>
        {t.read}
      </Button>
      {isOpen && <AgreementDialog {...of} onClose={() => setOpen(false)} />}
    </>
  );
}
