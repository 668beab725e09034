import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatInstantDay } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { useOwnLife } from '../life/own-life.ts';
import { isHeld, type LifeEvent, ofDebt, stopping } from '../life/running-events.ts';
import { stopTexts } from '../life/stop-texts.ts';
import { Answered } from './answered.tsx';
import { claimHref } from './claim-link.tsx';
import styles from './claims.module.css';
import { LimitationWarning } from './limitation.tsx';
import { type OwnClaim, signedOf } from './next-step.ts';
import { OwedSum, OwnStanding } from './owed.tsx';
import { debtTexts } from './texts.ts';

const t = debtTexts.own;

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
  const stop = useStop(claim, individualId);
  const effect = signedOf(claim) ? 'payments' : 'bargaining';
  return (
    <Card className={styles.card}>
      <div>
        <p className={styles.creditor}>{claim.creditor}</p>
        <OwedSum claim={claim} />
      </div>
      {!claim.settled && <Answered of={claim} />}
      <ClaimWarnings claim={claim} />
      {stop && !claim.settled ? (
        <p>{stopTexts.card(stop, effect, claim)}</p>
      ) : (
        (claim.frozen || claim.settled) && <OwnStanding claim={claim} />
      )}
      <ButtonLink to={claimHref(claim)} variant={claim.frozen || stop || isAside ? 'outlined' : 'primary'} large>
        {t.open}
      </ButtonLink>
    </Card>
  );
}

/** What leaves nothing to be done about a claim now: of what is signed, the next payment is not asked for. */
function useStop(claim: OwnClaim, individualId: number): LifeEvent | undefined {
  const life = useOwnLife(individualId) ?? [];
  const signed = signedOf(claim);
  if (!signed) return stopping(ofDebt(life, null), 'bargaining');
  const stop = stopping(ofDebt(life, signed.id), 'payments');
  return signed.nextDueDate !== null && isHeld(stop, signed.nextDueDate) ? stop : undefined;
}

type Warned = Pick<OwnClaim, 'contested' | 'limitation' | 'settled' | 'stage' | 'deniedAt' | 'settlement'> &
  Partial<Case>;
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
  const isSigned = signedOf(claim) !== undefined;
  return (
    <>
      {claim.contested && <Notice tone="warning">{t.contested}</Notice>}
      <LimitationWarning of={claim} />
      {claim.stage === 'court' && <Notice>{t.inCourt(caseOf(claim), isSigned)}</Notice>}
      {claim.stage === 'enforcement' && (
        <Notice>
          {claim.deniedAt ? t.denied(formatInstantDay(claim.deniedAt), isSigned) : t.enforcement(isSigned)}
        </Notice>
      )}
    </>
  );
}
