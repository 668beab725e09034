import { declaredClaimMachine } from '#domain/registries/registry-entry.ts';
import { ClaimLink } from '#web/features/claims/claim-link.tsx';
import claimStyles from '#web/features/claims/claims.module.css';
import { simpleRequestHref } from '#web/features/requests/hrefs.ts';
import { type SimpleRow } from '#web/features/requests/simple-request-rows.tsx';
import { ownTexts } from '#web/features/settlements/own-texts.ts';
import { Card } from '#web/ui/display/card.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { texts } from './texts.ts';

const t = texts.own;

/** A question to a creditor, and what has come of it. */
export function OwnSimpleCard({ row }: { row: SimpleRow }) {
  return (
    <Card className={claimStyles.card}>
      <div>
        <div className="row spread">
          <p className={claimStyles.creditor}>{row.creditorName ?? row.creditorInn}</p>
          <StatusTag of={declaredClaimMachine} status={row.stage} />
        </div>
        <p className="dim">{sumOf(row)}</p>
        <p className="dim">{row.disclosed ? t.disclosed : t.hidden}</p>
      </div>
      <p>{stepOf(row)}</p>
      <ClaimLink of={row} variant="primary" large>
        {ownTexts.simple.openClaim}
      </ClaimLink>
      <ButtonLink to={simpleRequestHref(row)} large>
        {t.open}
      </ButtonLink>
    </Card>
  );
}

/** What comes next; of whoever has said that the debtor is not his nothing does. */
export const stepOf = ({ stage, declinedAt }: Pick<SimpleRow, 'stage' | 'declinedAt'>): string =>
  declinedAt === null ? ownTexts.simple.steps[stage] : ownTexts.simple.declined;

export const sumOf = ({ approxDebt }: SimpleRow): string =>
  approxDebt === null ? t.unknownSum : t.approx(formatMoneyOf(approxDebt));
