import { type Dispatch, type SetStateAction, useState } from 'react';
import type { Request as Given, Operation, Result } from '#contract/kernel/op.ts';
import { upload } from '#web/kit/data/upload.ts';
import { ChooseButton } from '#web/ui/fields/choose-button.tsx';
import styles from '#web/ui/fields/field.module.css';
import { lifeTexts as t } from './texts.ts';

/** A paper that a form sends with its fields. */
interface Paper {
  file: File | undefined;
  setFile: Dispatch<SetStateAction<File | undefined>>;
  /** Whether it has been sent, so that what is said of the field may be about it. */
  isSent: boolean;
  /** Sends the form with it. */
  send: <O extends Operation>(operation: O, input: Given<O>) => Promise<Result<O>>;
  /** What is wrong while there is none, naming the paper that is wanted. */
  check: (what: string) => Record<string, string>;
}

/** The paper that somebody has chosen, and how it is sent with a form. */
export function usePaper(): Paper {
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<File>();
  return {
    file,
    setFile,
    isSent: file !== undefined && file === sent,
    send: (operation, input) => {
      setSent(file);
      const { params, body } = input as { params: Record<string, number>; body: object };
      return upload(
        operation,
        { params, body, file: file! },
        { onShare: () => {}, signal: new AbortController().signal },
      );
    },
    check: (what): Record<string, string> => (file ? {} : { file: t.noFile(what) }),
  };
}

/** The button that takes it, with what was taken. */
export function PaperField({ paper, error, label }: { paper: Paper; error: string | undefined; label: string }) {
  return (
    <div className="stack-tight">
      <span className={styles.label}>{label}</span>
      <div className="row">
        <ChooseButton label={label} accept=".pdf,.jpg,.jpeg,.png" onFile={paper.setFile}>
          {t.chooseFile}
        </ChooseButton>
        {paper.file && <span>{paper.file.name}</span>}
      </div>
      {error && (!paper.file || paper.isSent) ? (
        <p role="alert" className="danger">
          {error}
        </p>
      ) : (
        <p className="dim small">{t.fileHint}</p>
      )}
    </div>
  );
}
