import styles from './chat.module.css';
import { type ChatOf, useChatOf } from './chat-of.ts';
import { TalkView } from './talk-view.tsx';
import { texts as t } from './texts.ts';

/** The talk itself, on the card of a case. */
export function ChatBeside({ of }: { of: ChatOf }) {
  const id = useChatOf(of);
  if (id === null) return <p className="dim">{t.notHere}</p>;
  return (
    <div className={styles.beside}>
      <TalkView id={id} />
    </div>
  );
}
