import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Progress } from '#web/ui/display/progress.tsx';
import styles from './message.module.css';
import type { Talk } from './talk.ts';
import type { Outgoing } from './talk-state.ts';
import { texts as t } from './texts.ts';

/** A message that the server has not taken yet, or does not take. */
export function OutgoingItem({
  one: { key, text, file, share, refused },
  talk,
  isConnected,
}: {
  one: Outgoing;
  talk: Talk;
  isConnected: boolean;
}) {
  return (
    <article className={classes(styles.message, styles.own)} aria-label={t.you}>
      {text !== '' && <p className={styles.words}>{text}</p>}
      {file && <p>{file.name}</p>}
      {file && refused === undefined && <Progress value={Math.round(share * 100)} label={t.sending} />}
      {refused === undefined ? (
        <p className={styles.foot}>{isConnected ? t.sending : t.waits}</p>
      ) : (
        <>
          <p className={styles.foot} role="alert">
            {refused}
          </p>
          <div className="row">
            <Button onClick={() => talk.retry(key)}>{t.retry}</Button>
            <Button onClick={() => talk.forget(key)}>{t.forget}</Button>
          </div>
        </>
      )}
    </article>
  );
}
