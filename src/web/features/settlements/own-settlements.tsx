import type { Result } from '#contract/kernel/op.ts';
import { requests } from '#contract/settlements/requests.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { awaitedSide, CLOSE_REASONS, settlementMachine } from '#domain/settlements/settlement.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Card } from '#web/ui/display/card.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { ClaimWarnings } from '../claims/claim-card.tsx';
import { claimHref } from '../claims/claim-link.tsx';
import claimStyles from '../claims/claims.module.css';
import { LimitationWarning, type Limited, mayBeOver } from '../claims/limitation.tsx';
import { type OwnClaim, paymentWords, sumWords } from '../claims/next-step.ts';
import { useOwnClaims } from '../claims/own-claims.ts';
import { useOwnLife } from '../life/own-life.ts';
import { isHeld, type LifeEvent, ofDebt, standstill, stopping } from '../life/running-events.ts';
import { SettlementTag } from '../life/settlement-tag.tsx';
import { stopTexts } from '../life/stop-texts.ts';
import { paymentsOf } from '../plan/schedule-texts.ts';
import { requestHref } from '../requests/hrefs.ts';
import { RequestTag } from '../requests/request-tag.tsx';
import { notBargainedAgain } from './own-rows.ts';
import { ownTexts } from './own-texts.ts';
import { answerUntil } from './time-left.ts';

const t = ownTexts;
/** So many of each are on the overview itself. */
const few = 3;
/** Of so many the one that waits for the person is looked for. */
const most = 25;

export type OwnRequest = Result<typeof requests.list>['items'][number];
export type OwnSettlement = Result<typeof settlements.ofIndividual>['items'][number];

/** A request as its author sees it: to whom, about what, and what comes next. */
export function OwnRequestCard({ request: of }: { request: OwnRequest }) {
  const { creditorName, creditorInn, contractNumber, desiredAmount, status, closeReason, answerBy, settlementId } = of;
  const stop = useRequestStop(of);
  return (
    <Card className={claimStyles.card}>
      <div>
        <div className="row spread">
          <p className={claimStyles.creditor}>{creditorName ?? creditorInn}</p>
          <RequestTag of={of} />
        </div>
        <p className="dim">{contractNumber ? t.request.contract(contractNumber) : t.request.noContract}</p>
        {desiredAmount !== null && <p className="dim">{t.request.wants(formatMoneyOf(desiredAmount))}</p>}
      </div>
      <p>
        {stop ?? (closeReason === null ? t.request.steps[status] : closedWords(of))}
        {!stop && status === 'pending' && answerBy && ` ${t.request.answerBy(formatDayOf(answerBy))}.`}
      </p>
      <ButtonLink
        to={settlementId === null ? requestHref(of) : `/settlement-${settlementId}`}
        variant={!stop && (status === 'waiting' || status === 'negotiation') ? 'primary' : 'outlined'}
        large
      >
        {settlementId === null
          ? t.request.open
          : stop || status === 'closed'
            ? t.request.seeSettlement
            : t.request.toSettlement(status)}
      </ButtonLink>
    </Card>
  );
}

/** How a request has ended, and of one that was taken back before any bargaining by whom. */
export function closedWords({
  closeReason,
  withdrawnBy,
  settlementId,
}: Pick<OwnRequest, 'closeReason' | 'withdrawnBy' | 'settlementId'>): string {
  // An older node that still runs beside this one tells nothing of it.
  if (withdrawnBy) return t.request.withdrawn[withdrawnBy];
  if (closeReason === 'withdrawn' && settlementId !== null) return t.request.stopped;
  return t.request.closed(closeReason ? CLOSE_REASONS[closeReason] : '');
}

/** Why nothing comes next of a request now, in words; undefined where it goes on. */
export function useRequestStop(of: Pick<OwnRequest, 'individualId' | 'settlementId' | 'status'>): string | undefined {
  const life = ofDebt(useOwnLife(of.individualId) ?? [], of.settlementId);
  if (of.status === 'paid' || of.status === 'closed') return undefined;
  const effect = of.status === 'waiting_for_payment' ? 'payments' : 'bargaining';
  const stop = stopping(life, effect);
  return stop && stopTexts.card(stop, effect, null);
}

