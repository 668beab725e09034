import { contacts } from '#contract/registries/contacts.ts';
import { refresh } from '#web/kit/data/query.ts';
import { upload } from '#web/kit/data/upload.ts';
import { useSmallUpload } from '#web/kit/data/use-small-upload.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { ChooseButton } from '#web/ui/fields/choose-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { texts as t } from './texts.ts';

/** Calls and meetings of a company by a file; what could not be taken is told row by row. */
export function LoadDialog({ company, onClose }: { company: number; onClose: () => void }) {
  const {
    answer: loaded,
    problem,
    busy,
    choose,
  } = useSmallUpload(async (file, how) => {
    const answer = await upload(contacts.load, { params: { id: company }, file }, how);
    await refresh();
    return answer;
  });
  return (
    <Dialog title={t.load} onClose={onClose}>
      <div className="stack">
        <p className="dim">{t.loadLead}</p>
        <div>
          <ChooseButton label={t.load} accept=".xlsx,.csv,.txt" busy={busy} onFile={(file) => void choose(file)}>
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
