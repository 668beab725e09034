import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { DOCUMENT_KINDS, documents } from '#contract/documents/documents.ts';
import type { Result } from '#contract/kernel/op.ts';
import { issuedDocumentMachine } from '#domain/documents/issued-document.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { texts as t } from './texts.ts';
import { verdictOfFile, warningOf } from './verdict.ts';
import styles from './verify-page.module.css';

type Verified = Result<typeof documents.verify>;

/** Tells anybody who holds a document whether it is ours; open to all, so it names neither people nor sums. */
export default function VerifyPage() {
  const { code = '' }: { code?: string } = useParams({ strict: false });
  const read = useRead(documents.verify, { params: { code } });
  return (
    <div className={`stack ${styles.page}`}>
      <h1>{t.title}</h1>
      {read.error?.status === 404 ? (
        <Card title={t.absent.title}>
          <p>{t.absent.lead}</p>
        </Card>
      ) : (
        <WithObject read={read}>{(found) => <Found found={found} />}</WithObject>
      )}
    </div>
  );
}

function Found({ found: { kind, number, status, issuedAt, sha256 } }: { found: Verified }) {
  const warning = warningOf(status);
  return (
    <>
      {warning && <Notice tone="warning">{warning}</Notice>}
      <Card title={t.found}>
        <Facts
          items={[
            { label: t.facts.kind, value: DOCUMENT_KINDS[kind] },
            { label: t.facts.number, value: number },
            { label: t.facts.status, value: <StatusTag of={issuedDocumentMachine} status={status} /> },
            { label: t.facts.issuedAt, value: formatInstant(issuedAt) },
            { label: t.facts.sha256, value: <code className={styles.hash}>{sha256 ?? t.making}</code> },
          ]}
        />
        <p className="dim small">{t.privacy}</p>
      </Card>
      {sha256 !== null && (canHash ? <FileCheck sha256={sha256} status={status} /> : <CheckElsewhere />)}
    </>
  );
}

/** Browsers compute fingerprints only where the connection is safe. */
const canHash = globalThis.isSecureContext;

/** Where the browser cannot count, whoever asks is told how to do it himself. */
function CheckElsewhere() {
  return (
    <Card title={t.file.title}>
      <p>{t.file.cannot}</p>
      <p className="dim small">{t.file.how}</p>
    </Card>
  );
}

function FileCheck({ sha256, status }: { sha256: string; status: Verified['status'] }) {
  const [isSame, setSame] = useState<boolean>();
  const check = async (file: File | undefined) => {
    setSame(file === undefined ? undefined : (await fingerprint(file)) === sha256);
  };
  const verdict = isSame === undefined ? undefined : verdictOfFile(status, isSame);
  return (
    <Card title={t.file.title}>
      <p>{t.file.lead}</p>
      <TextField
        label={t.file.label}
        type="file"
        accept="application/pdf"
        onChange={({ target }) => void check(target.files?.[0])}
      />
      {verdict && <Notice tone={verdict.tone}>{verdict.text}</Notice>}
    </Card>
  );
}

async function fingerprint(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
