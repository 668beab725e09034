import { useState } from 'react';
import type { OfferKind } from '#domain/negotiation/terms-offer.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { readingTexts as t } from '#web/kit/signing/reading-texts.ts';
import { Button } from '#web/ui/button.tsx';
import type { Draft, Settlement, Side } from '../sides.ts';

const AgreementDialog = lazyPart(
  () => import('./agreement-dialog.tsx'),
  (module) => module.AgreementDialog,
);

export interface ReadProps {
  settlement: Settlement;
  /** What kind of paper it is; an agreement where nothing is said. */
  kind?: OfferKind;
  /** Terms that are about to be offered; without them the text of the offer on the table is read. */
  draft?: { by: Side; body: Draft } | undefined;
}

/** A button that opens the text as both would sign it. */
export function ReadAgreement({ large, ...of }: ReadProps & { large?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button large={large ?? false} onClick={() => setOpen(true)}>
        {t.read[of.kind ?? 'terms']}
      </Button>
      {isOpen && <AgreementDialog {...of} onClose={() => setOpen(false)} />}
    </>
  );
}
