import { useSearch } from '@tanstack/react-router';
import { requests } from '#contract/settlements/requests.ts';
import { DECLINE_REASONS } from '#domain/negotiation/request.ts';
import { DEBT_REASONS } from '#domain/negotiation/request-form.ts';
import claimStyles from '#web/features/claims/claims.module.css';
import { limitationShown, mayBeOver, RecognitionNote } from '#web/features/claims/limitation.tsx';
import { desiredPlanText } from '#web/features/plan/desired-plan-text.ts';
import { OwnRequestFrame } from '#web/features/requests/own-request-frame.tsx';
import { RequestTag } from '#web/features/requests/request-tag.tsx';
import { closedWords, useRequestStop } from '#web/features/settlements/own-settlements.tsx';
import { ownTexts } from '#web/features/settlements/own-texts.ts';
import { call } from '#web/kit/data/api.ts';
import { refresh, useRead } from '#web/kit/data/query.ts';
import { WholeHistory } from '#web/kit/detail/history.tsx';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { type Fact, Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatDayOf, formatInstantDay, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink, Link, useNavigate } from '#web/ui/link.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import type { Request } from './draft-values.ts';
import { WithdrawButton } from './request-moves.tsx';
import { texts } from './texts.ts';

const FileSlots = lazyPart(
  () => import('#web/kit/files/slots.tsx'),
  (module) => module.FileSlots,
);
const ChatLink = lazyPart(
  () => import('#web/features/chat/chat-link.tsx'),
  (module) => module.ChatLink,
);
const DraftForm = lazyPart(
  () => import('./draft-form.tsx'),
  (module) => module.DraftForm,
);

const t = texts.own;
const facts = texts.card.facts;

/** A request as its author sees it: what comes next first; a draft is its own form. */
export function OwnRequestPage({ request }: { request: Request }) {
  const { step }: { step?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayEdit = request.moves.includes('edit');
  const isEdited = mayEdit && (step === 'edit' || request.status === 'waiting');
  const sent = async () => {
    const { status } = await call(requests.get, { params: { id: request.individualId, qid: request.id } });
    await refresh();
    // Without a consent, or where the law lets nobody ask now, what is whole stays with its author.
    if (status === 'waiting') return notify({ severity: 'warn', summary: t.notSent, detail: t.whyNotSent });
    notify({ severity: 'success', summary: request.status === 'waiting' ? t.sent : texts.draft.saved });
    await navigate({ to: '.', search: {}, replace: true });
  };
  return (
    <OwnRequestFrame
      section={t.section}
      title={request.creditorName ?? request.creditorInn}
      tabTitle={texts.card.title(request.number)}
      status={<RequestTag of={request} />}
      about={texts.card.title(request.number)}
    >
      <Declined request={request} />
      {isEdited ? (
        <DraftForm request={request} onSent={() => void sent()} />
      ) : (
        <>
          <Next request={request} />
          <ChatLink of={{ individualId: request.individualId, requestId: request.id }} />
          <Card title={t.details}>
            <Facts items={factsOf(request)} />
            {mayEdit && (
              <Link to="." search={{ step: 'edit' }}>
                {texts.draft.edit}
              </Link>
            )}
          </Card>
        </>
      )}
      <FileSlots owner="request" params={{ id: request.individualId, qid: request.id }} />
      <RequestHistory request={request} />
      <WithdrawButton request={request} />
    </OwnRequestFrame>
  );
}

/** What has happened to the request so far. */
function RequestHistory({ request: { id, individualId } }: { request: Request }) {
  const read = useRead(requests.history, { params: { id: individualId, qid: id } });
  return (
    <section className="stack-tight" aria-label={texts.history}>
      <h2>{texts.history}</h2>
      <WholeHistory read={read} labels={{}} />
    </section>
  );
}

/** The one thing that comes next. */
function Next({ request }: { request: Request }) {
  const { status, settlementId, answerBy, closeReason } = request;
  const stop = useRequestStop(request);
  const step = request.limitation === null ? ownTexts.request.steps[status] : texts.search.claimed;
  return (
    <Card title={t.next} className={claimStyles.next}>
      <p>
        {closeReason ? closedWords(request) : (stop ?? step)}
        {!stop && status === 'pending' && answerBy && ` ${ownTexts.request.answerBy(formatDayOf(answerBy))}.`}
      </p>
      {settlementId !== null && (
        <ButtonLink
          to={`/settlement-${settlementId}`}
          variant={stop || status === 'closed' ? 'outlined' : 'primary'}
          large
        >
          {stop || status === 'closed' ? ownTexts.request.seeSettlement : ownTexts.request.toSettlement(status)}
        </ButtonLink>
      )}
      {!stop && request.moves.includes('handOver') && <HandOver request={request} />}
    </Card>
  );
}

/** Gives the request to the creditor that it names, when he is on the platform. */
function HandOver({ request }: { request: Request }) {
  const { id, individualId, creditorInn, version } = request;
  // Of a claim that has not come nobody knows when its term began.
  const of = { limitation: request.limitation ?? 'running' };
  const { data } = useRead(requests.creditors, { params: { id: individualId }, query: { q: creditorInn } });
  const found = data?.items.find(({ inn }) => inn === creditorInn);
  if (!data) return null;
  if (!found) return <p className="dim">{texts.search.none}</p>;
  return (
    <>
      {request.limitation === null && <p>{texts.search.found(found.name)}</p>}
      <RecognitionNote of={of} act={texts.search.act} />
      <MoveButton
        operation={requests.negotiate}
        input={{ params: { id: individualId, qid: id, x: found.id }, body: { version, ...limitationShown(of) } }}
        label={texts.search.handOver}
        done={texts.search.handed}
        variant={mayBeOver(of) ? 'outlined' : 'primary'}
        large
      />
    </>
  );
}

/** What the creditor before has answered. */
export function Declined({ request: { declineReason, declineComment, suggestedInn } }: { request: Request }) {
  if (declineReason === null) return null;
  return (
    <Notice tone="warning">
      {texts.card.declined(DECLINE_REASONS[declineReason])}{' '}
      {suggestedInn !== null && texts.card.suggested(suggestedInn)} {declineComment}
    </Notice>
  );
}

/** What a request says; what is not known is left out. */
export function factsOf(request: Request): Fact[] {
  const { desiredPlan, contractDate, debtReason } = request;
  const sum = (amount: number | null) => amount !== null && formatMoneyOf(amount);
  const all: Fact[] = [
    { label: facts.contract, value: request.contractNumber },
    { label: facts.contractDate, value: contractDate && formatDayOf(contractDate) },
    { label: facts.entryTotal, value: sum(request.entryTotal) },
    { label: facts.claimed, value: sum(request.claimedDebt) },
    { label: facts.issued, value: sum(request.issuedAmount) },
    { label: facts.reason, value: debtReason && DEBT_REASONS[debtReason] },
    { label: facts.amount, value: sum(request.desiredAmount) },
    {
      label: facts.plan,
      value: desiredPlan && desiredPlanText(desiredPlan),
    },
    { label: facts.comment, value: request.comment },
    { label: facts.createdAt, value: formatInstantDay(request.createdAt) },
  ];
  return all.filter(({ value }) => Boolean(value));
}
