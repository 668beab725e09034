import type { Result } from '#contract/kernel/op.ts';
import { invoices } from '#contract/money/invoices.ts';
import { INVOICE_PAPERS, type InvoicePaper } from '#domain/money/invoice.ts';
import { INVOICE_PLACES } from '#domain/money/invoice-issuer.ts';
import { vatWords } from '#domain/money/invoice-lines.ts';
import { useRead } from '#web/kit/data/query.ts';
import { PendingApprovals } from '#web/kit/detail/approvals.tsx';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts as t } from './texts.ts';

const dialogs = () => import('./invoice-dialogs.tsx');
const CancelDialog = lazyPart(dialogs, (module) => module.CancelDialog);
const CorrectDialog = lazyPart(dialogs, (module) => module.CorrectDialog);
const PayDialog = lazyPart(dialogs, (module) => module.PayDialog);
const SettleDialog = lazyPart(
  () => import('./settle-dialog.tsx'),
  (module) => module.SettleDialog,
);

type Invoice = Result<typeof invoices.get>;
type Row = Result<typeof invoices.list>['items'][number];

const papers = Object.entries(INVOICE_PAPERS) as [InvoicePaper, string][];

/** An invoice whole: its papers, what it is made of, what corrected and what paid it, and what may be done about it. */
export function InvoicePreview({ id, columns }: { id: number; columns: readonly Column<Row>[] }) {
  const read = useRead(invoices.get, { params: { id } });
  return (
    <WithObject read={read}>
      {(invoice) => (
        <>
          <PendingApprovals items={invoice.pendingApprovals} />
          {invoice.waiting.map(({ vatBps, returned, byHand }) => (
            <Notice key={vatBps ?? 0} tone="warning">
              {t.returned.waits(vatWords(vatBps), formatMoneyOf(returned), formatMoneyOf(byHand))}
            </Notice>
          ))}
          <Facts items={factsOf(columns, invoice)} />
          {invoice.cancelReason && <p>{t.cancelledBecause(invoice.cancelReason)}</p>}
          <Papers id={id} parts={invoice.breakdownParts} />
          <Lines invoice={invoice} />
          {invoice.corrections.length > 0 && <Corrections invoice={invoice} />}
          <Payments invoice={invoice} />
          <Moves invoice={invoice} />
        </>
      )}
    </WithObject>
  );
}

/** Each paper, a long breakdown in its parts. */
const printed = (parts: number) =>
  papers.flatMap(([kind, title]) =>
    kind === 'breakdown' && parts > 1
      ? Array.from({ length: parts }, (_, at) => ({ kind, part: at + 1, title: t.part(title, at + 1, parts) }))
      : [{ kind, part: 1, title }],
  );

const Papers = ({ id, parts }: { id: number; parts: number }) => (
  <section className="stack-tight" aria-label={t.papers}>
    <h3>{t.papers}</h3>
    <div className="row">
      {printed(parts).map(({ kind, part, title }) => (
        <DownloadButton key={title} operation={invoices.paper} params={{ id }} query={{ kind, part }} variant="quiet">
          {title}
        </DownloadButton>
      ))}
      <Can op={invoices.exportBreakdown} params={{ id }}>
        <DownloadButton operation={invoices.exportBreakdown} params={{ id }} variant="quiet">
          {t.breakdownTable}
        </DownloadButton>
      </Can>
    </div>
  </section>
);

const Lines = ({ invoice: { lines } }: { invoice: Invoice }) => (
  <section className="stack-tight" aria-label={t.lines.title}>
    <h3>{t.lines.title}</h3>
    {lines.map(({ vatBps, amount, vat, count }) => (
      <div key={vatBps ?? 0} className="row spread">
        <span>
          {t.lines.line(count)}{' '}
          <span className="dim small">
            {vatBps === null ? vatWords(vatBps) : t.lines.vat(vatWords(vatBps), formatMoneyOf(vat))}
          </span>
        </span>
        <strong>{formatMoneyOf(amount)}</strong>
      </div>
    ))}
  </section>
);

const Corrections = ({ invoice: { id, corrections } }: { invoice: Invoice }) => (
  <section className="stack" aria-label={t.corrections.title}>
    <h3>{t.corrections.title}</h3>
    {corrections.map((one) => (
      <div key={one.id} className="stack-tight">
        <div className="row spread">
          <strong>−{formatMoneyOf(one.amount)}</strong>
          <DownloadButton
            operation={invoices.correctionPaper}
            params={{ id }}
            query={{ correction: one.id }}
            variant="quiet"
          >
            {t.corrections.paper}
          </DownloadButton>
        </div>
        <span className="dim small">{t.corrections.of(one.number, formatDayOf(one.issuedOn))}</span>
        <span className="small">«{one.reason}»</span>
      </div>
    ))}
  </section>
);

/** From where some of the money of an invoice is. */
const sourceOf = ({ correction, valueDate, place, reference }: Invoice['payments'][number]): string =>
  correction === null
    ? [place && INVOICE_PLACES[place], valueDate && formatDayOf(valueDate), reference && t.payments.order(reference)]
        .filter(Boolean)
        .join(', ')
    : t.payments.correction(correction);

const Payments = ({ invoice: { payments } }: { invoice: Invoice }) => (
  <section className="stack-tight" aria-label={t.payments.title}>
    <h3>{t.payments.title}</h3>
    {payments.length === 0 && <p className="dim">{t.payments.none}</p>}
    {payments.map((one) => (
      <div key={one.id} className="row spread">
        <span className="small">{sourceOf(one)}</span>
        <strong>{formatMoneyOf(one.amount)}</strong>
      </div>
    ))}
  </section>
);

const Moves = ({ invoice }: { invoice: Invoice }) => (
  <div className="row">
    {invoice.moves.includes('issueAgain') && (
      <Can op={invoices.issue} params={{ id: invoice.legalEntityId }}>
        <MoveButton
          operation={invoices.issue}
          input={{ params: { id: invoice.legalEntityId }, body: { month: invoice.month } }}
          label={t.issue.again}
          done={t.issue.done}
        />
      </Can>
    )}
    {invoice.moves.includes('pay') && (
      <Button onClick={() => openDialog((close) => <PayDialog invoice={invoice} onClose={close} />)}>
        {t.pay.action}
      </Button>
    )}
    {invoice.moves.includes('settleReturned') && (
      <Button onClick={() => openDialog((close) => <SettleDialog invoice={invoice} onClose={close} />)}>
        {t.returned.action}
      </Button>
    )}
    {invoice.moves.includes('correct') && (
      <Button onClick={() => openDialog((close) => <CorrectDialog invoice={invoice} onClose={close} />)}>
        {t.correct.action}
      </Button>
    )}
    {invoice.moves.includes('cancel') && (
      <Button onClick={() => openDialog((close) => <CancelDialog invoice={invoice} onClose={close} />)}>
        {t.cancel.action}
      </Button>
    )}
  </div>
);
