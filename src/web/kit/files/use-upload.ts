import { useRef, useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { notify } from '#web/ui/overlays/notify.ts';
import { ApiError } from '../data/api.ts';
import { refresh } from '../data/query.ts';
import { upload } from '../data/upload.ts';
import { fileTexts as t } from './texts.ts';

const maxBytes = 20 * 1024 * 1024;

/** Sends a file to its place. While it is on its way `share` says how much of it has gone, 0–1. */
export function useUpload(operation: Operation, params: Record<string, string | number>) {
  const [share, setShare] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  const send = async (file: File): Promise<void> => {
    if (file.size > maxBytes) return notify({ severity: 'error', summary: t.failed, detail: t.tooLarge });
    stop.current = new AbortController();
    setShare(0);
    try {
      await upload(operation, { params, file }, { onShare: setShare, signal: stop.current.signal });
      notify({ severity: 'success', summary: t.done });
      await refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const detail = error.fields?.['file'] ?? error.message;
      if (!stop.current.signal.aborted) notify({ severity: 'error', summary: t.failed, detail });
    }
    setShare(undefined);
  };
  return { share, send: (file: File) => void send(file), stop: () => stop.current?.abort() };
}
