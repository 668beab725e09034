import { Upload } from 'lucide-react';
import { type DragEvent, useEffect, useId, useState } from 'react';
import { formatBytes } from '#domain/values/bytes.ts';
import { classes } from '#web/ui/classes.ts';
import { ChooseButton } from '#web/ui/fields/choose-button.tsx';
import { registryTexts } from '../texts.ts';
import styles from './file-drop.module.css';

const t = registryTexts.upload;
const maxBytes = 20 * 1024 * 1024;

/** What is wrong with a file before it is sent; the server looks inside it. */
export function fileError({ name, size }: File): string | undefined {
  if (!/\.(xlsx|csv)$/i.test(name)) return t.wrongType;
  return size > maxBytes ? t.tooLarge : undefined;
}

/** The place of a file: dropped on it, or chosen by its button. */
export function FileDrop({
  file,
  error,
  onFile,
}: {
  file: File | undefined;
  error: string | undefined;
  onFile: (file: File) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <div>
      {/* Whoever has no mouse uses the button inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="group"
        aria-label={t.file}
        className={classes(styles.drop, isOver && styles.over, error && styles.wrong)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          take(event, onFile);
        }}
      >
        <Upload size={20} aria-hidden="true" />
        {file ? (
          <p>
            <strong className={styles.name}>{file.name}</strong> <span className="dim">{formatBytes(file.size)}</span>
          </p>
        ) : (
          <p>{t.drop}</p>
        )}
        <ChooseButton
          label={t.file}
          accept=".xlsx,.csv"
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          data-autofocus={file ? undefined : true}
          onFile={onFile}
        >
          {file ? t.another : t.choose}
        </ChooseButton>
        <p id={`${id}-hint`} className="dim small">
          {t.hint}
        </p>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A file dropped anywhere on the page is taken; while it hovers, the page says so. */
export function PageDrop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: globalThis.DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: globalThis.DragEvent) => relatedTarget === null && setOver(false);
    const drop = (event: globalThis.DragEvent) => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      // What a part of the page has taken already is not taken twice.
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      onFile(file);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [onFile]);
  return isOver && <div className={styles.page}>{t.dropHere}</div>;
}

function take(event: DragEvent, onFile: (file: File) => void): void {
  event.preventDefault();
  const file = event.dataTransfer.files[0];
  if (file) onFile(file);
}
