import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '#web/kit/data/api.ts';
import { useMe } from '#web/kit/session/session.ts';
import { texts } from '#web/kit/texts.ts';
import { Brand } from '#web/ui/display/brand.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import styles from './error-page.module.css';

/**
 * The page of what is absent, closed or has failed, instead of the whole application. Its headings are those of docs/specification.md §2; of what is
 * closed it says beneath them what that is, and whom to ask.
 */
export function ErrorPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const status = statusOf(error);
  const kind = useMe()?.kind ?? 'individual';
  const heading = status === 404 ? texts.error.notFound : texts.error.failed;
  useEffect(() => {
    document.title = texts.title(heading);
  }, [heading]);
  return (
    <main className={styles.page}>
      <Brand />
      <h1>{heading}</h1>
      {status !== 404 && <h2>{texts.error.status(status)}</h2>}
      {error instanceof ApiError && status === 403 && (
        <p>
          {error.message}. {texts.error.whomToAsk[kind]}
        </p>
      )}
      {error instanceof ApiError && error.incident && <p className="dim small">{texts.incident(error.incident)}</p>}
      <ButtonLink to="/">{texts.error.home}</ButtonLink>
    </main>
  );
}

/** A defect of the page itself counts as a failure of the server: 500. */
const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status || 503 : 500);
