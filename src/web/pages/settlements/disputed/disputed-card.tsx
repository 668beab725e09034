import { debtPart } from '#domain/settlements/debt-structure.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { activeOfferOf, type Settlement, type Side } from '../sides.ts';
import { disputedTexts as t } from './disputed-texts.ts';

const DisputeDialog = lazyPart(
  () => import('./dispute-dialog.tsx'),
  (module) => module.DisputeDialog,
);

/**
 * What of the debt its debtor acknowledges and what he disputes, as both see it. It is where there is something to say: a
 * dispute, or a debtor who may still begin one.
 */
export function DisputedCard({ settlement, side }: { settlement: Settlement; side: Side | null }) {
  const { debt, disputed, moves, signedAt } = settlement;
  const may = moves.includes('dispute');
  const isBargained = settlement.status === 'negotiation' && signedAt === null;
  if (disputed.length === 0 && !may && !isBargained) return null;
  return (
    <Card title={t.title}>
      <div className="stack-tight">
        {may && <p>{t.lead}</p>}
        {disputed.length === 0 ? (
          <p className="dim">{side === 'individual' ? t.none : t.noneByDebtor}</p>
        ) : (
          <Facts
            items={debt
              .filter(({ amount }) => amount > 0)
              .map(({ code, amount }) => ({
                label: debtPart(code).label,
                value: (
                  <Part
                    amount={amount}
                    isOfCourt={!debtPart(code).discountable}
                    mark={disputed.find((one) => one.code === code)}
                  />
                ),
              }))}
          />
        )}
        {may && (
          <div>
            <Button onClick={() => openDialog((close) => <DisputeDialog settlement={settlement} onClose={close} />)}>
              {disputed.length === 0 ? t.mark : t.change}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

interface PartProps {
  amount: number;
  /** Costs of a court, which nobody disputes or acknowledges here. */
  isOfCourt: boolean;
  mark: Settlement['disputed'][number] | undefined;
}

function Part({ amount, isOfCourt, mark }: PartProps) {
  const otherwise = isOfCourt ? t.ofCourt : t.acknowledged;
  return (
    <>
      {formatMoneyOf(amount)} <Tag tone={mark ? 'warning' : 'neutral'}>{mark ? t.disputed : otherwise}</Tag>
      {mark?.reason && (
        <>
          <br />
          <span className="dim small">«{mark.reason}»</span>
        </>
      )}
    </>
  );
}

/** Whoever looks at an offer that names another dispute, or a rule that acts no more, reads why nobody may accept it. */
export function StaleOffer({ settlement, side }: { settlement: Settlement; side: Side | null }) {
  if (!activeOfferOf(settlement)) return null;
  const { disputedSinceOffer, namesEndedRule } = settlement;
  return (
    <>
      {namesEndedRule && <Notice tone="warning">{t.endedRule[side ?? 'creditor']}</Notice>}
      {disputedSinceOffer && <Notice tone="warning">{t.stale[side ?? 'creditor']}</Notice>}
    </>
  );
}
