import { useState } from 'react';
import { chats } from '#contract/settlements/chats.ts';
import { call } from '#web/kit/data/api.ts';
import { useWrite } from '#web/kit/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import styles from './chat.module.css';
import type { Talk } from './talk.ts';
import type { ChatInfo, Message } from './talk-state.ts';
import { texts as t } from './texts.ts';

/** What is done with a talk as a whole: finding something in it, going to a day, calling an operator. */
export function TalkTools({ talk, info }: { talk: Talk; info: ChatInfo }) {
  const goTo = (day: string) => {
    if (day === '') return;
    talk.goTo(day).catch((error: Error) => notify({ severity: 'info', summary: error.message }));
  };
  return (
    <div className={styles.tools}>
      <Button variant="quiet" onClick={() => openDialog((close) => <SearchDialog talk={talk} onClose={close} />)}>
        {t.search}
      </Button>
      <TextField label={t.goTo} type="date" max={serverDay()} onChange={({ target }) => goTo(target.value)} />
      {info.moves.includes('call') && (
        <Button variant="quiet" onClick={() => openDialog((close) => <CallDialog id={talk.id} onClose={close} />)}>
          {t.complain}
        </Button>
      )}
      {info.operator !== 'absent' && (
        <span className="small dim">{info.operator === 'called' ? t.called : t.joined}</span>
      )}
    </div>
  );
}

function SearchDialog({ talk, onClose }: { talk: Talk; onClose: () => void }) {
  const [q, setQ] = useState('');
  const [found, setFound] = useState<readonly Message[]>();
  const search = async () => {
    if (q.trim().length < 2) return;
    setFound((await call(chats.receive, { params: { id: talk.id }, body: { q: q.trim() } })).items.toReversed());
  };
  return (
    <Dialog title={t.searchLabel} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          search().catch((error: Error) => notify({ severity: 'error', summary: error.message }));
        }}
      >
        <TextField label={t.searchLabel} value={q} onChange={({ target }) => setQ(target.value)} />
        <div>
          <Button type="submit" variant="primary">
            {t.search}
          </Button>
        </div>
        {found && <p className="dim">{found.length === 0 ? t.nothingFound : t.found(found.length)}</p>}
        <ul className="stack-tight">
          {found?.map(({ no, author, text, createdAt }) => (
            <li key={no}>
              <strong>{author ?? t.system}</strong>, {formatInstant(createdAt)}
              <br />
              {text}
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  );
}

function CallDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const write = useWrite(chats.call, { done: onClose });
  return (
    <Dialog title={t.complainTitle} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({ params: { id }, body: { reason } });
        }}
      >
        <p>{t.complainHint}</p>
        <TextArea
          label={t.complainReason}
          value={reason}
          maxLength={500}
          error={write.error ? (write.error.fields['reason'] ?? write.error.message) : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <div>
          <Button type="submit" variant="primary" busy={write.isPending}>
            {t.complain}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
