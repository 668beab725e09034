import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { chats } from '#contract/settlements/chats.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { COMPLAINT_KINDS, COMPLAINT_LENGTH, complaintMachine } from '#domain/parties/complaint.ts';
import { CONTACT_KINDS } from '#domain/parties/contact-law.ts';
import { useRead } from '#web/kit/data/query.ts';
import { useMove } from '#web/kit/detail/use-move.ts';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { formatInstant } from '#web/ui/format.ts';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { factsOf } from './record-facts.ts';
import { texts as t } from './texts.ts';

type Complaint = Result<typeof complaints.get>;

/** A complaint with what it is of, the ways to it, and the decision for whom it is to take. */
export function ComplaintPreview({ id }: { id: number }) {
  const { data, error } = useRead(complaints.get, { params: { id } });
  if (error) return <Notice tone="danger">{error.message}</Notice>;
  return data ? <Shown complaint={data} /> : null;
}

function Shown({ complaint }: { complaint: Complaint }) {
  const { columns: titles } = t;
  const { status, kind, contact, record, decidedAt } = complaint;
  return (
    <>
      <Facts
        items={[
          { label: titles.status, value: <StatusTag of={complaintMachine} status={status} /> },
          { label: titles.kind, value: COMPLAINT_KINDS[kind] },
          { label: t.words, value: complaint.words },
          { label: titles.contact, value: contact ? CONTACT_KINDS[contact] : t.message },
          { label: titles.by, value: complaint.by },
          { label: titles.of, value: complaint.of },
          { label: titles.debtor, value: complaint.debtor },
          { label: titles.creditor, value: complaint.creditor },
          { label: titles.about, value: complaint.about },
          { label: titles.createdAt, value: formatInstant(complaint.createdAt) },
          ...(record ? factsOf(record) : []),
        ]}
      />
      <SaidThen complaint={complaint} />
      <Ways complaint={complaint} />
      {status === 'open' ? (
        complaint.moves.length > 0 && <Decide id={complaint.id} />
      ) : (
        <Facts
          items={[
            { label: titles.answer, value: complaint.answer },
            { label: titles.decidedBy, value: complaint.decidedBy },
            { label: titles.decidedAt, value: decidedAt && formatInstant(decidedAt) },
          ]}
        />
      )}
    </>
  );
}

/** The message with all that it has said: its author may have put it right or taken it away since. */
function SaidThen({ complaint: { message } }: { complaint: Complaint }) {
  if (!message) return null;
  return (
    <div className="stack-tight">
      {message.versions.map(({ text, at }) => (
        <div key={at}>
          <p className="dim small">{t.said(formatInstant(at))}</p>
          <p>{text}</p>
        </div>
      ))}
      {message.file !== null && <p>{t.file(message.file)}</p>}
      {message.deletedAt !== null && <p className="dim">{t.removed(formatInstant(message.deletedAt))}</p>}
    </div>
  );
}

/** The talk, the agreement, the journal; the message may be taken away at once. */
function Ways({ complaint: { message, settlementId, individualId } }: { complaint: Complaint }) {
  const [busy, remove] = useMove(chats.remove, t.removedNow);
  return (
    <div className="row">
      {message && (
        <Can op={chats.info} params={{ id: message.chatId }}>
          <ButtonLink to={`/chat-${message.chatId}` as Href}>{t.toChat}</ButtonLink>
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

/** Either way whoever has complained is answered. */
function Decide({ id }: { id: number }) {
  const [answer, setAnswer] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [busy, decide] = useMove(
    complaints.decide,
    ({ status }) => t.decided[status === 'upheld' ? 'uphold' : 'dismiss'],
  );
  const make = (move: 'uphold' | 'dismiss'): void => {
    const isBlank = answer.trim() === '';
    setMissing(isBlank);
    if (!isBlank) decide({ params: { id }, body: { move, answer } });
  };
  return (
    <div className="stack-tight">
      <TextArea
        label={t.yourAnswer}
        hint={t.answerHint}
        value={answer}
        maxLength={COMPLAINT_LENGTH}
        error={isMissing ? t.needAnswer : undefined}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <div className="row">
        <Button variant="primary" busy={busy} onClick={() => make('uphold')}>
          {complaintMachine.moves.uphold.label}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => make('dismiss')}>
          {complaintMachine.moves.dismiss.label}
        </Button>
      </div>
    </div>
  );
}
