import { FileText } from 'lucide-react';
import { useState } from 'react';
import { documents } from '#contract/documents/documents.ts';
import { payments } from '#contract/money/payments.ts';
import { ApiError, call } from '#web/kit/data/api.ts';
import { download } from '#web/kit/data/download.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.receipt;
/** A receipt is printed within a second or two; a busy server takes longer. */
const againMs = 700;
const mostTries = 40;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Downloads a document as soon as its file is made. @throws ApiError when it is refused */
async function downloadMade(params: { a: string; b: number; c: number }): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await download(documents.get, { params }, new AbortController().signal, () => {});
      return;
    } catch (error) {
      const isMaking = error instanceof ApiError && error.code === 'document.unmade';
      if (!isMaking || tries === mostTries) throw error;
      await wait(againMs);
    }
  }
}

/** Has the receipt of a payment issued and lets the browser save it. */
export function ReceiptButton({ paymentId }: { paymentId: number }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const { settlementId, documentId } = await call(payments.receipt, { params: { id: paymentId } });
      await downloadMade({ a: 'loan', b: settlementId, c: documentId });
    } catch (error) {
      notify({ severity: 'error', summary: t.failed, ...(error instanceof Error && { detail: error.message }) });
    }
    setBusy(false);
  };
  return (
    <Button variant="quiet" busy={busy} onClick={() => void start()}>
      <FileText size={16} aria-hidden="true" />
      {t.action}
    </Button>
  );
}