/** A bargaining or an agreement as the debtor sees it. */
export function OwnSettlementCard({ settlement }: { settlement: OwnSettlement }) {
  const life = ofDebt(useOwnLife(settlement.individualId) ?? [], settlement.id);
  const stop = standstill(settlement, life);
  const warned = useWarnedOf(settlement.individualId)(settlement);
  const awaited = awaitedSide({ ...settlement, hasOffer: settlement.offerExpiresAt !== null });
  const isMine = (awaited === 'individual' || awaited === 'either') && !stopping(life, 'bargaining');
  return (
    <Card className={claimStyles.card}>
      <div>
        <div className="row spread">
          <p className={claimStyles.creditor}>{settlement.creditor}</p>
          <SettlementTag of={settlement} life={life} />
        </div>
        <p className={claimStyles.sum}>
          {formatMoneyOf(settlement.owedAgain ?? settlement.agreedAmount ?? settlement.debtTotal)}
        </p>
        {settlement.owedAgain === null && settlement.feeByDebtor && <p className="dim">{t.settlement.andFee}</p>}
        {settlement.owedAgain === null && settlement.agreedAmount !== null && (
          <p className="dim">{t.settlement.debt(formatMoneyOf(settlement.debtTotal))}</p>
        )}
        {settlement.paidAmount > 0 && <p className="dim">{t.settlement.paid(formatMoneyOf(settlement.paidAmount))}</p>}
        <p className="dim">{t.request.contract(settlement.contractNumber)}</p>
      </div>
      <p>{situationOf(settlement, stop)}</p>
      {settlement.owedAgain !== null && <OwedAgain settlement={settlement} owedAgain={settlement.owedAgain} />}
      {warned && isMine && <LimitationWarning of={warned} />}
      <ButtonLink to={`/settlement-${settlement.id}`} variant={isMine && !warned ? 'primary' : 'outlined'} large>
        {!isMine ? t.settlement.open : settlement.offerExpiresAt === null ? t.settlement.offer : t.settlement.answer}
      </ButtonLink>
    </Card>
  );
}

/** What he should know of a debt that is owed again before he pays: it has no other card on this page. */
function OwedAgain({ settlement, owedAgain }: { settlement: OwnSettlement; owedAgain: number }) {
  const { data } = useOwnClaims(settlement.individualId);
  const claim = data?.items.find(({ id }) => id === settlement.registryEntryId);
  if (!claim) return null;
  const { totalAmount, asOf } = claim;
  return (
    <>
      {totalAmount > owedAgain && (
        <>
          <p>{t.settlement.statedMore(formatMoneyOf(totalAmount), formatDayOf(asOf))}</p>
          <ButtonLink to={claimHref(claim)}>{t.settlement.seeDebt}</ButtonLink>
        </>
      )}
      <ClaimWarnings claim={claim} />
    </>
  );
}

/** The claim whose limitation may have run out, of a bargaining or owed again: he reads so wherever he is led to answer or to pay. */
function useWarnedOf(individualId: number): (settlement: OwnSettlement) => OwnClaim | undefined {
  const { data } = useOwnClaims(individualId);
  return ({ registryEntryId, status, owedAgain }) =>
    status === 'negotiation' || owedAgain !== null
      ? data?.items.find((claim) => claim.id === registryEntryId && mayBeOver(claim))
      : undefined;
}

/** Whether the creditor waits for an answer about a change of an agreement in force: a new schedule, a pause, an annulment. */
const isChangeProposed = ({ status, turn, offerExpiresAt }: OwnSettlement): boolean =>
  status === 'waiting_for_payment' && turn === 'individual' && offerExpiresAt !== null;

function situationOf(settlement: OwnSettlement, stop: LifeEvent | undefined): string {
  const { status, turn, offerExpiresAt, agreedAmount, payments, nextDueDate, closeReason } = settlement;
  if (settlement.owedAgain !== null) return t.settlement.restored;
  if (status === 'negotiation') {
    if (stop) return stopTexts.card(stop, 'bargaining', null);
    if (offerExpiresAt === null) return t.settlement.yoursFirst;
    return turn === 'individual' ? `${t.settlement.yours} ${answerUntil(offerExpiresAt)}` : t.settlement.theirs;
  }
  if (status !== 'waiting_for_payment' || agreedAmount === null) {
    return closeReason ? CLOSE_REASONS[closeReason] : settlementMachine.label(status);
  }
  const agreed = t.settlement.agreed(formatMoneyOf(agreedAmount), paymentsOf(payments ?? 1));
  if (stop && nextDueDate && isHeld(stop, nextDueDate) && !isChangeProposed(settlement))
    return `${agreed}. ${stopTexts.card(stop, 'payments', null)}`;
  if (isChangeProposed(settlement)) return `${t.settlement.proposed} ${answerUntil(offerExpiresAt!)}.`;
  const next = nextDueDate ? `. ${paymentWords({ ...settlement, nextDueDate })}` : '';
  return `${agreed}${next}.`;
}

/** The person's agreements that were ended and whose debt is owed again. */
export function useRestored(individualId: number): OwnSettlement[] {
  const { data } = useRead(settlements.ofIndividual, {
    params: { id: individualId },
    query: { limit: most, filter: { status: ['closed'] } },
  });
  return (data?.items ?? []).filter(({ owedAgain }) => owedAgain !== null);
}

/** What is going on with the person's debts; both uses of it ask the server once. */
function useOwnSettlements(individualId: number) {
  const params = { id: individualId };
  const open = useRead(settlements.ofIndividual, {
    params,
    query: { limit: most, filter: { status: ['negotiation', 'waiting_for_payment'] } },
  });
  const asked = useRead(requests.list, {
    params,
    query: { limit: few, filter: { status: ['waiting', 'search', 'pending'] } },
  });
  return { open, asked, restored: notBargainedAgain(useRestored(individualId), open.data?.items ?? []) };
}

