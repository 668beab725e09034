import { useCallback, useMemo, useState } from 'react';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { useCompany } from '#web/kit/session/company.ts';
import { Button } from '#web/ui/button.tsx';
import type { RegistryKindView } from '../kind.ts';
import { registryTexts as t } from '../texts.ts';
import { PageDrop } from './file-drop.tsx';

const UploadDialog = lazyPart(
  () => import('./upload-dialog.tsx'),
  (module) => module.UploadDialog,
);

/** The way in for a file, beside a list of registries: its button, its template, and the whole page to drop it on. */
export function UploadActions({ view }: { view: RegistryKindView }) {
  const company = useCompany();
  const [asked, setAsked] = useState<{ file: File | undefined }>();
  const take = useCallback((file: File) => setAsked({ file }), []);
  const params = useMemo(() => ({ id: company?.id ?? 0 }), [company?.id]);
  return (
    <>
      <Can op={view.operations.template}>
        <DownloadButton operation={view.operations.template} variant="quiet">
          {t.template}
        </DownloadButton>
      </Can>
      {company && (
        <Can op={view.operations.upload} params={params}>
          <Button variant="primary" onClick={() => setAsked({ file: undefined })}>
            {t.upload.action}
          </Button>
          {!asked && <PageDrop onFile={take} />}
          {asked && (
            <UploadDialog
              view={view}
              legalEntityId={company.id}
              dropped={asked.file}
              onClose={() => setAsked(undefined)}
            />
          )}
        </Can>
      )}
    </>
  );
}
