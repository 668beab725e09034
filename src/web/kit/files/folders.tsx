import type { tariffFiles } from '#contract/money/tariffs.ts';
import { companyFolders } from '#contract/parties/files.ts';
import { FILE_FOLDERS } from '#domain/values/file-kinds.ts';
import { Card } from '#web/ui/display/card.tsx';
import { useRead } from '../data/query.ts';
import { WithObject } from '../detail/with-object.tsx';
import { OwnedFile, type Params } from './owned-file.tsx';
import { fileTexts as t } from './texts.ts';
import { UploadButton } from './upload-button.tsx';

/** The folders of a company with their files. */
export function FileFolders({ legalEntityId }: { legalEntityId: number }) {
  return (
    <Card title={t.folders}>
      <div className="stack">
        {Object.entries(FILE_FOLDERS).map(([kind, title]) => (
          <Folder key={kind} legalEntityId={legalEntityId} kind={kind} title={title} />
        ))}
      </div>
    </Card>
  );
}

function Folder({ legalEntityId, kind, title }: { legalEntityId: number; kind: string; title: string }) {
  return (
    <FileFolder
      title={title}
      operations={companyFolders}
      params={{ id: legalEntityId, kind }}
      inFolder={(itemId) => ({ itemId })}
    />
  );
}

/** A folder: the files in it, and the way in for more. */
export function FileFolder({
  title,
  operations,
  params,
  inFolder,
}: {
  title: string;
  operations: typeof companyFolders | typeof tariffFiles;
  params: Params;
  /** How the path names a file of this folder. */
  inFolder: (id: number) => Params;
}) {
  const read = useRead(operations.list, { params: params as never });
  return (
    <section aria-label={title} className="stack-tight">
      <h3>{title}</h3>
      <WithObject read={read}>
        {({ items }) => (
          <>
            {items.length === 0 && <p className="dim">{t.none}</p>}
            {items.map((file) => (
              <OwnedFile
                key={file.id}
                file={file}
                title={file.name}
                operations={operations}
                params={{ ...params, ...inFolder(file.id) }}
              />
            ))}
          </>
        )}
      </WithObject>
      <UploadButton operation={operations.add} params={params} title={title}>
        {t.add}
      </UploadButton>
    </section>
  );
}
