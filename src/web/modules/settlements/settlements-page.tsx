import { settlements } from '#contract/settlements.ts';
import { OwnList } from '#web/app/claims/own-list.tsx';
import { type OwnDeal, OwnDealCard } from '#web/app/deals/own-deals.tsx';
import { ListScreen } from '#web/app/list/screen.tsx';
import { useMe } from '#web/app/session/session.ts';
import { settlementsList } from './settlements-list.tsx';
import { texts } from './texts.ts';

/** Settlements: a person sees his own, an employee those of his company, an operator all. */
export default function SettlementsPage() {
  const individualId = useMe()?.individualId;
  if (!individualId) return <ListScreen list={settlementsList} />;
  return (
    <OwnList operation={settlements.ofIndividual} individualId={individualId} words={texts.own}>
      {(deal: OwnDeal) => <OwnDealCard deal={deal} />}
    </OwnList>
  );
}
