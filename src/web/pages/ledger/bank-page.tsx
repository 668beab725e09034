import { ledger } from '#contract/money/ledger.ts';
import { upload } from '#web/kit/data/upload.ts';
import { useSmallUpload } from '#web/kit/data/use-small-upload.ts';
import { usePageData } from '#web/kit/page/page-title.ts';
import { Can } from '#web/kit/session/can.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { ChooseButton } from '#web/ui/fields/choose-button.tsx';
import { BankOutcome } from './bank-outcome.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts.bank;

/** The statement of the operator's own bank beside the account of the ledger. */
export default function BankPage() {
  const { title } = usePageData();
  const statement = useSmallUpload((file, how) => upload(ledger.bankStatement, { file }, how));
  return (
    <div className="stack">
      <h1>{title}</h1>
      <p className="dim">{t.lead}</p>
      <Can op={ledger.bankStatement}>
        <div>
          <ChooseButton
            label={t.choose}
            accept=".txt,.xml"
            busy={statement.busy}
            onFile={(file) => void statement.choose(file)}
          >
            {t.choose}
          </ChooseButton>
        </div>
      </Can>
      <div role="status" className="stack">
        {statement.problem && <Notice tone="danger">{statement.problem}</Notice>}
        {statement.answer && <BankOutcome compared={statement.answer} />}
      </div>
    </div>
  );
}
