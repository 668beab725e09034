import { type ReactNode, useState } from 'react';
import type { Operation, Result } from '#contract/kernel/op.ts';
import type { companyFolders } from '#contract/parties/files.ts';
import { formatBytes } from '#domain/values/bytes.ts';
import { Button } from '#web/ui/button.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { useMove } from '../detail/use-move.ts';
import { DownloadButton } from '../parts/download-button.tsx';
import { Can } from '../session/can.tsx';
import { FileDialog } from './file-dialog.tsx';
import styles from './files.module.css';
import { fileTexts as t } from './texts.ts';

type OwnedFileRow = Result<typeof companyFolders.list>['items'][number];
export type Params = Record<string, string | number>;

/** A file that is there: what it is, and what can be done with it. */
export function OwnedFile({
  file,
  title,
  operations: { get, link, remove },
  params,
  children,
}: {
  file: OwnedFileRow;
  /** What it is called in questions about it. */
  title: string;
  operations: { get: Operation; link: Operation; remove: Operation };
  params: Params;
  /** More that can be done in its place. */
  children?: ReactNode;
}) {
  const [shown, setShown] = useState(false);
  const closed = t.closed[file.scan];
  const [, take] = useMove(remove, t.removed);
  return (
    <div className="stack-tight">
      <p className={styles.name}>
        {file.name}{' '}
        <span className="dim small">
          {formatBytes(file.size)}, {formatInstant(file.createdAt)}
        </span>
      </p>
      {closed && <p className="dim small">{closed}</p>}
      <div className="row">
        {!closed && <Button onClick={() => setShown(true)}>{t.look}</Button>}
        {!closed && (
          <DownloadButton operation={get} params={params}>
            {t.download}
          </DownloadButton>
        )}
        {children}
        <Can op={remove} params={params}>
          <Button
            onClick={() =>
              confirm({
                message: t.removing(title),
                acceptLabel: t.remove,
                accept: () => take({ params }),
              })
            }
          >
            {t.remove}
          </Button>
        </Can>
      </div>
      {shown && (
        <FileDialog operation={link} params={params} type={file.type} title={title} onClose={() => setShown(false)} />
      )}
    </div>
  );
}
