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
import table from '#web/ui/table/plain-table.module.css';
import { texts } from './texts.ts';

const t = texts.runs;
/** So many of the last ones are shown. */
const shown = 5;

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
      {/* What scrolls must be reached by the keyboard, also where nothing in it can be pressed. */}
      {data.items.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={table.wide} aria-label={t.title} tabIndex={0}>
          <table className={table.table}>
            <caption className="unseen">{t.title}</caption>
            <thead>
              <tr>
                <th scope="col">{t.day}</th>
                {[t.movements, t.matched, t.differences, t.closing, t.ownClosing].map((title) => (
                  <th key={title} scope="col" data-number="">
                    {title}
                  </th>
                ))}
                <th scope="col">{t.when}</th>
                <th scope="col">{t.by}</th>
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
        </section>
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
