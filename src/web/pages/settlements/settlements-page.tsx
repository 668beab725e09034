import { endings } from '#contract/settlements/endings.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { OwnList } from '#web/features/claims/own-list.tsx';
import { type OwnSettlement, OwnSettlementCard } from '#web/features/settlements/own-settlements.tsx';
import { withRows } from '#web/kit/list/page.tsx';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { listTexts } from './list-texts.ts';
import { ownSettlementTexts } from './own-settlement-texts.ts';
import { settlementsList } from './settlements-list.tsx';

/** How the agreements ended that are closed: sums, days, ratings. */
const ClosedReport = () => (
  <Can op={endings.closedReport}>
    <DownloadButton operation={endings.closedReport} body={{}}>
      {listTexts.closedReport}
    </DownloadButton>
  </Can>
);

const allSettlements = { ...settlementsList, actions: <ClosedReport /> };
/** Those of a company, which is not named in each row. */
const ownSettlements = {
  ...allSettlements,
  columns: settlementsList.columns.filter(({ key }) => key !== 'creditor'),
};

/** Settlements: a person sees his own, an employee those of his company, an operator all. */
function SettlementsPage() {
  const me = useMe();
  const individualId = me?.individualId;
  if (!individualId) return <ListScreen list={me?.kind === 'operator' ? allSettlements : ownSettlements} />;
  return (
    <OwnList operation={settlements.ofIndividual} individualId={individualId} words={ownSettlementTexts}>
      {(settlement: OwnSettlement) => <OwnSettlementCard settlement={settlement} />}
    </OwnList>
  );
}

export default withRows(SettlementsPage, settlementsList);