/** What to do first, in words, and where it is done. */
export interface Step {
  text: string;
  to: Href;
  search?: Readonly<Record<string, string>>;
  action: string;
  /** The debt that he would recognise by it though its limitation may have run out. */
  warned?: Limited | undefined;
}

/** What a person should do about his bargaining first; nothing when nobody waits for him. */
export function useSettlementStep(individualId: number): Step | undefined {
  const { open, asked, restored } = useOwnSettlements(individualId);
  const life = useOwnLife(individualId);
  const warnedOf = useWarnedOf(individualId);
  if (life === undefined) return undefined;
  const stop = stopping(ofDebt(life, null), 'bargaining');
  if (stop)
    return {
      text: stopTexts.own(stop, null),
      to: `/individual-${individualId}`,
      search: { tab: 'life' },
      action: stopTexts.see,
    };
  const lates = (open.data?.items ?? []).filter(({ isLate }) => isLate);
  const stopOf = ({ id }: OwnSettlement) => stopping(ofDebt(life, id), 'payments');
  const late = lates.find((settlement) => !stopOf(settlement));
  if (late)
    return {
      text: lateWords(late),
      to: `/settlement-${late.id}`,
      action: t.settlement.pay,
    };
  const proposed = open.data?.items.find(isChangeProposed);
  if (proposed) return { text: t.first.proposed, to: `/settlement-${proposed.id}`, action: t.settlement.answer };
  const [ended] = restored;
  if (ended)
    return {
      text: t.first.restored,
      to: `/settlement-${ended.id}`,
      action: t.settlement.how,
      warned: warnedOf(ended),
    };
  const bargains = (open.data?.items ?? []).filter(({ status }) => status === 'negotiation');
  const asking = bargains.find(({ turn, offerExpiresAt }) => turn === 'individual' && offerExpiresAt !== null);
  if (asking)
    return {
      text: t.first.answer,
      to: `/settlement-${asking.id}`,
      action: t.settlement.answer,
      warned: warnedOf(asking),
    };
  const silent = bargains.find(({ offerExpiresAt }) => offerExpiresAt === null);
  if (silent)
    return {
      text: t.first.offer,
      to: `/settlement-${silent.id}`,
      action: t.settlement.offer,
      warned: warnedOf(silent),
    };
  const draft = asked.data?.items.find(({ status }) => status === 'waiting');
  if (draft) return { text: t.first.draft, to: requestHref(draft), action: t.request.finish };
  const [held] = lates;
  const why = held && stopOf(held);
  return why && { text: stopTexts.own(why, null), to: `/settlement-${held.id}`, action: t.settlement.open };
}

/** What whoever is late pays first: all that is overdue, for one payment of several keeps nothing. An older node does not tell the sum. */
function lateWords(of: Omit<OwnSettlement, 'overdueSum'> & { overdueSum?: number }): string {
  const sum = of.overdueSum ? sumWords(of.overdueSum, of, true) : undefined;
  return t.first.late(sum, (of.discountAmount ?? 0) > 0);
}

/** The claims that the cards of his bargains and requests are about. */
export function useClaimsAbove(individualId: number): ReadonlySet<number> {
  const { open, asked, restored } = useOwnSettlements(individualId);
  const shown = [...[...restored, ...(open.data?.items ?? [])].slice(0, few), ...(asked.data?.items ?? [])];
  return new Set(shown.flatMap(({ registryEntryId }) => registryEntryId ?? []));
}

/** The person's bargains and requests on the page where he comes in. */
export function OwnSettlements({ individualId }: { individualId: number }) {
  const { open, asked, restored } = useOwnSettlements(individualId);
  const settlementRows = [...restored, ...(open.data?.items ?? [])];
  const settlementCount = restored.length + (open.data?.total ?? 0);
  const requestRows = asked.data?.items ?? [];
  return (
    <>
      {settlementRows.length > 0 && (
        <section className="stack" aria-label={t.titles.settlements}>
          <h2>{t.titles.settlements}</h2>
          {settlementRows.slice(0, few).map((settlement) => (
            <OwnSettlementCard key={settlement.id} settlement={settlement} />
          ))}
          {settlementCount > few && <ButtonLink to="/dashboard/settlements">{t.all(settlementCount)}</ButtonLink>}
        </section>
      )}
      {requestRows.length > 0 && (
        <section className="stack" aria-label={t.titles.requests}>
          <h2>{t.titles.requests}</h2>
          {requestRows.map((one) => (
            <OwnRequestCard key={one.id} request={one} />
          ))}
          {(asked.data?.total ?? 0) > few && (
            <ButtonLink to="/dashboard/requests">{t.all(asked.data?.total ?? 0)}</ButtonLink>
          )}
        </section>
      )}
    </>
  );
}
