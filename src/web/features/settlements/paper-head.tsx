import { type IssuedDocumentStatus, issuedDocumentMachine } from '#domain/documents/issued-document.ts';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatInstantDay } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { type Delivery, papersTexts as t } from './papers-texts.ts';

interface Paper {
  number: string;
  status: IssuedDocumentStatus;
  verifyCode: string;
  issuedAt: string;
}

/** What every paper is known by, and what became of a notice. */
export function PaperHead({ title, paper, notice }: { title: string; paper: Paper; notice: Delivery | null }) {
  const { number, status, verifyCode, issuedAt } = paper;
  return (
    <>
      <div className="row spread">
        <strong>{title}</strong>
        <StatusTag of={issuedDocumentMachine} status={status} />
      </div>
      <span className="dim small">{t.of(number, formatInstantDay(issuedAt))}</span>
      <span className="small">
        {t.code} <Link to={`/verify/${verifyCode}`}>{verifyCode}</Link>
      </span>
      {notice && <span className="small">{t.delivery(notice)}</span>}
    </>
  );
}
