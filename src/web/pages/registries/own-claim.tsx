import { useSearch } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import type { Result } from '#contract/kernel/op.ts';
import { claims } from '#contract/registries/claims.ts';
import { requests } from '#contract/settlements/requests.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { Answered } from '#web/features/claims/answered.tsx';
import { answeringOf } from '#web/features/claims/answering.ts';
import { OwnBailiffs } from '#web/features/claims/bailiffs.tsx';
import { ClaimWarnings } from '#web/features/claims/claim-card.tsx';
import styles from '#web/features/claims/claims.module.css';
import { ClaimParts } from '#web/features/claims/debt-parts.tsx';
import { mayBeOver, RecognitionNote } from '#web/features/claims/limitation.tsx';
import { OwedSum, OwnStanding } from '#web/features/claims/owed.tsx';
import { partTexts } from '#web/features/claims/part-texts.ts';
import { RestoredClaim } from '#web/features/claims/restored-claim.tsx';
import { debtTexts } from '#web/features/claims/texts.ts';
import { useOwnLife, useOwnStop } from '#web/features/life/own-life.ts';
import { acting, type LifeEvent, ofDebt } from '#web/features/life/running-events.ts';
import { stopTexts } from '#web/features/life/stop-texts.ts';
import { MoreHistory } from '#web/features/registries/entry-history.tsx';
import { applyTexts } from '#web/features/settlements/apply-texts.ts';
import { OwnRequestCard, useRestored } from '#web/features/settlements/own-settlements.tsx';
import { ownTexts } from '#web/features/settlements/own-texts.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Breadcrumbs } from '#web/kit/page/breadcrumbs.tsx';
import { usePageTitle } from '#web/kit/page/page-title.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink, Link } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { ChainCard, ContractCard } from './claim-parts.tsx';

const LifeList = lazyPart(
  () => import('#web/features/life/life-list.tsx'),
  (module) => module.LifeList,
);

const EntryVersions = lazyPart(
  () => import('./entry-versions.tsx'),
  (module) => module.EntryVersions,
);

const Apply = lazyPart(
  () => import('#web/features/settlements/apply.tsx'),
  (module) => module.Apply,
);

const OfferAtGlance = lazyPart(
  () => import('#web/features/settlements/offer-at-glance.tsx'),
  (module) => module.OfferAtGlance,
);

const HardTimesOfDebt = lazyPart(
  () => import('#web/features/life/hard-times.tsx'),
  (module) => module.HardTimesOfDebt,
);

const RejectDialog = lazyPart(
  () => import('#web/features/claims/reject-dialog.tsx'),
  (module) => module.RejectDialog,
);

const t = debtTexts.own;

type Claim = Result<typeof claims.get>;

/** A claim as its debtor sees it, on a phone first; applying to its creditor is a step of the same page. */
export function OwnClaimPage({ individualId, id }: { individualId: number; id: number }) {
  const { step }: { step?: string } = useSearch({ strict: false });
  const read = useRead(claims.get, { params: { id: individualId, e: id } });
  usePageTitle(read.data?.creditor);
  const stop = useOwnStop(individualId);
  return (
    <WithObject read={read}>
      {(claim) =>
        step === 'apply' && !claim.frozen && !stop ? (
          <Applying claim={claim} individualId={individualId} />
        ) : (
          <Whole claim={claim} individualId={individualId} />
        )
      }
    </WithObject>
  );
}

/** What the step of an application says of its claim above everything. */
const subjectOf = ({ creditor, contractNumber, totalAmount }: Claim): string =>
  `${creditor} · ${contractNumber} · ${formatMoneyOf(totalAmount)}`;

function Applying({ claim, individualId }: { claim: Claim; individualId: number }) {
  return (
    <div className="stack">
      <div>
        <Link to="." search={{}}>
          {applyTexts.back}
        </Link>
        <h1>{applyTexts.title}</h1>
        <p className="dim">{subjectOf(claim)}</p>
      </div>
      <Apply claim={claim} individualId={individualId} />
    </div>
  );
}

