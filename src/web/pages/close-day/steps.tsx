import { Fragment } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { closeDay } from '#contract/money/close-day.ts';
import { isJump, SUB_JOB_STATUSES, SUB_JOBS, type SubJobStatus } from '#domain/money/close-day.ts';
import type { Tone } from '#domain/values/machine.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { dash } from '#web/ui/format.ts';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
import { texts as t } from './texts.ts';

type Results = Result<typeof closeDay.results>;
type Step = Results['subs'][number];

const tones: Record<SubJobStatus, Tone> = { waiting: 'neutral', running: 'info', done: 'success', failed: 'danger' };

/** Every sub-job of a day in its order, with the figures of the day before. */
export function Steps({ results }: { results: Results }) {
  const isOpen = results.shown.day === results.open;
  const mayRepeat = isOpen && results.isOver && !results.isUnderWay;
  return (
    <Card title={t.steps}>
      <PlainTable
        title={t.steps}
        columns={[t.step, t.status, { numbers: t.figure }, { numbers: t.before }, { numbers: t.time }]}
      >
        {results.subs.map((step) => (
          <tr key={step.sub}>
            <th scope="row">
              {SUB_JOBS[step.sub].title}
              {mayRepeat && step.status !== 'waiting' && (
                <Can op={closeDay.runSub}>
                  {' '}
                  <MoveButton
                    operation={closeDay.runSub}
                    input={{ params: { sub: step.sub }, body: {} }}
                    label={t.again}
                    name={t.againNamed(SUB_JOBS[step.sub].title)}
                    done={t.begun}
                    variant="quiet"
                  />
                </Can>
              )}
            </th>
            <td>
              <Tag tone={tones[step.status]}>{SUB_JOB_STATUSES[step.status]}</Tag>
            </td>
            <td data-number="">
              <Figure step={step} />
            </td>
            <td data-number="">{step.before ?? dash}</td>
            <td data-number="">{step.seconds === null ? dash : t.seconds(step.seconds)}</td>
          </tr>
        ))}
      </PlainTable>
    </Card>
  );
}

function Figure({ step }: { step: Step }) {
  if (step.status === 'waiting') return dash;
  const isUnusual = step.status !== 'running' && isJump(step.processed, step.before);
  return (
    <Fragment>
      {step.processed} {SUB_JOBS[step.sub].counts}
      {step.failed > 0 && <Tag tone="danger">{t.failed(step.failed)}</Tag>}
      {isUnusual && <Tag tone="warning">{t.jump}</Tag>}
    </Fragment>
  );
}
