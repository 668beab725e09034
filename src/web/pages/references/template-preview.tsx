import { Fragment, type ReactNode } from 'react';
import { agreementTemplates } from '#contract/documents/agreement-templates.ts';
import type { Result } from '#contract/kernel/op.ts';
import { issuedDocumentMachine } from '#domain/documents/issued-document.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import type { RowOf } from '#web/kit/list/definition.ts';
import { factsOf } from '#web/kit/list/preview.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import styles from './references.module.css';
import { texts } from './texts.ts';

const t = texts.templates;
type Template = Result<typeof agreementTemplates.get>;

/** A version of a form whole: its text with its placeholders in words, and the documents made by it. */
export function TemplatePreview({
  id,
  columns,
}: {
  id: number;
  columns: readonly Column<RowOf<typeof agreementTemplates.list>>[];
}) {
  const read = useRead(agreementTemplates.get, { params: { id } });
  return (
    <WithObject read={read}>
      {(template) => (
        <>
          <Facts items={factsOf(columns, template)} />
          <Text template={template} />
          <Placeholders items={template.placeholders} />
          {template.issued !== null && <Documents items={template.documents} />}
        </>
      )}
    </WithObject>
  );
}

function Text({ template: { title, clauses, placeholders } }: { template: Template }) {
  const labels = new Map(placeholders.map(({ name, label }) => [name, label]));
  return (
    <section className="stack-tight" aria-label={t.text}>
      <h3>{t.text}</h3>
      <p className={styles.formTitle}>{spoken(title, labels)}</p>
      {clauses.map(({ code, heading, when, paragraphs }) => (
        <Fragment key={code}>
          <h4>{spoken(heading, labels)}</h4>
          {when && <p className="dim small">{t.when(when)}</p>}
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{spoken(paragraph, labels)}</p>
          ))}
        </Fragment>
      ))}
    </section>
  );
}

/** A text with what is in place of its placeholders, in words. */
const spoken = (text: string, labels: ReadonlyMap<string, string>): ReactNode[] =>
  text.split(/\{\{(\w+)\}\}/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // The pieces of one text never change their places.
      <span key={`${index} ${piece}`} className={styles.placeholder}>
        {labels.get(piece) ?? piece}
      </span>
    ),
  );

function Placeholders({ items }: { items: Template['placeholders'] }) {
  return (
    <section className="stack-tight" aria-label={t.placeholders}>
      <h3>{t.placeholders}</h3>
      <ul>
        {items.map(({ name, label, type, needs }) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code> {label}
            <span className="dim small">
              {[type === 'blocks' && t.alone, needs && t.when(needs).toLowerCase()]
                .filter(Boolean)
                .map((words) => `, ${words}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Documents({ items }: { items: Template['documents'] }) {
  return (
    <section className="stack-tight" aria-label={t.documents}>
      <h3>{t.documents}</h3>
      {items.length === 0 && <p className="dim">{t.noDocuments}</p>}
      <ul>
        {items.map(({ id, number, settlementId, status, issuedAt }) => (
          <li key={id}>
            {settlementId === null ? number : <Link to={`/settlement-${settlementId}`}>{number}</Link>}{' '}
            <StatusTag of={issuedDocumentMachine} status={status} />{' '}
            <span className="dim small">{formatInstant(issuedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
