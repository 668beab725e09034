import { simpleRequests } from '#contract/simple-requests.ts';
import { formatMoney, kopecks } from '#domain/money.ts';
import { declaredClaim } from '#domain/registry-entry.ts';
import { call } from '#web/app/data/api.ts';
import { made, useMove } from '#web/app/deals/use-move.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { Facts } from '#web/ui/facts.tsx';
import { formatInstantDay } from '#web/ui/format.ts';
import { StatusTag } from '#web/ui/tag.tsx';
import type { SimpleRow } from './simple-requests-list.tsx';
import { texts } from './texts.ts';

const t = texts.moves;

/** A simple request beside the list of its creditor, with what he can answer. */
export function SimpleGlance({ row, companyId }: { row: SimpleRow; companyId: number }) {
  const { stage, approxDebt, debtor, debtorInn, createdAt, registryId, registryEntryId } = row;
  return (
    <>
      <div>
        <StatusTag of={declaredClaim} status={stage} />
      </div>
      <p>{texts.card.steps[stage]}</p>
      <Facts
        items={[
          { label: texts.card.figures.debtor, value: debtor },
          { label: texts.card.facts.inn, value: debtorInn },
          { label: texts.card.figures.approx, value: approxDebt !== null && formatMoney(kopecks(approxDebt)) },
          { label: texts.card.figures.createdAt, value: formatInstantDay(createdAt) },
        ]}
      />
      {registryId !== null && registryEntryId !== null && (
        <ButtonLink to={`/registry-entry-${companyId}-${registryId}-${registryEntryId}` as never}>
          {texts.card.openClaim}
        </ButtonLink>
      )}
      <Answer row={row} companyId={companyId} />
    </>
  );
}

function Answer({ row: { id, version, moves }, companyId }: { row: SimpleRow; companyId: number }) {
  const [busy, make] = useMove();
  if (!moves.includes('giveUp')) return null;
  const giveUp = async () => {
    await call(simpleRequests.giveUp, { params: { id: companyId, rid: id }, body: { version } });
    await made(t.givenUp);
  };
  const ask = () =>
    confirm({
      message: t.giveUpAsk,
      acceptLabel: t.giveUp,
      defaultFocus: 'reject',
      accept: () => make(giveUp),
    });
  return (
    <>
      <p className="dim">{t.load}</p>
      <ButtonLink to="/dashboard/registries">{t.toRegistries}</ButtonLink>
      <Button look="danger" busy={busy} onClick={ask}>
        {t.giveUp}
      </Button>
    </>
  );
}
