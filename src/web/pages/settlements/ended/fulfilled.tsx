import { documents } from '#contract/documents/documents.ts';
import { useRead } from '#web/kit/data/query.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { formatInstantDay } from '#web/ui/format.ts';
import { ownSettlementTexts as t } from '../own-settlement-texts.ts';

/** The end of a kept agreement: its certificate where it has been issued, and until then the promise of it. */
export function Fulfilled({ settlementId, isForgiven }: { settlementId: number; isForgiven: boolean }) {
  const fulfilled = t.fulfilled(isForgiven);
  const { data } = useRead(documents.list, { params: { a: 'loan', b: settlementId } });
  if (!data) return <p>{fulfilled}</p>;
  const certificate = data.items.find(({ kind, status }) => kind === 'certificate' && status === 'issued');
  if (!certificate) {
    return (
      <p>
        {fulfilled} {t.certificate.promised}
      </p>
    );
  }
  const { id, number, issuedAt, made } = certificate;
  return (
    <>
      <p>
        {fulfilled} {t.certificate.issued(number, formatInstantDay(issuedAt))}
      </p>
      {made && (
        <div>
          <DownloadButton operation={documents.get} params={{ a: 'loan', b: settlementId, c: id }} variant="primary">
            {t.certificate.download}
          </DownloadButton>
        </div>
      )}
    </>
  );
}
