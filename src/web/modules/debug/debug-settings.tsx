import { debug } from '#contract/debug.ts';
import type { Result } from '#contract/kernel/op.ts';
import { DEBUG_SETTINGS, type DebugValues } from '#domain/debug-settings.ts';
import { logLevels } from '#domain/log-level.ts';
import { refresh, useRead } from '#web/app/data/query.ts';
import { WithObject } from '#web/app/detail/with-object.tsx';
import { Form, useOperationForm } from '#web/app/form/form.tsx';
import { verdict } from '#web/app/session/access.ts';
import { useMe } from '#web/app/session/session.ts';
import { Card } from '#web/ui/card.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { texts } from './texts.ts';

const t = texts.settings;
type Settings = Result<typeof debug.settings>;

/** How the node is set, who turned what, and for an administrator the way to turn it. */
export function DebugSettings() {
  const read = useRead(debug.settings);
  const mayChange = verdict(debug.setSettings, useMe()) !== 'no';
  return (
    <Card title={t.title}>
      <p className="dim">{t.about}</p>
      <WithObject read={read}>
        {({ values, history }) => (
          <div className="stack">
            {mayChange && <Change key={JSON.stringify(values)} values={values} />}
            <h3>{t.history}</h3>
            <History items={history} />
          </div>
        )}
      </WithObject>
    </Card>
  );
}

function Change({ values }: { values: DebugValues }) {
  const form = useOperationForm({
    operation: debug.setSettings,
    initial: { logLevel: values.logLevel, slowMs: String(values.slowMs) },
    body: ({ logLevel, slowMs }) => ({ logLevel, slowMs: /^\d+$/.test(slowMs) ? Number(slowMs) : slowMs }),
    done: async () => {
      notify({ severity: 'success', summary: t.done });
      await refresh();
    },
  });
  return (
    <Form form={form} action={t.save}>
      <SelectField
        {...form.field('logLevel')}
        label={DEBUG_SETTINGS.logLevel.label}
        choices={logLevels.map((level) => [level, texts.levels[level]] as const)}
      />
      <TextField
        {...form.field('slowMs')}
        label={DEBUG_SETTINGS.slowMs.label}
        hint={t.off}
        inputMode="numeric"
        maxLength={5}
      />
    </Form>
  );
}

function History({ items }: { items: Settings['history'] }) {
  if (items.length === 0) return <p className="dim">{t.nobody}</p>;
  return (
    <ul>
      {items.map(({ id, at, who, before, after }) => (
        <li key={id}>
          <p>{changesOf(before, after).join('; ')}</p>
          <p className="dim small">
            {who}, <time dateTime={at}>{formatInstant(at)}</time>
          </p>
        </li>
      ))}
    </ul>
  );
}

const changesOf = (before: Partial<DebugValues>, after: Partial<DebugValues>): string[] =>
  (Object.keys(after) as (keyof DebugValues)[]).map((name) =>
    t.change(DEBUG_SETTINGS[name].label, String(before[name]), String(after[name])),
  );
