import { useEffect, useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { fetchFile } from '../data/download.ts';
import styles from './files.module.css';

/** Shows a picture of the storage. The browser is told that it is one: whatever else it held would not be run. */
export function PictureDialog({
  operation,
  params,
  type,
  title,
  onClose,
}: {
  operation: Operation;
  params: Record<string, string | number>;
  type: 'png' | 'jpeg';
  title: string;
  onClose: () => void;
}) {
  const [address, setAddress] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const place = JSON.stringify(params);
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | undefined;
    const show = async () => {
      try {
        const { parts } = await fetchFile(operation, { params: JSON.parse(place) }, leaving.signal, () => {});
        made = URL.createObjectURL(new Blob(parts, { type: `image/${type}` }));
        setAddress(made);
      } catch (error) {
        if (!leaving.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    void show();
    return () => {
      leaving.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [operation, place, type]);
  return (
    <Dialog title={title} onClose={onClose}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      {address && <img src={address} alt={title} className={styles.picture} />}
    </Dialog>
  );
}
