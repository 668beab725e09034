import { consents } from '#contract/parties/consents.ts';
import type { ConsentKind } from '#domain/parties/consent.ts';
import { useReadOf } from '#web/kit/data/query.ts';
import { useMove } from '#web/kit/detail/use-move.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { DocumentText } from './document-text.tsx';
import { consentTexts as t } from './texts.ts';

interface Props {
  kind: ConsentKind;
  /** What is done before it is given, as saving what is sent on then. @returns whether it may be given now */
  before?: () => Promise<boolean>;
  /** What is sent on as soon as it is given, and how that is said. */
  sends?: { lead: string; action: string; send: () => Promise<void> };
}

const why: Partial<Record<ConsentKind, string>> = {
  'pep-agreement': t.rulesNeeded,
  'health-data': t.healthNeeded,
  autopayment: t.autopaymentNeeded,
};

/** The consent that an act needs, as long as the person has not given it. @param isAsked whether the act is his: of another's nothing is read */
export function useNeeded(kind: ConsentKind, { isAsked = true } = {}) {
  const { data } = useReadOf(consents.mine, isAsked ? {} : undefined);
  return data?.offered.find((one) => one.kind === kind);
}

/** Asks for a consent where an act needs one; whoever has given it sees nothing. */
export function ConsentNeeded({ kind, before, sends }: Props) {
  const document = useNeeded(kind);
  const [busy, give] = useMove(consents.give, t.done, () => sends?.send());
  if (!document) return null;
  const { documentId, title, body } = document;
  const consent = async (): Promise<void> => {
    if (!before || (await before())) give({ body: { documentId } });
  };
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <p>{why[kind] ?? t.needed}</p>
        {sends && <p>{sends.lead}</p>}
        <p>{title}</p>
        <DocumentText title={title} body={body} />
        <div className="row">
          {/* What is sent after it has its own button: there is one primary action. */}
          <Button variant={sends ? 'primary' : 'outlined'} busy={busy} onClick={() => void consent()}>
            {sends?.action ?? t.give}
          </Button>
        </div>
      </div>
    </Notice>
  );
}
