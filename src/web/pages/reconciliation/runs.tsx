import { useState } from 'react';
import { reconciliation } from '#contract/money/reconciliation.ts';
import { addDays } from '#domain/values/days.ts';
import { required } from '#domain/values/validators.ts';
import styles from '#web/features/payments/money.module.css';
import { refresh, useRead } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { readDay, typedDay } from '#web/kit/form/typed.ts';
import { Can } from '#web/kit/session/can.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { formatAmountOf, formatDayOf, formatInstant } from '#web/ui/format.ts';
import { notify } from '#web/ui/overlays/notify.ts';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
import { texts } from './texts.ts';

const t = texts.runs;
/** So many of the last ones are shown. */
const shown = 5;

const numbers = [t.movements, t.matched, t.differences, t.closing, t.ownClosing];
const columns = [t.day, ...numbers.map((title) => ({ numbers: title })), t.when, t.by];

/** Which days have been compared and what came of it, and the way to compare one. */
export function Runs() {
  const { data } = useRead(reconciliation.list, { query: { limit: shown } });
  if (!data) return null;
  return (
    <Card title={t.title}>
      <p className="dim">{t.lead}</p>
      <Can op={reconciliation.run}>
        <div className={styles.short}>
          <RunForm />
        </div>
      </Can>
      {data.items.length === 0 && <p>{t.none}</p>}
      {data.items.length > 0 && (
        <PlainTable title={t.title} columns={columns}>
          {data.items.map((run) => (
            <tr key={run.id}>
              <th scope="row">{formatDayOf(run.day)}</th>
              {run.movements === 0 && run.differences === 0 ? (
                <td colSpan={3}>{t.empty}</td>
              ) : (
                <>
                  <td data-number="">{run.movements}</td>
                  <td data-number="">{run.matched}</td>
                  <td data-number="">{run.differences}</td>
                </>
              )}
              <td data-number="">{formatAmountOf(run.closing)}</td>
              <td data-number="">{formatAmountOf(run.ownClosing)}</td>
              <td>{formatInstant(run.createdAt)}</td>
              <td>{run.by ?? t.clock}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Card>
  );
}

const yesterday = () => ({ day: typedDay(addDays(serverDay(), -1)) });

const severityOf = ({ movements, differences }: { movements: number; differences: number }) =>
  differences > 0 ? 'warn' : movements === 0 ? 'info' : 'success';

function RunForm() {
  const [initial] = useState(yesterday);
  const form = useOperationForm({
    operation: reconciliation.run,
    initial,
    fleeting: true,
    rules: { day: required() },
    body: ({ day }) => ({ day: readDay(day) ?? '' }),
    done: async (run) => {
      notify({ severity: severityOf(run), summary: t.done(run) });
      await refresh();
    },
  });
  return (
    <Form form={form} action={t.run}>
      <DateField {...form.field('day')} label={t.day} autoComplete="off" />
    </Form>
  );
}
