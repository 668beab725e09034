import type { Result } from '#contract/kernel/op.ts';
import { settings } from '#contract/platform/settings.ts';
import { SETTING_GROUPS, SETTINGS } from '#domain/settings/settings.ts';
import { SettingField } from '#web/features/settings/setting-field.tsx';
import { SettingHistory } from '#web/features/settings/setting-history.tsx';
import { settingTexts } from '#web/features/settings/texts.ts';
import { readValues, typedValues } from '#web/features/settings/values.ts';
import { call } from '#web/kit/data/api.ts';
import { useRead } from '#web/kit/data/query.ts';
import { PendingApprovals } from '#web/kit/detail/approvals.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { type Edited, useEditForm } from '#web/kit/form/edit-form.tsx';
import { Form } from '#web/kit/form/form.tsx';
import { Group } from '#web/kit/form/group.tsx';
import { usePageData } from '#web/kit/page/page-title.ts';
import { Card } from '#web/ui/display/card.tsx';
import { OperatingCard } from './operating-card.tsx';
import { texts as t } from './texts.ts';

type Read = Result<typeof settings.get>;
type Name = keyof typeof SETTINGS;
type Values = Record<Name, string>;

/** How the platform is set, and who turned what. */
export default function SettingsPage() {
  const { title } = usePageData();
  const read = useRead(settings.get);
  return (
    <div className="stack">
      <h1>{title}</h1>
      <WithObject read={read}>
        {(found) => (
          <>
            <Card>
              <p className="dim">{t.about}</p>
              <PendingApprovals items={found.pendingApprovals} />
              <Change stored={found} />
            </Card>
            <OperatingCard />
            <Card title={settingTexts.history}>
              <SettingHistory settings={SETTINGS} items={found.history} />
            </Card>
          </>
        )}
      </WithObject>
    </div>
  );
}

function Change({ stored }: { stored: Read }) {
  const { form, questions } = useEditForm<typeof settings.replace, Values>({
    operation: settings.replace,
    record: editedOf(stored),
    read: async () => editedOf(await call(settings.get)),
    body: (_changed, all) => readValues(SETTINGS, all),
    labels,
    done: () => undefined,
  });
  return (
    <>
      <Form form={form} action={t.save}>
        {Object.entries(SETTING_GROUPS).map(([title, group]) => (
          <Group key={title} title={title}>
            {(Object.keys(group) as Name[]).map((name) => (
              <SettingField key={name} {...form.field(name)} setting={SETTINGS[name]} />
            ))}
          </Group>
        ))}
      </Form>
      {questions}
    </>
  );
}

const labels = Object.fromEntries(Object.entries(SETTINGS).map(([name, { label }]) => [name, label]));

const editedOf = ({ values, version }: Read): Edited<Values> => ({ version, values: typedValues(SETTINGS, values) });
