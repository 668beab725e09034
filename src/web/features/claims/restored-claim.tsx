import type { Result } from '#contract/kernel/op.ts';
import type { claims } from '#contract/registries/claims.ts';
import { registries } from '#contract/registries/registries.ts';
import { mostStated } from '#domain/negotiation/most-stated.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { formatDayOf, formatInstant, formatMoneyOf } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { restoredTexts as t } from './restored-texts.ts';

const ExplainDialog = lazyPart(
  () => import('./explain-dialog.tsx'),
  (module) => module.ExplainDialog,
);

type Claim = Pick<
  Result<typeof claims.get>,
  'id' | 'legalEntityId' | 'registryId' | 'totalAmount' | 'restored' | 'frozen' | 'settled'
>;

/** What a terminated agreement has left of a claim beside what its creditor states now; the creditor explains why he states more. */
export function RestoredClaim({ claim }: { claim: Claim }) {
  const { id, legalEntityId, registryId, totalAmount, restored, frozen, settled } = claim;
  // An older node that still runs beside this one tells nothing of it.
  if (!restored || settled) return null;
  const { total, on, explained } = restored;
  const most = mostStated({
    left: kopecks(total),
    explained: explained && kopecks(explained.total),
    total: kopecks(totalAmount),
  });
  const params = { id: legalEntityId, r: registryId, e: id };
  return (
    <Card title={t.title}>
      <div className="stack-tight">
        <p>
          {t.left(formatMoneyOf(total), formatDayOf(on))}
          {totalAmount > total && ` ${t.more(formatMoneyOf(totalAmount), formatMoneyOf(totalAmount - total))}`}
        </p>
        {explained && <p>{t.why(explained.why, formatInstant(explained.at))}</p>}
        <p>{(explained ? t.mostAgain : t.most)(formatMoney(most))}</p>
        {!frozen && (
          <Can op={registries.explainRise} params={params}>
            <div>
              <Button onClick={() => openDialog((close) => <ExplainDialog params={params} onClose={close} />)}>
                {t.action}
              </Button>
            </div>
          </Can>
        )}
      </div>
    </Card>
  );
}
