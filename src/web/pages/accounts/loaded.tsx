import type { ReactNode } from 'react';
import type { ApiError } from '#web/kit/data/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { texts } from './texts.ts';

/** The three states of something that is read: on its way, failed, here. */
export function Loaded<Data>({
  read: { data, error, refetch },
  children,
}: {
  read: { data: Data | undefined; error: ApiError | null; refetch: () => Promise<unknown> };
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (!error) return <p role="status">{texts.loading}</p>;
  return (
    <>
      <Notice tone="danger">{error.message}</Notice>
      <Button onClick={() => void refetch()}>{texts.retry}</Button>
    </>
  );
}