/** How much, what to do now, and then everything behind it. */
function Whole({ claim, individualId }: { claim: Claim; individualId: number }) {
  return (
    <div className={`stack ${styles.page}`}>
      <Breadcrumbs above={[{ to: '/dashboard/registries-entries', title: t.back }]} here={claim.creditor} />
      <div>
        <h1>{claim.creditor}</h1>
        <OwedSum claim={claim} />
      </div>
      <ClaimWarnings claim={claim} />
      <RestoredClaim claim={claim} />
      {!claim.settled && <OwnBailiffs claim={claim} individualId={individualId} />}
      {claim.frozen || claim.settled ? (
        <Going claim={claim} individualId={individualId} />
      ) : (
        <Begin claim={claim} individualId={individualId} />
      )}
      {!claim.settled && <Happened individualId={individualId} />}
      {!claim.settled && !claim.frozen && <HardTimesOfDebt individualId={individualId} />}
      {claim.growth.length > 0 && (
        <Card title={t.growth}>
          {claim.growth.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Card>
      )}
      {claim.assignmentNotice && <ChainCard claim={claim} title={t.chain} isOwn />}
      <Card title={partTexts.label}>
        <ClaimParts claim={claim} />
      </Card>
      {!claim.assignmentNotice && <ChainCard claim={claim} title={t.chain} isOwn />}
      <ContractCard claim={claim} isOwn />
      {claim.versions.length > 1 && <EntryVersions versions={claim.versions} />}
      <MoreHistory of={claim} />
    </div>
  );
}

/** Nothing can be agreed on about any debt: why, and whom to turn to. */
function Stopped({ stop, claim, individualId }: { stop: LifeEvent; claim: Claim; individualId: number }) {
  return (
    <Card title={t.next} className={styles.next}>
      <Answered of={claim} />
      <p>{stopTexts.own(stop, claim)}</p>
      <Reject claim={claim} individualId={individualId} />
    </Card>
  );
}

/** What has happened to the debtor himself, with all that it stops of this debt and all that goes on. */
function Happened({ individualId }: { individualId: number }) {
  const life = acting(ofDebt(useOwnLife(individualId) ?? [], null));
  return life.length > 0 && <LifeList items={life} individualId={individualId} />;
}

/** The one thing to do about a claim: to ask its creditor; to call him is the other way. */
function Begin({ claim, individualId }: { claim: Claim; individualId: number }) {
  const { id, creditorPhone } = claim;
  const isVerified = useMe()?.verificationStatus === 'verified';
  const restored = useRestored(individualId).find(({ registryEntryId }) => registryEntryId === id);
  const stop = useOwnStop(individualId);
  if (stop) return <Stopped stop={stop} claim={claim} individualId={individualId} />;
  const isTempting = !mayBeOver(claim) && claim.rejectReason === null;
  return (
    <Card title={t.next} className={styles.next}>
      <Answered of={claim} />
      <p>{restored ? t.restoredStep : claim.rejectReason === null ? t.step : t.rejectedStep(answeringOf(claim))}</p>
      {restored && <ButtonLink to={`/settlement-${restored.id}`}>{ownTexts.settlement.how}</ButtonLink>}
      {isVerified ? (
        <>
          <ButtonLink to="." search={{ step: 'apply' }} variant={isTempting ? 'primary' : 'outlined'} large>
            {applyTexts.action}
          </ButtonLink>
          {!restored && <p className="dim small">{applyTexts.lead}</p>}
          {!mayBeOver(claim) && <RecognitionNote of={claim} act={applyTexts.act} />}
        </>
      ) : (
        <Notice tone="warning">{t.closed}</Notice>
      )}
      {creditorPhone && (
        <a href={`tel:${creditorPhone}`} className={styles.call}>
          <Phone size={20} aria-hidden="true" />
          {t.call(formatPhone(creditorPhone))}
        </a>
      )}
      <Reject claim={claim} individualId={individualId} />
    </Card>
  );
}

/** The way out for whom the debt is not, or not so: open as long as nobody bargains about it. */
function Reject({ claim, individualId }: { claim: Claim; individualId: number }) {
  const isVerified = useMe()?.verificationStatus === 'verified';
  if (!isVerified || !claim.moves.includes('reject')) return null;
  return (
    <Button
      large
      onClick={() =>
        openDialog((close) => (
          <RejectDialog
            operation={claims.reject}
            params={{ id: individualId, e: claim.id }}
            entry={claim}
            onClose={close}
          />
        ))
      }
    >
      {claim.openReasons.includes('not_mine') ? t.reject : t.disagree}
    </Button>
  );
}

/** The person's own requests are few, so the one of this claim is found among them. */
const most = 100;

function Going({ claim, individualId }: { claim: Claim; individualId: number }) {
  const stop = useOwnStop(individualId);
  const { data } = useRead(requests.list, { params: { id: individualId }, query: { limit: most } });
  const ofClaim = data?.items.filter(({ registryEntryId }) => registryEntryId === claim.id) ?? [];
  if (claim.settled)
    return <Settled settlement={ofClaim.find(({ settlementId }) => settlementId !== null)?.settlementId} />;
  const own = ofClaim.find(({ status }) => status !== 'closed');
  if (own) {
    return (
      <>
        <OwnRequestCard request={own} />
        {own.settlementId !== null && <OfferAtGlance settlementId={own.settlementId} />}
      </>
    );
  }
  if (stop) return <Stopped stop={stop} claim={claim} individualId={individualId} />;
  return (
    <Card title={t.next} className={styles.next}>
      <OwnStanding claim={claim} />
    </Card>
  );
}

/** Nothing is owed: where the agreement and its certificate are. */
function Settled({ settlement }: { settlement: number | null | undefined }) {
  return (
    <Card>
      <Notice tone="success">{t.settledStep}</Notice>
      {settlement && (
        <ButtonLink to={`/settlement-${settlement}`} variant="primary" large>
          {t.toSettlement}
        </ButtonLink>
      )}
    </Card>
  );
}
