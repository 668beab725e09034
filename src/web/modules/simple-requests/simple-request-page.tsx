import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { simpleRequests } from '#contract/simple-requests.ts';
import { formatMoney, kopecks } from '#domain/money.ts';
import { declaredClaim } from '#domain/registry-entry.ts';
import claimStyles from '#web/app/claims/claims.module.css';
import { call } from '#web/app/data/api.ts';
import { useRead } from '#web/app/data/query.ts';
import { dealTexts } from '#web/app/deals/texts.ts';
import { made, useMove } from '#web/app/deals/use-move.ts';
import { DetailPage, WithObject } from '#web/app/detail/page.tsx';
import { Breadcrumbs } from '#web/app/frame/breadcrumbs.tsx';
import { usePageTitle } from '#web/app/frame/page-title.ts';
import { idsOf } from '#web/app/ids.ts';
import { useMe } from '#web/app/session/session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { Facts } from '#web/ui/facts.tsx';
import { absent, formatInstantDay } from '#web/ui/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { StatusTag, Tag } from '#web/ui/tag.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ClaimLink, sumOf } from './own-simple.tsx';
import { texts } from './texts.ts';

const t = texts.card;

type SimpleRequest = Result<typeof simpleRequests.get>;

/** A simple request: to its author on his phone, to the operators at a desk; creditors answer it in their list. */
export default function SimpleRequestPage() {
  const { key } = useParams({ strict: false });
  const [individualId = 0, id = 0] = idsOf(key, 2) ?? [];
  const isOwn = useMe()?.individualId === individualId;
  const read = useRead(simpleRequests.get, { params: { id: individualId, rid: id } });
  return (
    <WithObject read={read}>{(found) => (isOwn ? <Own request={found} /> : <Watched request={found} />)}</WithObject>
  );
}

/** What happens now, and what the person has said himself. */
function Own({ request }: { request: SimpleRequest }) {
  const { stage, creditorName, creditorInn, disclosed, moves } = request;
  const [isEdited, setEdited] = useState(false);
  usePageTitle(creditorName ?? creditorInn);
  return (
    <div className={`stack ${claimStyles.page}`}>
      <Breadcrumbs
        above={[{ to: '/dashboard/simplified-requests', title: texts.own.back }]}
        here={creditorName ?? creditorInn}
      />
      <div className="row spread">
        <h1>{creditorName ?? creditorInn}</h1>
        <StatusTag of={declaredClaim} status={stage} />
      </div>
      <Card title={texts.own.next} className={claimStyles.next}>
        <p>{dealTexts.own.simple.steps[stage]}</p>
        <ClaimLink row={request} />
      </Card>
      <Card title={texts.own.details}>
        <p>{sumOf(request)}</p>
        <p className="dim">{disclosed ? texts.own.disclosed : texts.own.hidden}</p>
        {moves.includes('edit') && <Button onClick={() => setEdited(true)}>{texts.form.edit}</Button>}
      </Card>
      <Remove request={request} />
      {isEdited && <EditDialog request={request} onClose={() => setEdited(false)} />}
    </div>
  );
}

function Remove({ request: { id, individualId, moves } }: { request: SimpleRequest }) {
  const navigate = useNavigate();
  const [busy, make] = useMove();
  if (!moves.includes('remove')) return null;
  const remove = async () => {
    await call(simpleRequests.remove, { params: { id: individualId, rid: id } });
    await navigate({ to: '/dashboard/simplified-requests', replace: true });
    await made(texts.moves.removed);
  };
  const ask = () =>
    confirm({
      message: texts.moves.removeAsk,
      acceptLabel: texts.moves.remove,
      defaultFocus: 'reject',
      accept: () => make(remove),
    });
  return (
    <Button look="danger" busy={busy} onClick={ask}>
      {texts.moves.remove}
    </Button>
  );
}

/** The same as the operators see it. */
function Watched({ request }: { request: SimpleRequest }) {
  const { stage, archivedAt, creditorName, creditorInn, debtor, debtorInn, approxDebt, disclosed } = request;
  const { legalEntityId, registryId, registryEntryId } = request;
  return (
    <DetailPage
      above={[{ to: '/dashboard/simplified-requests', title: t.section }]}
      title={t.title(creditorName ?? creditorInn)}
      status={
        <>
          <StatusTag of={declaredClaim} status={stage} />
          {archivedAt && <Tag tone="neutral">{texts.archivedTag}</Tag>}
        </>
      }
      figures={[
        [t.figures.debtor, debtor],
        [t.figures.approx, approxDebt === null ? absent : formatMoney(kopecks(approxDebt))],
        [t.figures.createdAt, formatInstantDay(request.createdAt)],
      ]}
      actions={<Puts request={request} />}
      notices={<Notice>{t.steps[stage]}</Notice>}
      tabs={[
        {
          key: 'request',
          title: t.section,
          content: (
            <Card title={texts.own.details}>
              <Facts
                items={[
                  { label: t.figures.creditor, value: creditorName },
                  { label: texts.columns.creditorInn, value: creditorInn },
                  { label: texts.columns.debtorInn, value: debtorInn },
                  { label: t.facts.disclosed, value: disclosed ? t.open : t.hidden },
                ]}
              />
              {legalEntityId !== null && registryId !== null && registryEntryId !== null && (
                <ButtonLink to={`/registry-entry-${legalEntityId}-${registryId}-${registryEntryId}` as never}>
                  {t.openClaim}
                </ButtonLink>
              )}
            </Card>
          ),
        },
      ]}
    />
  );
}

function Puts({ request }: { request: SimpleRequest }) {
  const { moves } = request;
  return (
    <>
      {moves.includes('archive') && (
        <Put
          operation={simpleRequests.archive}
          request={request}
          action={texts.moves.archive}
          done={texts.moves.archived}
        />
      )}
      {moves.includes('restore') && (
        <Put
          operation={simpleRequests.restore}
          request={request}
          action={texts.moves.restore}
          done={texts.moves.restored}
        />
      )}
    </>
  );
}

/** Puts a request away, or brings it back. */
function Put({
  operation,
  request: { id, individualId, version },
  action,
  done,
}: {
  operation: typeof simpleRequests.archive | typeof simpleRequests.restore;
  request: SimpleRequest;
  action: string;
  done: string;
}) {
  const [busy, make] = useMove();
  const put = async () => {
    await call(operation, { params: { id: individualId, rid: id }, body: { version } });
    await made(done);
  };
  return (
    <Button busy={busy} onClick={() => make(put)}>
      {action}
    </Button>
  );
}
