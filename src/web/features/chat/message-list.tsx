import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { formatInstantDay } from '#web/ui/format.ts';
import { notify } from '#web/ui/overlays/notify.ts';
import styles from './chat.module.css';
import { MessageItem } from './message-item.tsx';
import { OutgoingItem } from './outgoing-item.tsx';
import type { Talk } from './talk.ts';
import type { Message, TalkState } from './talk-state.ts';
import { texts as t } from './texts.ts';

/** So near to the end of the list somebody reads the last messages. */
const nearPixels = 80;

/** Everything that was said, the last at the end, where the list stays while somebody reads there; opened at a message it begins with that one. */
export function MessageList({
  talk,
  state: { info, messages, outgoing, hasEarlier, hasLater, readAtFirst, isConnected },
  at: sought,
  onAnswer,
}: {
  talk: Talk;
  state: TalkState;
  at: number | undefined;
  onAnswer: ((message: Message) => void) | undefined;
}) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const isSought = useRef(sought !== undefined);
  const fromEnd = useRef(0);
  const [isBusy, setBusy] = useState(false);
  const last = messages.at(-1)?.no ?? 0;
  useLayoutEffect(() => {
    const element = list.current!;
    const found = isSought.current && element.querySelector('[aria-current]');
    if (found) {
      [isSought.current, isAtEnd.current] = [false, false];
      found.scrollIntoView({ block: 'center' });
      return;
    }
    // What is added above moves nothing of what is read.
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    else if (fromEnd.current > 0) element.scrollTop = element.scrollHeight - fromEnd.current;
    fromEnd.current = 0;
  }, [messages, outgoing]);
  const seen = () => {
    if (isAtEnd.current && !hasLater && document.visibilityState === 'visible') talk.seen(last);
  };
  useEffect(() => {
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  });
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = list.current!;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearPixels;
    seen();
  };
  const load = (more: () => Promise<void>, keepsPlace: boolean) => {
    const { scrollTop, scrollHeight } = list.current!;
    isAtEnd.current = false;
    fromEnd.current = keepsPlace ? scrollHeight - scrollTop : 0;
    setBusy(true);
    more()
      .catch((error: Error) => notify({ severity: 'error', summary: error.message }))
      .finally(() => setBusy(false));
  };
  return (
    <ol ref={list} className={styles.list} aria-label={t.label} tabIndex={-1} onScroll={onScroll}>
      {hasEarlier && (
        <li>
          <Button variant="quiet" busy={isBusy} onClick={() => load(talk.earlier, true)}>
            {t.earlier}
          </Button>
        </li>
      )}
      {messages.length === 0 && outgoing.length === 0 && <li className={styles.system}>{t.empty}</li>}
      {messages.map((message, at) => (
        <li key={message.no} aria-current={message.no === sought || undefined}>
          {isNewDay(message, messages[at - 1]) && (
            <span className={styles.day}>{formatInstantDay(message.createdAt)}</span>
          )}
          {isFirstUnread(message, readAtFirst) && <span className={styles.divider}>{t.unread}</span>}
          <MessageItem message={message} talk={talk} reader={info?.side} onAnswer={onAnswer} />
        </li>
      ))}
      {hasLater && (
        <li>
          <Button variant="quiet" busy={isBusy} onClick={() => load(talk.later, false)}>
            {t.later}
          </Button>
          <Button
            variant="quiet"
            busy={isBusy}
            onClick={() => {
              load(() => talk.goTo(undefined), false);
              isAtEnd.current = true;
            }}
          >
            {t.toEnd}
          </Button>
        </li>
      )}
      {outgoing.map((one) => (
        <li key={one.key}>
          <OutgoingItem one={one} talk={talk} isConnected={isConnected} />
        </li>
      ))}
    </ol>
  );
}

const isNewDay = (message: Message, before: Message | undefined): boolean =>
  !before || formatInstantDay(message.createdAt) !== formatInstantDay(before.createdAt);

const isFirstUnread = ({ no, own }: Message, readAtFirst: number | undefined): boolean =>
  readAtFirst !== undefined && readAtFirst > 0 && no === readAtFirst + 1 && !own;
