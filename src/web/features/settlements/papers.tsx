import { DOCUMENT_KINDS, documents } from '#contract/documents/documents.ts';
import { issuedDocumentMachine } from '#domain/documents/issued-document.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { verdict } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatInstantDay } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { papersTexts } from './papers-texts.ts';
import { ReadNotice } from './read-notice.tsx';

const t = papersTexts;
type Paper = { sha256: string | null };
const isMade = ({ sha256 }: Paper): boolean => sha256 !== null;

/** The documents of an agreement: each with its number, its check code and its file, as soon as that is printed. */
export function Papers({ settlementId }: { settlementId: number }) {
  const params = { a: 'loan', b: settlementId };
  const { data } = useFollow(documents.list, ({ items }) => !items.every(isMade), { params });
  const mayRead = verdict(documents.get, useMe()) !== 'no';
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={t.title}>
      <ul className="stack">
        {data.items.map(({ id, kind, number, status, verifyCode, issuedAt, sha256, notice }) => (
          <li key={id} className="stack-tight">
            <div className="row spread">
              <strong>{DOCUMENT_KINDS[kind]}</strong>
              <StatusTag of={issuedDocumentMachine} status={status} />
            </div>
            <span className="dim small">{t.of(number, formatInstantDay(issuedAt))}</span>
            <span className="small">
              {t.code} <Link to={`/verify/${verifyCode}`}>{verifyCode}</Link>
            </span>
            {notice && <span className="small">{t.delivery(notice)}</span>}
            {notice && <ReadNotice settlementId={settlementId} documentId={id} title={DOCUMENT_KINDS[kind]} />}
            <div>
              {isMade({ sha256 }) ? (
                mayRead && (
                  <DownloadButton operation={documents.get} params={{ ...params, c: id }}>
                    {t.download}
                  </DownloadButton>
                )
              ) : (
                <span role="status" className="dim small">
                  {t.making}
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
