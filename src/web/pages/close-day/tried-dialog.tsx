import { useEffect, useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { closeDay } from '#contract/money/close-day.ts';
import { SUB_JOBS } from '#domain/money/close-day.ts';
import { ApiError, call } from '#web/kit/data/api.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { Progress } from '#web/ui/display/progress.tsx';
import { formatDayOf } from '#web/ui/format.ts';
import type { Href } from '#web/ui/href.ts';
import { Link } from '#web/ui/link.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
import { texts as t } from './texts.ts';

type Tried = Result<typeof closeDay.run>['tried'];

/** What the close of the open day would do now; nothing of it is done. */
export function TriedDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const [tried, setTried] = useState<Tried>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    call(closeDay.run, { query: { dryRun: '1' } })
      .then((answer) => setTried(answer.tried))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
      });
  }, []);
  return (
    <Dialog title={t.tried} onClose={onClose}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      {!tried && !problem && <Progress label={t.tried} value={null} />}
      {tried && (
        <>
          <p>{t.triedLead(formatDayOf(day))}</p>
          <PlainTable title={t.tried} columns={[t.step, t.wouldDo]}>
            {tried.map((one) => (
              <tr key={one.sub}>
                <th scope="row">{SUB_JOBS[one.sub].title}</th>
                <td>
                  {one.isTried ? t.wouldBe(one.changed, one.found, one.more) : t.notTried}
                  {one.failed > 0 && ` · ${t.failed(one.failed)}`}
                  {one.examples.map((example) => (
                    <Example key={`${example.object} ${example.cause}`} example={example} onClose={onClose} />
                  ))}
                </td>
              </tr>
            ))}
          </PlainTable>
        </>
      )}
    </Dialog>
  );
}

/** An object that was tried, as people call it, with what would keep it from being done. */
function Example({
  example: { object, link, cause },
  onClose,
}: {
  example: Tried[number]['examples'][number];
  onClose: () => void;
}) {
  return (
    <p className="small">
      {object && link ? (
        <Link to={link as Href} onClick={onClose}>
          {object}
        </Link>
      ) : (
        object
      )}
      {object && cause && ': '}
      {cause}
    </p>
  );
}
