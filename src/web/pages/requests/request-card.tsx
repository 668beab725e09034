import { requestFiles } from '#contract/parties/files.ts';
import { requests } from '#contract/settlements/requests.ts';
import { CLOSE_REASONS } from '#domain/settlements/settlement.ts';
import { ClaimLink } from '#web/features/claims/claim-link.tsx';
import { RequestStatus } from '#web/features/requests/request-status.tsx';
import { RequestTag } from '#web/features/requests/request-tag.tsx';
import { requestRowTexts } from '#web/features/requests/row-texts.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Timeline, WholeHistory } from '#web/kit/detail/history.tsx';
import { DetailPage, historyTab, type Tab } from '#web/kit/detail/page.tsx';
import { fileTexts } from '#web/kit/files/texts.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatDayOf, formatInstant, formatMoneyOf } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import type { Request } from './draft-values.ts';
import { Declined, factsOf } from './own-request.tsx';
import { RequestMoves } from './request-moves.tsx';
import { texts } from './texts.ts';

const ChatBeside = lazyPart(
  () => import('#web/features/chat/chat-beside.tsx'),
  (module) => module.ChatBeside,
);
const FileSlots = lazyPart(
  () => import('#web/kit/files/slots.tsx'),
  (module) => module.FileSlots,
);

const t = texts.card;

/** A request as its creditor and the operators see it. */
export function RequestCard({ request }: { request: Request }) {
  const { number, entryTotal, claimedDebt, desiredAmount, answerBy } = request;
  const me = useMe();
  const tabs: Tab[] = [{ key: 'request', title: t.tab, content: <Content request={request} /> }];
  const params = { id: request.individualId, qid: request.id };
  if (accessTo(requestFiles.list, me) !== 'no')
    tabs.push({ key: 'files', title: fileTexts.tab, content: <FileSlots owner="request" params={params} /> });
  const history = useRead(requests.history, { params });
  const of = { individualId: request.individualId, requestId: request.id };
  tabs.push({ key: 'chat', title: t.chat, content: <ChatBeside of={of} />, wide: true });
  tabs.push({ key: historyTab, title: texts.history, content: <WholeHistory read={history} labels={{}} /> });
  return (
    <DetailPage
      above={[{ to: '/dashboard/requests', title: t.section }]}
      title={t.title(number)}
      status={
        <RequestStatus archivedAt={request.archivedAt}>
          <RequestTag of={request} />
        </RequestStatus>
      }
      figures={[
        entryTotal === null
          ? [t.figures.claimed, formatMoneyOf(claimedDebt)]
          : [t.figures.debt, formatMoneyOf(entryTotal)],
        [t.figures.wants, formatMoneyOf(desiredAmount)],
        [t.figures.creditor, request.creditorName ?? request.creditorInn],
        [t.figures.answerBy, formatDayOf(answerBy)],
      ]}
      actions={<RequestMoves request={request} />}
      notices={<Notices request={request} />}
      tabs={tabs}
      timeline={<Timeline read={history} labels={{}} />}
    />
  );
}

function Notices({ request }: { request: Request }) {
  const { status, settlementId, closeReason, withdrawnBy, stopped } = request;
  // An older node that still runs beside this one tells nothing of it.
  const closed = withdrawnBy ? t.withdrawn[withdrawnBy] : t.closed(closeReason ? CLOSE_REASONS[closeReason] : '');
  return (
    <>
      <Notice tone={status === 'pending' ? 'warning' : 'info'}>
        {closeReason ? closed : (stopped ?? t.steps[status])}{' '}
        {settlementId !== null && <Link to={`/settlement-${settlementId}`}>{t.toSettlement}</Link>}
      </Notice>
      <Declined request={request} />
    </>
  );
}

function Content({ request }: { request: Request }) {
  return (
    <>
      <Card title={t.desired}>
        <Facts items={factsOf(request)} />
      </Card>
      <Parties request={request} />
    </>
  );
}

/** Who asks whom, and where the rest of it is. */
function Parties({ request }: { request: Request }) {
  const { individualId, debtor, debtorInn } = request;
  return (
    <Card title={t.parties}>
      <Facts
        items={[
          {
            label: t.figures.debtor,
            value: <Link to={`/individual-${individualId}`}>{debtor}</Link>,
          },
          { label: t.facts.inn, value: debtorInn },
          { label: t.figures.creditor, value: request.creditorName },
          { label: requestRowTexts.columns.creditorInn, value: request.creditorInn },
          { label: t.facts.updatedAt, value: formatInstant(request.updatedAt) },
        ]}
      />
      <ClaimLink of={request}>{t.openClaim}</ClaimLink>
    </Card>
  );
}
