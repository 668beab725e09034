import { useCallback, useMemo } from 'react';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { useCompany } from '#web/kit/session/company.ts';
import { Button } from '#web/ui/button.tsx';
import { openDialog, openedDialogs } from '#web/ui/overlays/open-dialog.ts';
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
  const legalEntityId = company?.id ?? 0;
  const params = useMemo(() => ({ id: legalEntityId }), [legalEntityId]);
  const isOpen = openedDialogs.use().length > 0;
  const open = useCallback(
    (file?: File) =>
      openDialog((close) => <UploadDialog view={view} legalEntityId={legalEntityId} dropped={file} onClose={close} />),
    [view, legalEntityId],
  );
  return (
    <>
      <Can op={view.operations.template}>
        <DownloadButton operation={view.operations.template} variant="quiet">
          {t.template}
        </DownloadButton>
      </Can>
      {company && (
        <Can op={view.operations.upload} params={params}>
          <Button variant="primary" onClick={() => open()}>
            {t.upload.action}
          </Button>
          {!isOpen && <PageDrop onFile={open} />}
        </Can>
      )}
    </>
  );
}
