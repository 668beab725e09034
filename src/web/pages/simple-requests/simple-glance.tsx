import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import { declaredClaimMachine } from '#domain/registries/registry-entry.ts';
import { ClaimLink } from '#web/features/claims/claim-link.tsx';
import type { SimpleRow } from '#web/features/requests/simple-request-rows.tsx';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatInstantDay, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { texts } from './texts.ts';

const t = texts.moves;

/** A simple request beside the list of its creditor, with what he can answer. */
export function SimpleGlance({ row, legalEntityId }: { row: SimpleRow; legalEntityId: number }) {
  const { stage, approxDebt, debtor, debtorInn, createdAt } = row;
  return (
    <>
      <div>
        <StatusTag of={declaredClaimMachine} status={stage} />
      </div>
      <p>{texts.card.steps[stage]}</p>
      <Facts
        items={[
          { label: texts.card.figures.debtor, value: debtor },
          { label: texts.card.facts.inn, value: debtorInn },
          { label: texts.card.figures.approx, value: approxDebt !== null && formatMoneyOf(approxDebt) },
          { label: texts.card.figures.createdAt, value: formatInstantDay(createdAt) },
        ]}
      />
      <ClaimLink of={{ ...row, legalEntityId }}>{texts.card.openClaim}</ClaimLink>
      <Answer row={row} legalEntityId={legalEntityId} />
    </>
  );
}

function Answer({ row: { id, version, moves }, legalEntityId }: { row: SimpleRow; legalEntityId: number }) {
  if (!moves.includes('giveUp')) return null;
  return (
    <>
      <p className="dim">{t.load}</p>
      <ButtonLink to="/dashboard/registries">{t.toRegistries}</ButtonLink>
      <MoveButton
        operation={simpleRequests.giveUp}
        input={{ params: { id: legalEntityId, rid: id }, body: { version } }}
        label={t.giveUp}
        ask={t.giveUpAsk}
        done={t.givenUp}
        variant="danger"
      />
    </>
  );
}
