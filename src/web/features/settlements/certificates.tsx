import { certificates } from '#contract/documents/certificates.ts';
import type { Result } from '#contract/kernel/op.ts';
import { CERTIFICATE_KINDS, certificateRequestMachine, ISSUED_BY } from '#domain/settlements/certificate-request.ts';
import { useRead } from '#web/kit/data/query.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstantDay } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { certificatesTexts as t } from './certificates-texts.ts';

const AskStatement = lazyPart(
  () => import('./certificate-dialogs.tsx'),
  (module) => module.AskStatement,
);
const SignCertificate = lazyPart(
  () => import('./certificate-dialogs.tsx'),
  (module) => module.SignCertificate,
);

export type CertificateRow = Result<typeof certificates.list>['items'][number];

/** Whose settlement it is, and which side looks at it; nobody's for those who only look. */
interface Of {
  settlement: { id: number; individualId: number; legalEntityId: number };
  side: 'individual' | 'creditor' | null;
}

/** The certificates of a settlement: what is owed and by when, what was issued, and how to ask for a statement. */
export function Certificates({ settlement, side }: Of) {
  const { data } = useRead(certificates.ofSettlement, { params: { id: settlement.id } });
  return (
    <Card title={t.title}>
      {side && <p className="dim small">{t.lead[side]}</p>}
      <ul className="stack">
        {data?.items.map((row) => (
          <li key={row.id} className="stack-tight">
            <Certificate row={row} />
          </li>
        ))}
      </ul>
      {side && (
        <Can op={operationOf[side]} params={paramsOf(settlement, side)}>
          <div>
            <Button
              onClick={() =>
                openDialog((close) => (
                  <AskStatement
                    operation={operationOf[side]}
                    params={paramsOf(settlement, side)}
                    action={t.ask[side]}
                    onClose={close}
                  />
                ))
              }
            >
              {t.ask[side]}
            </Button>
          </div>
        </Can>
      )}
    </Card>
  );
}

const operationOf = { individual: certificates.askByDebtor, creditor: certificates.askByCreditor } as const;
const paramsOf = ({ id, individualId, legalEntityId }: Of['settlement'], side: 'individual' | 'creditor') => ({
  id: side === 'individual' ? individualId : legalEntityId,
  x: id,
});

function Certificate({ row }: { row: CertificateRow }) {
  const { kind, status, debtOn, dueOn, late, issuedAt, issuedBy } = row;
  const due = formatDayOf(dueOn);
  return (
    <>
      <div className="row spread">
        <strong>
          {CERTIFICATE_KINDS[kind]} {debtOn && t.onDay(formatDayOf(debtOn))}
        </strong>
        <StatusTag of={certificateRequestMachine} status={status} />
      </div>
      {status === 'waiting' && (late ? <Notice tone="warning">{t.late(due)}</Notice> : <p>{t.until(due)}</p>)}
      {issuedAt && issuedBy && <p className="small">{t.issued(formatInstantDay(issuedAt), ISSUED_BY[issuedBy])}</p>}
      {issuedAt && late && <p className="small">{t.wasLate(due)}</p>}
      <SignButton row={row} />
    </>
  );
}

/** The head reads a certificate that waits and signs it. */
export function SignButton({ row: { id, legalEntityId, status, ready } }: { row: CertificateRow }) {
  if (status !== 'waiting') return null;
  const params = { id: legalEntityId, x: id };
  return (
    <Can op={certificates.sign} params={params}>
      {ready ? (
        <div>
          <Button
            variant="primary"
            onClick={() => openDialog((close) => <SignCertificate params={params} onClose={close} />)}
          >
            {t.read}
          </Button>
        </div>
      ) : (
        <p className="dim small">{t.afterClosing}</p>
      )}
    </Can>
  );
}
