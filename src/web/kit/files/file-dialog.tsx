import { useEffect, useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import type { companyFolders } from '#contract/parties/files.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ApiError, call } from '../data/api.ts';
import styles from './files.module.css';
import type { Params } from './owned-file.tsx';
import { fileTexts as t } from './texts.ts';

/** Every operation that gives a link answers alike. */
type Linking = typeof companyFolders.link;
interface Looked {
  /** Gives the link. */
  operation: Operation;
  params: Params;
  type: 'pdf' | 'png' | 'jpeg';
  title: string;
}

/** Shows a paper of the storage in the page, by a link that lives for minutes. */
export function FileDialog({ onClose, ...looked }: Looked & { onClose: () => void }) {
  const isShowable = looked.type !== 'pdf' || navigator.pdfViewerEnabled;
  return (
    <Dialog title={looked.title} onClose={onClose} className={styles.wide}>
      {isShowable ? <Shown {...looked} /> : <Notice tone="info">{t.noViewer}</Notice>}
    </Dialog>
  );
}

function Shown({ operation, params, type, title }: Looked) {
  const [href, setHref] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const key = JSON.stringify(params);
  useEffect(() => {
    const leaving = new AbortController();
    // Asked once, and not kept: a link that was read before may be over.
    call(operation as Linking, { params: JSON.parse(key), signal: leaving.signal })
      .then((link) => setHref(link.href))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setProblem(error instanceof ApiError ? error.message : String(error));
      });
    return () => leaving.abort();
  }, [operation, key]);
  if (problem) return <Notice tone="danger">{problem}</Notice>;
  if (!href) return <p role="status">{t.opening}</p>;
  if (type !== 'pdf') return <img src={href} alt={title} className={styles.picture} />;
  // The browser's own viewer does not open in a sandboxed frame; the answer is a sandbox by its own header.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe src={href} title={title} className={styles.paper} />;
}
