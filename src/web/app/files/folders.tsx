import { companyFolders } from '#contract/files.ts';
import { FILE_FOLDERS } from '#domain/file-kinds.ts';
import { Card } from '#web/ui/card.tsx';
import { useRead } from '../data/query.ts';
import { WithObject } from '../detail/page.tsx';
import { HeldFile } from './held-file.tsx';
import { Sender } from './sender.tsx';
import { fileTexts as t } from './texts.ts';

/** The folders of a company with their files. */
export function FileFolders({ companyId }: { companyId: number }) {
  return (
    <Card title={t.folders}>
      <div className="stack">
        {Object.entries(FILE_FOLDERS).map(([kind, title]) => (
          <Folder key={kind} companyId={companyId} kind={kind} title={title} />
        ))}
      </div>
    </Card>
  );
}

function Folder({ companyId, kind, title }: { companyId: number; kind: string; title: string }) {
  const params = { id: companyId, kind };
  const read = useRead(companyFolders.list, { params });
  return (
    <section aria-label={title} className="stack-tight">
      <h3>{title}</h3>
      <WithObject read={read}>
        {({ items }) =>
          items.map((file) => (
            <HeldFile
              key={file.id}
              file={file}
              title={file.name}
              operations={companyFolders}
              params={{ ...params, itemId: file.id }}
            />
          ))
        }
      </WithObject>
      <Sender operation={companyFolders.add} params={params} title={title}>
        {t.add}
      </Sender>
    </section>
  );
}
