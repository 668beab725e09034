import { invoices } from '#contract/money/invoices.ts';
import { useRead } from '#web/kit/data/query.ts';
import { PendingApprovals } from '#web/kit/detail/approvals.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { texts } from './texts.ts';

const t = texts.issuer;

const IssuerDialog = lazyPart(
  () => import('./issuer-dialog.tsx'),
  (module) => module.IssuerDialog,
);

/** Whether invoices can be issued at all, and what they say of the issuer. */
export const IssuerState = () => (
  <Can op={invoices.issuer}>
    <Issuer />
  </Can>
);

function Issuer() {
  const { data } = useRead(invoices.issuer);
  if (!data) return null;
  return (
    <>
      <PendingApprovals items={data.pendingApprovals} />
      {data.details === null && <Notice tone="warning">{t.missing}</Notice>}
      <Can op={invoices.proposeIssuer}>
        <div className="row">
          <Button onClick={() => openDialog((close) => <IssuerDialog issuer={data} onClose={close} />)}>
            {t.action}
          </Button>
        </div>
      </Can>
    </>
  );
}
