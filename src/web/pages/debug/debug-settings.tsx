import { debug } from '#contract/platform/debug.ts';
import { DEBUG_SETTINGS, type DebugValues } from '#domain/settings/debug-settings.ts';
import { SettingField } from '#web/features/settings/setting-field.tsx';
import { SettingHistory } from '#web/features/settings/setting-history.tsx';
import { settingTexts } from '#web/features/settings/texts.ts';
import { readValues, typedValues } from '#web/features/settings/values.ts';
import { refresh, useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { texts } from './texts.ts';

const t = texts.settings;

/** The debug settings of this node, who changed what, and the form that changes them: for administrators. */
export function DebugSettings() {
  return accessTo(debug.settings, useMe()) === 'no' ? null : <Settings />;
}

function Settings() {
  const read = useRead(debug.settings);
  return (
    <Card title={t.title}>
      <p className="dim">{t.about}</p>
      <WithObject read={read}>
        {({ values, history }) => (
          <div className="stack">
            <Change key={JSON.stringify(values)} values={values} />
            <h3>{settingTexts.history}</h3>
            <SettingHistory settings={DEBUG_SETTINGS} items={history} />
          </div>
        )}
      </WithObject>
    </Card>
  );
}

function Change({ values }: { values: DebugValues }) {
  const form = useOperationForm({
    operation: debug.setSettings,
    initial: typedValues(DEBUG_SETTINGS, values),
    body: (typed) => readValues(DEBUG_SETTINGS, typed),
    done: async () => {
      notify({ severity: 'success', summary: t.done });
      await refresh();
    },
  });
  return (
    <Form form={form} action={t.save}>
      <SettingField {...form.field('logLevel')} setting={DEBUG_SETTINGS.logLevel} />
      <SettingField {...form.field('slowMs')} setting={DEBUG_SETTINGS.slowMs} />
    </Form>
  );
}
