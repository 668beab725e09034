import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { download } from '../data/download.ts';
import type { Query } from '../data/query-string.ts';
import { downloadTexts } from './texts.ts';

/** Fetches a file of the server and lets the browser save it; a refusal is told in the usual place. */
export function DownloadButton({
  operation,
  params,
  query,
  body,
  variant,
  children,
}: {
  operation: Operation;
  params?: Readonly<Record<string, string | number>>;
  query?: Query;
  body?: object;
  variant?: 'primary' | 'outlined' | 'quiet';
  children: string;
}) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await download(operation, { params, query, body }, new AbortController().signal, () => {});
    } catch (error) {
      notify({
        severity: 'error',
        summary: downloadTexts.failed,
        ...(error instanceof Error && { detail: error.message }),
      });
    }
    setBusy(false);
  };
  return (
    <Button variant={variant ?? 'outlined'} busy={busy} onClick={() => void start()}>
      <Download size={16} aria-hidden="true" />
      {children}
    </Button>
  );
}
