import { type DragEvent, useEffect, useState } from 'react';
import { Notice } from '#web/ui/display/notice.tsx';
import styles from './chat.module.css';
import { Composer, fits } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { openTalk, type Talk } from './talk.ts';
import type { Message } from './talk-state.ts';
import { TalkTools } from './talk-tools.tsx';
import { texts as t } from './texts.ts';

interface Opening {
  id: number;
  /** The number of the message at which it is opened; without it at its end. */
  at?: number | undefined;
}

/** A talk: what was said, and where to say something. It lives as long as it is on the screen. */
export const TalkView = ({ id, at }: Opening) => <Opened key={`${id} ${at}`} id={id} at={at} />;

function Opened({ id, at }: Opening) {
  const [talk] = useState(() => openTalk(id, at));
  useEffect(() => {
    talk.start();
    return talk.close;
  }, [talk]);
  return <Shown talk={talk} at={at} />;
}

function Shown({ talk, at }: { talk: Talk; at: number | undefined }) {
  const state = talk.use();
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const [answered, setAnswered] = useState<Message>();
  const { info, failed } = state;
  if (failed !== undefined) return <Notice tone="danger">{failed}</Notice>;
  if (!info) return <div className={styles.talk} aria-busy="true" />;
  const writes = info.moves.includes('send');
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && fits(dropped)) setFile(dropped);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A file is dropped here; the button does the same for others.
    <section
      className={styles.talk}
      aria-label={t.open}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(writes);
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={writes ? onDrop : undefined}
    >
      <TalkTools talk={talk} info={info} />
      <MessageList talk={talk} state={state} at={at} onAnswer={writes ? setAnswered : undefined} />
      <p className={styles.below} aria-live="polite">
        {state.typing !== undefined && t.typing(state.typing)}
      </p>
      {writes ? (
        <Composer talk={talk} info={info} file={file} onFile={setFile} answered={answered} onAnswered={setAnswered} />
      ) : (
        <Notice>{info.kind === 'support' || info.side !== 'creditor' ? t.closed : t.watching}</Notice>
      )}
      {isOver && <div className={styles.over}>{t.drop}</div>}
    </section>
  );
}
