import { useState } from 'react';
import { agreementTemplates } from '#contract/documents/agreement-templates.ts';
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts';
import { debug } from '#contract/platform/debug.ts';
import { useReadAll } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { previewTexts as t } from './preview-texts.ts';

/** Draws a document of the settlement by any form, without issuing it. */
export function PreviewDocument({ settlementId, onClose }: { settlementId: number; onClose: () => void }) {
  const read = useReadAll(agreementTemplates.list, { query: { sort: { createdAt: -1 } } });
  const [chosen, setChosen] = useState<string>();
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p>{t.lead}</p>
      <WithObject read={read}>
        {({ items }) => {
          const templateId = chosen ?? String((items.find(({ kind }) => kind === 'agreement') ?? items[0])?.id);
          return (
            <div className="stack">
              <SelectField
                label={t.form}
                value={templateId}
                choices={items.map(({ id, kind, version }) => [String(id), t.version(DOCUMENT_KINDS[kind], version)])}
                onChange={({ target }) => setChosen(target.value)}
              />
              <div>
                <DownloadButton
                  operation={debug.previewDocument}
                  params={{ id: settlementId, templateId: Number(templateId) }}
                  variant="primary"
                >
                  {t.draw}
                </DownloadButton>
              </div>
            </div>
          );
        }}
      </WithObject>
    </Dialog>
  );
}
