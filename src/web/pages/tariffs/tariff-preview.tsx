import { tariffs } from '#contract/money/tariffs.ts';
import { vatInWords } from '#domain/money/tariff-words.ts';
import type { Tariff } from '#web/features/payments/tariff.ts';
import { useRead } from '#web/kit/data/query.ts';
import { PendingApprovals } from '#web/kit/detail/approvals.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { Simulation } from './simulation.tsx';
import { texts as t } from './texts.ts';

const TariffDialog = lazyPart(
  () => import('./tariff-dialog.tsx'),
  (module) => module.TariffDialog,
);

/** A tariff whole, what may be done with it, and what it would have brought. */
export function TariffPreview({ id, columns }: { id: number; columns: readonly Column<Tariff>[] }) {
  const read = useRead(tariffs.get, { params: { id } });
  return (
    <WithObject read={read}>
      {(tariff) => (
        <>
          <PendingApprovals items={tariff.pendingApprovals} />
          <Facts items={[...factsOf(columns, tariff), { label: t.fields.vatMode, value: vatInWords(tariff) }]} />
          <Changing tariff={tariff} />
          <Can op={tariffs.simulate}>
            <Simulation tariff={tariff} />
          </Can>
        </>
      )}
    </WithObject>
  );
}

function Changing({ tariff }: { tariff: Tariff }) {
  return (
    <Can op={tariffs.replace} params={{ id: tariff.id }}>
      <div className="row">
        <Button onClick={() => openDialog((close) => <TariffDialog tariff={tariff} onClose={close} />)}>
          {t.change}
        </Button>
      </div>
    </Can>
  );
}
