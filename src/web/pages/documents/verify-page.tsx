import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { DOCUMENT_KINDS, documents } from '#contract/documents/documents.ts';
import type { Result } from '#contract/kernel/op.ts';
import { issuedDocumentMachine } from '#domain/documents/issued-document.ts';
import { useRead, useReadOf } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { ChooseButton } from '#web/ui/fields/choose-button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { fileCheck, warningOf } from './file-check.ts';
import { texts as t } from './texts.ts';
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
        <Card title={t.unknown.title}>
          <p>{t.unknown.lead}</p>
        </Card>
      ) : (
        <WithObject read={read}>{(found) => <VerifiedDocument code={code} document={found} />}</WithObject>
      )}
    </div>
  );
}

function VerifiedDocument({
  code,
  document: { kind, number, status, issuedAt, made },
}: {
  code: string;
  document: Verified;
}) {
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
            ...(made ? [] : [{ label: t.facts.file, value: t.making }]),
          ]}
        />
        <p className="dim small">{t.privacy}</p>
      </Card>
      {made && <FileCheck code={code} status={status} />}
    </>
  );
}

/** Browsers compute fingerprints only where the connection is safe. */
const canHash = globalThis.isSecureContext;

/**
 * The file stays in the browser, and our fingerprint on the server: one is counted here, both are compared there. Where the
 * browser cannot count, a fingerprint counted elsewhere is pasted.
 */
function FileCheck({ code, status }: { code: string; status: Verified['status'] }) {
  const [name, setName] = useState('');
  const [sha256, setSha256] = useState('');
  const input = sha256.trim().length === 64 ? { params: { code }, body: { sha256 } } : undefined;
  const { data, error } = useReadOf(documents.compare, input);
  const check = input && data ? fileCheck(status, data.same) : undefined;
  const count = async (file: File) => {
    setName(file.name);
    setSha256(await fingerprint(file));
  };
  return (
    <Card title={t.file.title}>
      <p>{canHash ? t.file.lead : t.file.cannot}</p>
      {canHash ? (
        <div className="row">
          <ChooseButton label={t.file.label} accept="application/pdf" onFile={(file) => void count(file)}>
            {t.file.choose}
          </ChooseButton>
          {name && <span>{name}</span>}
        </div>
      ) : (
        <>
          <p className="dim small">{t.file.how}</p>
          <TextField label={t.file.pasted} value={sha256} onChange={({ target }) => setSha256(target.value)} />
        </>
      )}
      {input && error && <Notice tone="danger">{error.message}</Notice>}
      {check && <Notice tone={check.tone}>{check.text}</Notice>}
    </Card>
  );
}

async function fingerprint(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
