import { useState } from 'react';
import { ledger } from '#contract/money/ledger.ts';
import { ApiError } from '#web/kit/data/api.ts';
import { upload } from '#web/kit/data/upload.ts';
import { usePageData } from '#web/kit/page/page-title.ts';
import { Can } from '#web/kit/session/can.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { ChooseButton } from '#web/ui/fields/choose-button.tsx';
import { BankOutcome, type Compared } from './bank-outcome.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts.bank;

/** A small file is there at once: nobody watches it go, nor stops it. */
const unwatched = () => ({ onShare: () => {}, signal: new AbortController().signal });

/** The statement of the operator's own bank beside the account of the ledger. */
export default function BankPage() {
  const { title } = usePageData();
  const [compared, setCompared] = useState<Compared>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const compare = async (file: File) => {
    setBusy(true);
    setCompared(undefined);
    setProblem(undefined);
    try {
      setCompared(await upload(ledger.bankStatement, { file }, unwatched()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fields['file'] ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <h1>{title}</h1>
      <p className="dim">{t.lead}</p>
      <Can op={ledger.bankStatement}>
        <div>
          <ChooseButton label={t.choose} accept=".txt,.xml" busy={busy} onFile={(file) => void compare(file)}>
            {t.choose}
          </ChooseButton>
        </div>
      </Can>
      <div role="status" className="stack">
        {problem && <Notice tone="danger">{problem}</Notice>}
        {compared && <BankOutcome compared={compared} />}
      </div>
    </div>
  );
}
