import type { Result } from '#contract/kernel/op.ts';
import { ownData } from '#contract/parties/own-data.ts';
import { backgroundTasks } from '#contract/platform/background-tasks.ts';
import { formatBytes } from '#domain/values/bytes.ts';
import { useFollow } from '#web/kit/data/query.ts';
import { useMove } from '#web/kit/detail/use-move.ts';
import { fileOf, hasEnded } from '#web/kit/tasks/tasks.ts';
import { Anchor, Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { texts } from './texts.ts';

const t = texts.ownData;

type Task = Result<typeof backgroundTasks.list>['items'][number];

/** Everything that is kept of the person, as one file: made in the background, kept for a day, for himself alone. */
export function OwnDataCard() {
  const { data } = useFollow(backgroundTasks.list, ({ items }) => !items.every(hasEnded));
  const [busy, start] = useMove(backgroundTasks.startExport, t.started);
  const last = data?.items.find(({ title }) => title === t.title);
  const isUnderWay = last !== undefined && !hasEnded(last);
  return (
    <Card title={t.title}>
      <p className="dim">{t.lead}</p>
      {last && <State task={last} />}
      <div className="row">
        <Button
          busy={busy || isUnderWay}
          onClick={() => start({ body: { operation: ownData.archive.code, query: '' } })}
        >
          {t.start}
        </Button>
      </div>
    </Card>
  );
}

function State({ task: { id, state, bytes, message, expiresAt } }: { task: Task }) {
  if (state === 'failed') return <Notice tone="danger">{message}</Notice>;
  if (state !== 'done') return <p role="status">{t.going}</p>;
  return (
    <div className="row">
      <Anchor variant="primary" href={fileOf(id)} download>
        {t.download(formatBytes(bytes))}
      </Anchor>
      <span className="dim small">{t.until(formatInstant(expiresAt))}</span>
    </div>
  );
}
