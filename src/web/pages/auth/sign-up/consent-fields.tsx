import type { ReactNode } from 'react';
import { accounts } from '#contract/access/auth.ts';
import { DocumentText } from '#web/features/consents/document-text.tsx';
import { useRead } from '#web/kit/data/query.ts';
import type { FormFields } from '#web/kit/form/form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Link } from '#web/ui/link.tsx';
import { texts } from '../texts.ts';
import { type ConsentDocument, type ConsentField, consentField } from './sign-up-values.ts';

const t = texts.consents;

/** Each document by itself: a checkbox, and its text to be opened. */
export function ConsentFields({
  form,
  documents,
}: {
  form: FormFields<ConsentField>;
  documents: readonly ConsentDocument[];
}) {
  return (
    <>
      <p className="dim small">
        {t.lead} {t.read} <Link to="/terms">{t.terms}</Link> {t.and} <Link to="/privacy">{t.privacy}</Link>.
      </p>
      {documents.map((document) => (
        <Checkbox key={document.id} {...form.field(consentField(document))} label={<Label document={document} />}>
          <DocumentText title={document.title} body={document.body} />
        </Checkbox>
      ))}
    </>
  );
}

function Label({ document }: { document: ConsentDocument }) {
  return (
    <>
      {document.title}
      {document.required && <span className="dim small"> ({t.required})</span>}
    </>
  );
}

/** The form is shown when its documents have come: nobody should sign what is not there. */
export function WithConsents({
  audience,
  children,
}: {
  audience: 'individual' | 'employee';
  children: (documents: readonly ConsentDocument[]) => ReactNode;
}) {
  const { data, error, refetch } = useRead(accounts.consentDocuments, { query: { audience } });
  // What must be signed comes first.
  if (data) return children(data.items.toSorted((a, b) => Number(b.required) - Number(a.required)));
  if (!error) return null;
  return (
    <>
      <Notice tone="danger">{error.message}</Notice>
      <Button onClick={() => void refetch()}>{t.retry}</Button>
    </>
  );
}
