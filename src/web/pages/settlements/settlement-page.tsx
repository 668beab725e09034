import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { settlements } from '#contract/settlements/settlements.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { type Settlement, useSide } from './sides.ts';

const ChangeStep = lazyPart(
  () => import('./change/change-step.tsx'),
  (module) => module.ChangeStep,
);
const OfferStep = lazyPart(
  () => import('./offer/offer-step.tsx'),
  (module) => module.OfferStep,
);
const OwnSettlementPage = lazyPart(
  () => import('./own-settlement.tsx'),
  (module) => module.OwnSettlementPage,
);
const SettlementCard = lazyPart(
  () => import('./settlement-card.tsx'),
  (module) => module.SettlementCard,
);

/** How often the other side's move, or money on its way, is looked for while an agreement is not at its end. */
const refreshMs = 8_000;

/** A settlement: to its debtor on his phone, to its creditor and the operators at a desk. */
export default function SettlementPage() {
  const { id } = useParams({ strict: false });
  const read = useFollow(settlements.get, pollMsOf, { params: { id: Number(id) } });
  const isDebtor = useMe()?.kind === 'individual';
  // What draws it comes together with what is drawn.
  const { step }: { step?: string } = useSearch({ strict: false });
  const Shown = shownTo(isDebtor, step);
  useEffect(() => Shown.preload(), [Shown]);
  return <WithObject read={read}>{(settlement) => <Seen key={settlement.id} settlement={settlement} />}</WithObject>;
}

const pollMsOf = ({ status }: Settlement): number | false =>
  status === 'negotiation' || status === 'waiting_for_payment' ? refreshMs : false;

const shownTo = (isDebtor: boolean, step: string | undefined) =>
  step === 'offer' ? OfferStep : isChange(step) ? ChangeStep : isDebtor ? OwnSettlementPage : SettlementCard;

const isChange = (step: string | undefined): step is 'schedule' | 'reopen' => step === 'schedule' || step === 'reopen';

function Seen({ settlement }: { settlement: Settlement }) {
  const { step }: { step?: string } = useSearch({ strict: false });
  const side = useSide(settlement);
  if (step === 'offer' && side !== null) return <OfferStep settlement={settlement} side={side} />;
  if (isChange(step) && side !== null) return <ChangeStep settlement={settlement} side={side} step={step} />;
  return side === 'individual' ? (
    <OwnSettlementPage settlement={settlement} />
  ) : (
    <SettlementCard settlement={settlement} />
  );
}
