import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { contacts } from '#contract/registries/contacts.ts';
import { ApiError } from '#web/kit/data/api.ts';
import { refresh } from '#web/kit/data/query.ts';
import { upload } from '#web/kit/data/upload.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { ChooseButton } from '#web/ui/fields/choose-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts as t } from './texts.ts';

type Loaded = Result<typeof contacts.load>;

/** A small file is there at once: nobody watches it go, nor stops it. */
const unwatched = () => ({ onShare: () => {}, signal: new AbortController().signal });

/** Calls and meetings of a company by a file; what could not be taken is told row by row. */
export function LoadDialog({ company, onClose }: { company: number; onClose: () => void }) {
  const [loaded, setLoaded] = useState<Loaded>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const load = async (file: File) => {
    setBusy(true);
    setLoaded(undefined);
    setProblem(undefined);
    try {
      setLoaded(await upload(contacts.load, { params: { id: company }, file }, unwatched()));
      await refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fields['file'] ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.load} onClose={onClose}>
      <div className="stack">
        <p className="dim">{t.loadLead}</p>
        <div>
          <ChooseButton label={t.load} accept=".xlsx,.csv,.txt" busy={busy} onFile={(file) => void load(file)}>
            {t.load}
          </ChooseButton>
        </div>
        <div role="status" className="stack">
          {problem && <Notice tone="danger">{problem}</Notice>}
          {loaded && (
            <Notice tone={loaded.problems.length === 0 ? 'success' : 'warning'}>
              <p>{t.loaded(loaded)}</p>
              {loaded.problems.length > 0 && (
                <ul className="stack-tight">
                  {loaded.problems.map(({ row, message }) => (
                    <li key={`${row} ${message}`}>{t.problem(row, message)}</li>
                  ))}
                </ul>
              )}
            </Notice>
          )}
        </div>
      </div>
    </Dialog>
  );
}
