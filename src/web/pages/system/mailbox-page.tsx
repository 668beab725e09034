import { useEffect } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { mailbox } from '#contract/platform/system.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Card } from '#web/ui/display/card.tsx';
import { formatInstant } from '#web/ui/format.ts';
import styles from './mailbox-page.module.css';
import { texts } from './texts.ts';

/** How often what is new is looked for. */
const refreshMs = 4_000;

type Letter = Result<typeof mailbox.list>['items'][number];

/** The letters and SMS of the demonstration. Elsewhere this page does not exist. */
export default function MailboxPage() {
  const { data, error, refetch } = useRead(mailbox.list);
  useEffect(() => {
    const timer = setInterval(() => void refetch(), refreshMs);
    return () => clearInterval(timer);
  }, [refetch]);
  if (error && !data) throw error;
  return (
    <div className={`stack ${styles.page}`}>
      <h1>{texts.title}</h1>
      <p className="dim">{texts.lead}</p>
      {!data && <p role="status">{texts.loading}</p>}
      {data?.items.length === 0 && <p>{texts.empty}</p>}
      {data?.items.map((letter) => (
        <LetterCard key={`${letter.channel} ${letter.id}`} letter={letter} />
      ))}
    </div>
  );
}

function LetterCard({ letter }: { letter: Letter }) {
  return (
    <Card>
      <div className={`row ${styles.head}`}>
        <h2>{letter.subject}</h2>
        <time dateTime={letter.createdAt} className="dim small">
          {formatInstant(letter.createdAt)}
        </time>
      </div>
      <p className="dim small">{texts.to(letter.to)}</p>
      <p className={styles.text}>{withLinks(letter.text)}</p>
    </Card>
  );
}

/** Addresses in a text become links; the split keeps them at the odd places. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={`${index} ${part}`} href={part}>
        {part}
      </a>
    ),
  );
}
