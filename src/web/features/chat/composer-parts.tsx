import { CONTACT_LIMITS } from '#domain/parties/contact-law.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { DropPanel } from '#web/ui/overlays/drop-panel.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import styles from './composer.module.css';
import type { Talk } from './talk.ts';
import type { ChatInfo } from './talk-state.ts';
import { texts as t } from './texts.ts';

/** What goes by itself at the hour that the law allows. */
export function Waiting({
  talk,
  waiting,
  onTake,
}: {
  talk: Talk;
  waiting: NonNullable<ChatInfo['waiting']>;
  /** What did not go is written on. */
  onTake: (text: string) => void;
}) {
  const recall = async (isTaken: boolean) => {
    const problem = await talk.recall();
    if (problem !== undefined) notify({ severity: 'error', summary: problem });
    else if (isTaken) onTake(waiting.text);
  };
  return (
    <div className={styles.context}>
      <span>
        {waiting.why === null
          ? t.waiting(formatInstant(waiting.sendAt), waiting.text)
          : t.notSent(waiting.why, waiting.text)}
      </span>
      {waiting.why !== null && (
        <Button variant="quiet" onClick={() => void recall(true)}>
          {t.toField}
        </Button>
      )}
      <Button variant="quiet" onClick={() => void recall(false)}>
        {waiting.why === null ? t.forget : t.takeAway}
      </Button>
    </div>
  );
}

/** What the law says of a word that counts: why not now, or how many are used. */
export function Law({ contact: { allowed, words, used } }: { contact: NonNullable<ChatInfo['contact']> }) {
  if (!allowed) return <Notice tone="warning">{t.lawCloses(words)}</Notice>;
  return <p className="dim small">{t.lawCounts(used, CONTACT_LIMITS.message)}</p>;
}

/** What a creditor writes again and again. */
export function Templates({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <DropPanel variant="quiet" title={t.templates} name={t.templates} label={t.templates}>
      {(close) => (
        <ul className="stack-tight">
          {t.templateList.map((text) => (
            <li key={text}>
              <Button
                variant="quiet"
                onClick={() => {
                  close();
                  onChoose(text);
                }}
              >
                {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </DropPanel>
  );
}
