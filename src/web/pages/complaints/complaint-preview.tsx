import type { Result } from '#contract/kernel/op.ts';
import { chats } from '#contract/settlements/chats.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { COMPLAINT_KINDS, complaintKindOf, complaintMachine } from '#domain/parties/complaint.ts';
import { useRead } from '#web/kit/data/query.ts';
import { useMove } from '#web/kit/detail/use-move.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatInstant } from '#web/ui/format.ts';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { Decision } from './decision.tsx';
import { Known } from './known.tsx';
import { factsOf, moreFactsOf } from './record-facts.ts';
import { texts as t } from './texts.ts';

type Complaint = Result<typeof complaints.get>;

/** A complaint with what it is of, the ways to it, and the decision for whom it is to take. */
export function ComplaintPreview({ id }: { id: number }) {
  const { data, error } = useRead(complaints.get, { params: { id } });
  if (error) return <Notice tone="danger">{error.message}</Notice>;
  return data ? <Shown complaint={data} /> : null;
}

/** What it is of and the decision come first, so that both are seen at once; who is who comes after them. */
function Shown({ complaint }: { complaint: Complaint }) {
  const { columns: titles } = t;
  const { status, kind, contact, record } = complaint;
  return (
    <>
      <Known
        items={[
          // Of one that waits the decision says so itself.
          { label: titles.status, value: status !== 'open' && <StatusTag of={complaintMachine} status={status} /> },
          { label: titles.kind, value: contact ? complaintKindOf(kind, contact) : COMPLAINT_KINDS[kind] },
          { label: t.words, value: complaint.words },
          ...(record && contact ? factsOf(record, contact) : []),
        ]}
      />
      <SaidThen complaint={complaint} />
      <Decision complaint={complaint} />
      <DoneSince complaint={complaint} />
      <Ways complaint={complaint} />
      <Known
        items={[
          { label: titles.by, value: complaint.by },
          { label: titles.of, value: complaint.of },
          { label: titles.debtor, value: complaint.debtor },
          { label: titles.creditor, value: complaint.creditor },
          { label: titles.about, value: complaint.about },
          { label: titles.createdAt, value: formatInstant(complaint.createdAt) },
          ...(record ? moreFactsOf(record) : []),
        ]}
      />
    </>
  );
}

/** The message with all that it has said. */
function SaidThen({ complaint: { id, message } }: { complaint: Complaint }) {
  if (!message) return null;
  return (
    <div className="stack-tight">
      {message.versions.map(({ text, at }) => (
        <div key={at}>
          <p className="dim small">{t.said(formatInstant(at))}</p>
          <p>{text}</p>
        </div>
      ))}
      {message.file && <p>{t.file(message.file.name)}</p>}
      {message.file?.isKept && (
        <Can op={complaints.file} params={{ id }}>
          <div>
            <DownloadButton operation={complaints.file} params={{ id }}>
              {t.openFile}
            </DownloadButton>
          </div>
        </Can>
      )}
    </div>
  );
}

/** What was done to the message since. */
const DoneSince = ({ complaint: { message } }: { complaint: Complaint }) =>
  message &&
  message.acts.length > 0 && (
    <div className="stack-tight">
      {message.acts.map(({ what, at, by }) => (
        <p key={`${what} ${at}`} className="dim small">
          {t.act(t.acts[what], formatInstant(at), by === null ? undefined : t.sides[by])}
        </p>
      ))}
    </div>
  );

/** The talk, the agreement, the journal; the message may be taken away at once. */
function Ways({ complaint: { message, settlementId, individualId } }: { complaint: Complaint }) {
  const [busy, remove] = useMove(chats.remove, t.removedNow);
  return (
    <div className="row">
      {message && (
        <Can op={chats.info} params={{ id: message.chatId }}>
          <ButtonLink to={`/chat-${message.chatId}` as Href} search={{ message: message.no }}>
            {t.toChat}
          </ButtonLink>
        </Can>
      )}
      {settlementId !== null && <ButtonLink to={`/settlement-${settlementId}` as Href}>{t.toSettlement}</ButtonLink>}
      {!message && (
        <ButtonLink to="/dashboard/contacts" search={{ filter: { individualId } }}>
          {t.toContacts}
        </ButtonLink>
      )}
      {message && message.deletedAt === null && (
        <Can op={chats.remove} params={{ id: message.chatId, messageId: message.id }}>
          <Button
            variant="danger"
            busy={busy}
            onClick={() =>
              confirm({
                message: t.removing,
                acceptLabel: t.remove,
                accept: () => remove({ params: { id: message.chatId, messageId: message.id } }),
              })
            }
          >
            {t.remove}
          </Button>
        </Can>
      )}
    </div>
  );
}
