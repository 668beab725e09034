import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import type { ApiError } from '../data/api.ts';
import { detailTexts as t } from './texts.ts';

/** Waits for the object of the page. One that is absent, or foreign to the person, is a page that does not exist. */
export function WithObject<Data>({
  read: { data, error, refetch, isPlaceholderData },
  children,
}: {
  read: {
    data: Data | undefined;
    error: ApiError | null;
    refetch: () => Promise<unknown>;
    isPlaceholderData: boolean;
  };
  children: (data: Data) => ReactNode;
}) {
  if (error && (error.status === 404 || error.status === 403)) throw error;
  if (data !== undefined && !isPlaceholderData) return children(data);
  if (!error) return <p role="status">{t.loading}</p>;
  return (
    <Notice tone="danger">
      {error.message} <Button onClick={() => void refetch()}>{t.retry}</Button>
    </Notice>
  );
}
