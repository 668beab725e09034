import type { Result } from '#contract/kernel/op.ts';
import type { claims } from '#contract/registries/claims.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { useOwnStop } from '../life/own-life.ts';
import { stopTexts } from '../life/stop-texts.ts';
import { Answered } from './answered.tsx';
import { claimHref } from './claim-link.tsx';
import styles from './claims.module.css';
import { LimitationWarning } from './limitation.tsx';
import { debtTexts } from './texts.ts';

const t = debtTexts.own;
export type OwnClaim = Result<typeof claims.list>['items'][number];

/**
 * A claim in the words of whom it is against: how much, to whom, for what, and what to do now.
 * @param isAside something else of the page says what to do first
 */
export function ClaimCard({
  claim,
  individualId,
  isAside = false,
}: {
  claim: OwnClaim;
  individualId: number;
  isAside?: boolean;
}) {
  const stop = useOwnStop(individualId);
  return (
    <Card className={styles.card}>
      <div>
        <p className={styles.creditor}>{claim.creditor}</p>
        <p className={styles.sum}>{formatMoneyOf(claim.totalAmount)}</p>
        <p className="dim">{t.contract(claim.contractNumber, formatDayOf(claim.contractDate))}</p>
        <p className="dim">{t.asOf(formatDayOf(claim.asOf))}</p>
        {!claim.settled && <p className="dim">{t.overdue(debtTexts.overdue(claim.daysOverdue))}</p>}
      </div>
      {!claim.settled && <Answered of={claim} />}
      <ClaimWarnings claim={claim} />
      {claim.settled ? (
        <Notice tone="success">{t.settledStep}</Notice>
      ) : (
        (claim.frozen || stop) && <p>{stop ? stopTexts.card(stop, 'bargaining', claim) : t.frozenStep}</p>
      )}
      <ButtonLink to={claimHref(claim)} variant={claim.frozen || stop || isAside ? 'outlined' : 'primary'} large>
        {t.open}
      </ButtonLink>
    </Card>
  );
}

type Warned = Pick<OwnClaim, 'contested' | 'limitation' | 'settled' | 'stage'> & Partial<Case>;
interface Case {
  caseNo: string | null;
  court: string | null;
}

/** What the page goes on to say of the case: both, one or nothing; undefined where that page is another one. */
function caseOf({ caseNo, court }: Partial<Case>): string[] | undefined {
  if (caseNo === undefined && court === undefined) return undefined;
  return [...(court ? [t.court] : []), ...(caseNo ? [t.caseNo] : [])];
}

/** What a debtor should know before he pays. */
export function ClaimWarnings({ claim }: { claim: Warned }) {
  if (claim.settled) return null;
  return (
    <>
      {claim.contested && <Notice tone="warning">{t.contested}</Notice>}
      <LimitationWarning of={claim} />
      {claim.stage === 'court' && <Notice>{t.inCourt(caseOf(claim))}</Notice>}
      {claim.stage === 'enforcement' && <Notice>{t.enforcement}</Notice>}
    </>
  );
}
