import { type ReactNode, useState } from 'react';
import { chats } from '#contract/settlements/chats.ts';
import type { ChatSide } from '#domain/negotiation/chat/chat.ts';
import { formatBytes } from '#domain/values/bytes.ts';
import { ComplainButton, type Complained, ComplaintState } from '#web/features/complaints/complaint.tsx';
import { ApiError, call } from '#web/kit/data/api.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { notify } from '#web/ui/overlays/notify.ts';
import list from './chat.module.css';
import styles from './message.module.css';
import type { Talk } from './talk.ts';
import type { Message } from './talk-state.ts';
import { texts as t } from './texts.ts';

const clock = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' });

/** A message that is stored: who, what, when, whether it was read, and what may be done with it. */
export function MessageItem({
  message,
  talk,
  reader,
  onAnswer,
}: {
  message: Message;
  talk: Talk;
  /** The side of whoever reads. */
  reader: ChatSide | undefined;
  onAnswer: ((message: Message) => void) | undefined;
}) {
  const [isEdited, setEdited] = useState(false);
  const { own, author, text, spokenBy, reply, createdAt, editedAt, deletedAt, status, fileGone } = message;
  if (message.event !== null) return <p className={list.system}>{text}</p>;
  const state = status === 3 ? t.read : t.sent;
  const complained = complainedOf(message, talk.id, reader);
  return (
    <article className={classes(styles.message, own && styles.own)} aria-label={own ? t.you : (author ?? '')}>
      {!own && <p className={styles.author}>{author}</p>}
      {spokenBy && <p className={styles.author}>{t.spokenBy(spokenBy.company, spokenBy.phone)}</p>}
      {reply && <p className={styles.answered}>{t.answered(reply.no, reply.text)}</p>}
      {deletedAt !== null && <p className="dim">{t.removed}</p>}
      {isEdited ? (
        <EditForm message={message} talk={talk} onDone={() => setEdited(false)} />
      ) : (
        text !== null && <p className={styles.words}>{text}</p>
      )}
      <FileOf message={message} chatId={talk.id} />
      {fileGone && <p className="dim">{t.fileGone}</p>}
      {complained && <ComplaintState of={complained} />}
      <div className={styles.foot}>
        <Acts message={message} talk={talk} onAnswer={onAnswer} onEdit={() => setEdited(true)}>
          {complained && <ComplainButton of={complained} />}
        </Acts>
        <span>
          {[editedAt !== null && t.edited, clock.format(new Date(createdAt)), own && state].filter(Boolean).join(', ')}
        </span>
      </div>
    </article>
  );
}

/** What another side has said may be complained of by either party. */
function complainedOf({ id, side }: Message, chatId: number, by: ChatSide | undefined): Complained | undefined {
  if (by === undefined || by === 'operator' || side === null || side === by) return undefined;
  return { id, chatId, kind: 'message', by };
}

function FileOf({ message: { file }, chatId }: { message: Message; chatId: number }) {
  if (!file) return null;
  const closed = file.scan === 'held' ? t.held : file.scan === 'infected' ? t.infected : undefined;
  const title = `${file.name}, ${formatBytes(file.size)}`;
  if (closed !== undefined) return <p className="dim">{`${title}. ${closed}`}</p>;
  return (
    <DownloadButton operation={chats.file} params={{ id: chatId, fileId: file.id }} variant="quiet">
      {title}
    </DownloadButton>
  );
}

/** Says what was refused, in the usual place. */
const tell = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error;
  notify({ severity: 'error', summary: Object.values(error.fields)[0] ?? error.message });
};

function Acts({
  message,
  talk,
  onAnswer,
  onEdit,
  children,
}: {
  message: Message;
  talk: Talk;
  onAnswer: ((message: Message) => void) | undefined;
  onEdit: () => void;
  children: ReactNode;
}) {
  const { id, moves, deletedAt } = message;
  const params = { id: talk.id, messageId: id };
  const remove = () =>
    confirm({
      message: t.removing,
      acceptLabel: t.remove,
      accept: () => void talk.change(() => call(chats.remove, { params })).catch(tell),
    });
  return (
    <span className={styles.acts}>
      {onAnswer && deletedAt === null && (
        <Button variant="quiet" onClick={() => onAnswer(message)}>
          {t.reply}
        </Button>
      )}
      {moves.includes('edit') && (
        <Button variant="quiet" onClick={onEdit}>
          {t.edit}
        </Button>
      )}
      {moves.includes('remove') && (
        <Button variant="quiet" onClick={remove}>
          {t.remove}
        </Button>
      )}
      {moves.includes('restore') && (
        <Button variant="quiet" onClick={() => void talk.change(() => call(chats.restore, { params })).catch(tell)}>
          {t.restore}
        </Button>
      )}
      {children}
    </span>
  );
}

function EditForm({ message, talk, onDone }: { message: Message; talk: Talk; onDone: () => void }) {
  const [text, setText] = useState(message.text ?? '');
  const params = { id: talk.id, messageId: message.id };
  const save = () => {
    talk
      .change(() => call(chats.edit, { params, body: { text } }))
      .then(onDone)
      .catch(tell);
  };
  return (
    <div className="stack-tight">
      <TextArea label={t.editing} value={text} onChange={({ target }) => setText(target.value)} />
      <div className="row">
        <Button variant="primary" onClick={save}>
          {t.save}
        </Button>
        <Button onClick={onDone}>{t.keep}</Button>
      </div>
    </div>
  );
}
